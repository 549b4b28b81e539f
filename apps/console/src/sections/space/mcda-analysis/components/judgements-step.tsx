import { type CriteriaPlan, type Judge, mostJudges } from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber } from '@kianda/format';
import type { Priorities } from '@kianda/science/spatial/criteria/ahp';
import { EmptyState, PanelFrame } from '@kianda/ui';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { NumberField } from '../../../shared/spatial/number-field.tsx';
import tabbed from '../../../shared/tabbed.module.css';
import styles from '../page.module.css';
import { newJudge, prioritiesOf } from '../plan.rules.ts';
import type { CriteriaSearch } from '../search.ts';
import { judgementTexts as texts } from '../texts.pt.ts';
import { GroupPanel } from './group-panel.tsx';
import { JudgementMatrix } from './judgement-matrix.tsx';
import { WeightsPanel } from './weights-panel.tsx';

type Props = {
  readonly plan: CriteriaPlan;
  readonly search: CriteriaSearch;
  readonly onChange: (plan: CriteriaPlan) => void;
  readonly onSearch: (part: Partial<CriteriaSearch>) => void;
};

/** The comparisons of each judge, the weights that follow while they are made, and those of the group. */
export default function JudgementsStep({ plan, search, onChange, onSearch }: Props) {
  const { criteria, judges } = plan;
  const priorities = useMemo(() => prioritiesOf(plan), [plan]);
  const place = Math.min(search.avaliador ?? 0, judges.length - 1);
  const judge = judges[place];
  const own = priorities?.judges[place];
  if (criteria.length < 2 || priorities === null || judge === undefined || own === undefined) {
    return (
      <EmptyState
        title={texts.tooFew}
        action={
          <Button variant="default" onClick={() => onSearch({ passo: 'criterios' })}>
            {texts.goToCriteria}
          </Button>
        }
      >
        {texts.tooFewText}
      </EmptyState>
    );
  }
  const replace = (next: Judge) => onChange({ ...plan, judges: judges.with(place, next) });
  return (
    <div className={styles.stack}>
      <JudgesPanel plan={plan} place={place} onChange={onChange} onOpen={(avaliador) => onSearch({ avaliador })} />
      <div className={styles.columns}>
        <JudgementMatrix
          plan={plan}
          judge={judge}
          worst={isConsistent(own) ? null : own.worstPair}
          onChange={replace}
        />
        <WeightsPanel plan={plan} judge={judge} priorities={own} onChange={replace} />
      </div>
      <GroupPanel plan={plan} priorities={priorities} />
    </div>
  );
}

const isConsistent = ({ consistencyRatio, acceptableRatio }: Priorities): boolean =>
  consistencyRatio === null || consistencyRatio <= acceptableRatio;

type JudgesProps = {
  readonly plan: CriteriaPlan;
  readonly place: number;
  readonly onChange: (plan: CriteriaPlan) => void;
  readonly onOpen: (place: number) => void;
};

/** Who judges: one of them open, with name and weight in the group. */
function JudgesPanel({ plan, place, onChange, onOpen }: JudgesProps) {
  const { judges, criteria } = plan;
  const judge = judges[place];
  if (judge === undefined) return null;
  const replace = (part: Partial<Judge>) => onChange({ ...plan, judges: judges.with(place, { ...judge, ...part }) });
  const add = () => {
    const name = texts.judgeName(formatNumber(judges.length + 1));
    onChange({ ...plan, judges: [...judges, newJudge(name, criteria.length)] });
    onOpen(judges.length);
  };
  return (
    <PanelFrame
      id="avaliadores"
      title={texts.judges}
      description={texts.judgesText}
      actions={
        judges.length >= mostJudges ? null : (
          <Button size="xs" variant="default" onClick={add}>
            {texts.addJudge}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        <div className={tabbed.tabs}>
          <SegmentedControl
            size="xs"
            aria-label={texts.judge}
            value={String(place)}
            data={judges.map(({ name }, index) => ({
              value: String(index),
              label: name || texts.judgeName(formatNumber(index + 1)),
            }))}
            onChange={(value) => onOpen(Number(value))}
          />
        </div>
        <div key={place} className={styles.bar}>
          <TextInput
            label={texts.name}
            className={styles.grow ?? ''}
            maxLength={60}
            value={judge.name}
            onChange={({ currentTarget }) => replace({ name: currentTarget.value })}
          />
          <NumberField
            label={texts.weight}
            min={0}
            max={100}
            value={judge.weight}
            onValue={(weight) => (weight === null || weight < 0 || weight > 100 ? undefined : replace({ weight }))}
          />
          {judges.length < 2 ? null : (
            <Button
              variant="default"
              onClick={() => {
                onChange({ ...plan, judges: judges.filter((_, index) => index !== place) });
                onOpen(0);
              }}
            >
              {texts.removeJudge}
            </Button>
          )}
        </div>
      </div>
    </PanelFrame>
  );
}
