import {
  addRoomTask,
  type RoomTask,
  type roomTasks,
  setRoomTaskState,
} from '@kianda/contract/people/collaboration/casework.contract';
import { collaborators } from '@kianda/contract/people/collaboration/collaboration.contract';
import { formatDay } from '@kianda/format';
import { DayInput, EmptyState, Panel, SkeletonLines } from '@kianda/ui';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useClient, useRead } from '../client/use-read.ts';
import styles from './collaboration.module.css';
import { Trouble } from './rooms-page.tsx';
import { collaborationTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = collaborationTexts.tasks;

type Props = {
  readonly room: string;
  readonly tasks: ReturnType<typeof useRead<typeof roomTasks>>;
  readonly mayWrite: boolean;
  readonly onOpen: (annotation: string) => void;
};

/** Tasks of the room, and the form of a new one. */
export function TasksPanel({ room, tasks, mayWrite, onOpen }: Props) {
  const client = useClient();
  const { error, run } = useAct();
  const toggle = ({ id, state }: RoomTask) =>
    run(async () => {
      const next = state === 'open' ? 'done' : 'open';
      await client.call(setRoomTaskState, { params: { id: room, task: id }, body: { state: next } });
      tasks.refresh();
    });
  return (
    <>
      <Panel
        title={texts.title}
        source={tasks}
        skeleton={<SkeletonLines lines={4} />}
        isEmpty={(value) => value.tasks.length === 0}
        empty={<EmptyState title={texts.none}>{mayWrite ? texts.noneHint : null}</EmptyState>}
      >
        {(value) => (
          <ul className={styles.tasks}>
            {value.tasks.map((task) => (
              <li key={task.id}>
                <Checkbox
                  checked={task.state === 'done'}
                  disabled={!mayWrite}
                  aria-label={texts.toggle(task.title)}
                  label={task.title}
                  onChange={() => void toggle(task)}
                />
                <p className={styles.meta}>{factsOf(task)}</p>
                <Linked task={task} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Trouble text={error} />
      {mayWrite ? <NewTask room={room} onAdded={tasks.refresh} /> : null}
    </>
  );
}

function factsOf({ assigneeName, due, state, doneBy }: RoomTask): string {
  return [
    assigneeName ?? texts.nobody,
    ...(due === null ? [] : [collaborationTexts.inbox.due(formatDay(due))]),
    ...(state === 'done' && doneBy !== null ? [texts.done(doneBy)] : []),
  ].join(' · ');
}

function Linked({ task: { annotation }, onOpen }: { readonly task: RoomTask; readonly onOpen: Props['onOpen'] }) {
  if (annotation === null) return null;
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => onOpen(annotation)}>
      {texts.annotation}
    </Button>
  );
}

function NewTask({ room, onAdded }: { readonly room: string; readonly onAdded: () => void }) {
  const client = useClient();
  const { isBusy, error, run } = useAct();
  const [title, setTitle] = useState('');
  const [assignee, setAssignee] = useState('');
  const [due, setDue] = useState('');
  const people = useRead(collaborators, {}).sourced?.value.people ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await client.call(addRoomTask, {
        params: { id: room },
        body: { title, assignee: assignee === '' ? null : assignee, due: due === '' ? null : due },
      });
      setTitle('');
      onAdded();
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={texts.name}
        value={title}
        minLength={3}
        maxLength={200}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <div className={styles.two}>
        <NativeSelect
          label={texts.assignee}
          value={assignee}
          onChange={(event) => setAssignee(event.currentTarget.value)}
          data={[
            { value: '', label: texts.nobody },
            ...people.map(({ accountId, name }) => ({ value: accountId, label: name })),
          ]}
        />
        <DayInput label={texts.due} value={due} onChange={setDue} />
      </div>
      <Trouble text={error} />
      <Button type="submit" loading={isBusy} disabled={title.trim().length < 3}>
        {texts.add}
      </Button>
    </form>
  );
}
