import { fieldVariableSchema, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { type CriteriaPlan, type Criterion, mostCriteria } from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber } from '@kianda/format';
import { EmptyState } from '@kianda/ui';
import { NativeSelect } from '@mantine/core';
import styles from '../page.module.css';
import { addCriterion, removeCriterion } from '../plan.rules.ts';
import { criterionTexts as texts } from '../texts.pt.ts';
import { useSeaCells } from '../use-sea.ts';
import { CriterionCard } from './criterion-card.tsx';

type Props = { readonly plan: CriteriaPlan; readonly onChange: (plan: CriteriaPlan) => void };

/** The criteria of a plan, each with its histogram, curve and limits. */
export default function CriteriaStep({ plan, onChange }: Props) {
  const { cells } = useSeaCells();
  const { criteria } = plan;
  const replace = (place: number) => (criterion: Criterion) =>
    onChange({ ...plan, criteria: criteria.with(place, criterion) });
  return (
    <div className={styles.stack}>
      <AddCriterion plan={plan} onChange={onChange} />
      {criteria.length === 0 ? (
        <EmptyState title={texts.none}>{texts.noneText}</EmptyState>
      ) : (
        <div className={styles.columns}>
          {criteria.map((criterion, place) => (
            <CriterionCard
              key={criterion.variable}
              criterion={criterion}
              cells={cells}
              onChange={replace(place)}
              onRemove={() => onChange(removeCriterion(plan, place))}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Fields that are no criterion yet. */
function AddCriterion({ plan, onChange }: Props) {
  const taken = new Set(plan.criteria.map(({ variable }) => variable));
  const free = fieldVariableSchema.options.filter((variable) => !taken.has(variable));
  if (plan.criteria.length >= mostCriteria) {
    return <p className={styles.quiet}>{texts.enough(formatNumber(mostCriteria))}</p>;
  }
  return (
    <div className={styles.bar}>
      <NativeSelect
        label={texts.add}
        value=""
        data={[
          { value: '', label: texts.choose },
          ...free.map((variable) => ({ value: variable, label: fieldVariables[variable].label })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = free.find((variable) => variable === value);
          if (chosen !== undefined) onChange(addCriterion(plan, chosen));
        }}
      />
    </div>
  );
}
