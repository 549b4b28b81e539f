import type { BodyOf } from '@kianda/contract';
import {
  type AlertState,
  alertStates,
  type stepVesselAlert,
  type VesselAlert,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { instantOf, type TimeZone } from '@kianda/format';
import { hourMs } from '@kianda/geo';
import { type Draft, MomentInput, useClock, usePreferences } from '@kianda/ui';
import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { useAssignees } from '../../../shared/use-assignees.ts';
import styles from '../page.module.css';
import { dialogTexts as texts } from './texts.pt.ts';

export type Step = Omit<BodyOf<typeof stepVesselAlert>, 'from'>;
const snoozes = [1, 8, 24, 72] as const;
const keep = 'keep';
const nobody = 'nobody';

/** Fields of a step before anything is written. */
export const emptyStep = { to: '', note: '', assignee: keep, due: '', snooze: '' };
/** Fields whose name in the request body is another. */
export const stepPaths = { assignee: 'assigneeId', due: 'dueAt', snooze: 'snoozedUntil' };
type StepFields = typeof emptyStep;

type Props = {
  readonly alert: VesselAlert;
  readonly allowed: readonly AlertState[];
  readonly isRunning: boolean;
  readonly draft: Draft<StepFields>;
  readonly onSubmit: (step: Step) => Promise<void>;
};

/** Takes an alert to another state, gives it to somebody, sets its time, or adds a note. */
export function StepForm({ alert, allowed, isRunning, draft, onSubmit }: Props) {
  const clock = useClock();
  const { timeZone } = usePreferences();
  // Another person may have moved the alert on meanwhile: a state that it cannot take any more is not sent.
  const next = allowed.find((state) => state === draft.values.to);
  const isReady = hasStep(draft.values, next);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isRunning) void onSubmit(stepOf(draft.values, next, { nowMs: clock(), timeZone }));
  };
  return (
    <form onSubmit={submit} className={styles.stack} aria-label={texts.act}>
      <h3 className={styles.subtitle}>{texts.act}</h3>
      <StepFieldsets allowed={allowed} draft={draft} next={next} />
      <Group justify="flex-end">
        <Button
          type="submit"
          loading={isRunning}
          disabled={!isReady}
          title={isReady ? undefined : texts.nothing}
          data-alert-state={alert.state}
        >
          {texts.submit}
        </Button>
      </Group>
    </form>
  );
}

type FieldsProps = Pick<Props, 'allowed' | 'draft'> & { readonly next: AlertState | undefined };

function StepFieldsets({ allowed, draft, next }: FieldsProps) {
  const people = useAssignees('surveillance:act');
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          label={texts.next}
          {...draft.text('to')}
          value={next ?? ''}
          data={[{ value: '', label: texts.keep }, ...allowed.map((value) => ({ value, label: alertStates[value] }))]}
        />
        {people === null ? null : (
          <NativeSelect
            label={texts.assignee}
            {...draft.text('assignee')}
            data={[
              { value: keep, label: texts.keepAssignee },
              { value: nobody, label: texts.nobody },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <MomentInput
          label={texts.due}
          value={draft.values.due}
          error={draft.errorOf('due')}
          onChange={(due) => draft.set({ due })}
        />
        <NativeSelect
          label={texts.snooze}
          {...draft.text('snooze')}
          data={[
            { value: '', label: texts.noSnooze },
            ...snoozes.map((hours) => ({ value: String(hours), label: texts.snoozeHours(hours) })),
          ]}
        />
      </div>
      <Textarea label={texts.note} description={texts.noteHelp} maxLength={4_000} rows={3} {...draft.text('note')} />
    </>
  );
}

const dueOf = (dueAt: string | null) => (dueAt === null ? {} : { dueAt });

const hasStep = ({ note, assignee, due, snooze }: StepFields, next: AlertState | undefined): boolean =>
  next !== undefined || note.trim() !== '' || assignee !== keep || due !== '' || snooze !== '';

type When = { readonly nowMs: number; readonly timeZone: TimeZone };

const stepOf = (fields: StepFields, next: AlertState | undefined, { nowMs, timeZone }: When): Step => ({
  note: fields.note.trim(),
  ...(next === undefined ? {} : { to: next }),
  ...(fields.assignee === keep ? {} : { assigneeId: fields.assignee === nobody ? null : fields.assignee }),
  ...dueOf(instantOf(fields.due, timeZone)),
  ...(fields.snooze === '' ? {} : { snoozedUntil: new Date(nowMs + Number(fields.snooze) * hourMs).toISOString() }),
});
