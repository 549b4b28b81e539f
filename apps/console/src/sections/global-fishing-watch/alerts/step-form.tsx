import type { BodyOf } from '@kianda/contract';
import {
  type AlertState,
  alertStates,
  type stepVesselAlert,
  type VesselAlert,
} from '@kianda/contract/surveillance/alerts.contract';
import { hourMs } from '@kianda/geo';
import { useClock } from '@kianda/ui';
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAssignees } from '../../shared/use-assignees.ts';
import styles from '../page.module.css';
import { dialogTexts as texts } from './texts.pt.ts';

export type Step = Omit<BodyOf<typeof stepVesselAlert>, 'from'>;
const snoozes = [1, 8, 24, 72] as const;
const keep = 'keep';
const nobody = 'nobody';

type Props = {
  readonly alert: VesselAlert;
  readonly allowed: readonly AlertState[];
  readonly isRunning: boolean;
  readonly onSubmit: (step: Step) => Promise<boolean>;
};

/** Takes an alert to another state, gives it to somebody, sets its time, or adds a note. */
export function StepForm({ alert, allowed, isRunning, onSubmit }: Props) {
  const clock = useClock();
  const people = useAssignees('surveillance:act');
  const [to, setTo] = useState('');
  const [note, setNote] = useState('');
  const [assignee, setAssignee] = useState(keep);
  const [due, setDue] = useState('');
  const [snooze, setSnooze] = useState('');
  const next = allowed.find((state) => state === to);
  const isReady = next !== undefined || note.trim() !== '' || assignee !== keep || due !== '' || snooze !== '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isRunning) return;
    await onSubmit({
      note: note.trim(),
      ...(next === undefined ? {} : { to: next }),
      ...(assignee === keep ? {} : { assigneeId: assignee === nobody ? null : assignee }),
      ...(due === '' ? {} : { dueAt: new Date(due).toISOString() }),
      ...(snooze === '' ? {} : { snoozedUntil: new Date(clock() + Number(snooze) * hourMs).toISOString() }),
    });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.stack} aria-label={texts.act}>
      <h3 className={styles.subtitle}>{texts.act}</h3>
      <div className={styles.filters}>
        <NativeSelect
          label={texts.next}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
          data={[{ value: '', label: texts.keep }, ...allowed.map((value) => ({ value, label: alertStates[value] }))]}
        />
        {people === null ? null : (
          <NativeSelect
            label={texts.assignee}
            value={assignee}
            onChange={({ currentTarget }) => setAssignee(currentTarget.value)}
            data={[
              { value: keep, label: texts.keepAssignee },
              { value: nobody, label: texts.nobody },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <TextInput
          type="datetime-local"
          label={texts.due}
          value={due}
          onChange={({ currentTarget }) => setDue(currentTarget.value)}
        />
        <NativeSelect
          label={texts.snooze}
          value={snooze}
          onChange={({ currentTarget }) => setSnooze(currentTarget.value)}
          data={[
            { value: '', label: texts.noSnooze },
            ...snoozes.map((hours) => ({ value: String(hours), label: texts.snoozeHours(hours) })),
          ]}
        />
      </div>
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        value={note}
        maxLength={4_000}
        rows={3}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
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
