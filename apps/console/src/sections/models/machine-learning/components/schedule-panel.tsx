import { allows } from '@kianda/contract';
import type { Model } from '@kianda/contract/models/registry/models.contract';
import {
  changeTrainingSchedule,
  getTrainingSchedule,
  type TrainingPlan,
  type TrainingSchedule,
} from '@kianda/contract/models/registry/schedules.contract';
import { formatNumber } from '@kianda/format';
import { DialogForm, FactList, Instant, Panel, StatusPill, useDraft } from '@kianda/ui';
import { Button, Checkbox, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { scheduleTexts as texts } from '../texts.pt.ts';
import styles from './registry.module.css';

const changed = [getTrainingSchedule] as const;

type Props = { readonly model: Pick<Model, 'type' | 'name'> };

/** When a model trains by itself, what its triggers saw last, and the form that changes them. */
export function SchedulePanel({ model }: Props) {
  const { role } = useAccount();
  const [isEditing, setEditing] = useState(false);
  const result = useEndpoint(getTrainingSchedule, { params: { type: model.type } }, { refetchSeconds: 60 });
  const plan = result.sourced?.value;
  return (
    <Panel
      id="treino-automatico"
      title={texts.title}
      description={texts.text}
      source={result}
      actions={
        plan !== undefined && allows(changeTrainingSchedule.access, role) ? (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {texts.change}
          </Button>
        ) : null
      }
    >
      {(schedule) => (
        <div className={styles.stack}>
          <FactList items={factsOf(schedule)} />
          <Look look={schedule.look} />
          {isEditing ? <ScheduleForm type={model.type} plan={schedule} onClose={() => setEditing(false)} /> : null}
        </div>
      )}
    </Panel>
  );
}

function factsOf({ maxAgeDays, newRows, onDrift, updatedBy, updatedAt, lookedAt }: TrainingSchedule) {
  const whole = (value: number) => formatNumber(value, { maxDecimals: 0 });
  return [
    [texts.age, maxAgeDays === null ? texts.never : texts.days(whole(maxAgeDays))],
    [texts.rows, newRows === null ? texts.never : texts.count(whole(newRows))],
    [texts.drift, onDrift ? texts.yes : texts.never],
    [
      texts.updated,
      updatedAt === null ? (
        texts.unset
      ) : (
        <span key="mudado">
          <Instant at={updatedAt} /> {texts.by(updatedBy ?? '')}
        </span>
      ),
    ],
    [texts.looked, lookedAt === null ? texts.notLooked : <Instant key="visto" at={lookedAt} />],
  ] as const;
}

function Look({ look }: Pick<TrainingSchedule, 'look'>) {
  if (look.length === 0) return null;
  return (
    <ul className={styles.list}>
      {look.map(({ trigger, isMet, text }) => (
        <li key={trigger}>
          <StatusPill tone={isMet ? 'caution' : 'good'}>{isMet ? texts.met : texts.notMet}</StatusPill> {text}
        </li>
      ))}
    </ul>
  );
}

type FormProps = {
  readonly type: Model['type'];
  readonly plan: TrainingPlan;
  readonly onClose: () => void;
};

function ScheduleForm({ type, plan, onClose }: FormProps) {
  const change = useAction(changeTrainingSchedule, changed);
  const draft = useDraft<{ maxAgeDays: number | ''; newRows: number | ''; onDrift: boolean }>(
    { maxAgeDays: plan.maxAgeDays ?? '', newRows: plan.newRows ?? '', onDrift: plan.onDrift },
    change.failure,
  );
  const submit = async () => {
    const { maxAgeDays, newRows, onDrift } = draft.values;
    const body = {
      ...{ maxAgeDays: maxAgeDays === '' ? null : maxAgeDays, newRows: newRows === '' ? null : newRows },
      onDrift,
    };
    const outcome = await change.run({ params: { type }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onClose();
  };
  return (
    <DialogForm title={texts.title} onClose={onClose} onSubmit={submit} action={change} draft={draft}>
      <p>{texts.help}</p>
      <NumberInput
        {...draft.number('maxAgeDays')}
        label={texts.ageField}
        description={texts.empty}
        min={1}
        max={730}
        allowDecimal={false}
      />
      <NumberInput
        {...draft.number('newRows')}
        label={texts.rowsField}
        description={texts.empty}
        min={30}
        max={10_000_000}
        allowDecimal={false}
      />
      <Checkbox {...draft.check('onDrift')} label={texts.driftField} />
    </DialogForm>
  );
}
