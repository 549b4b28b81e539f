import { createRoom, listRooms, type Room } from '@kianda/contract/people/collaboration/collaboration.contract';
import { collaborationInbox } from '@kianda/contract/people/collaboration/discussions.contract';
import { formatDay } from '@kianda/format';
import { EmptyState, Panel, RelativeTime, SkeletonLines } from '@kianda/ui';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { useClient, useRead } from '../client/use-read.ts';
import styles from './collaboration.module.css';
import { collaborationTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = collaborationTexts.rooms;
type Open = (room: string, annotation?: string | null) => void;

/** The rooms that the account may enter, what awaits it, and the form of a new room. */
export function RoomsPage({ onOpen }: { readonly onOpen: Open }) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim());
  const rooms = useRead(listRooms, { query: wanted === '' ? {} : { search: wanted } }, 60);
  return (
    <div className={styles.start}>
      <Panel
        title={texts.title}
        source={rooms}
        skeleton={<SkeletonLines lines={6} />}
        actions={
          <TextInput
            aria-label={texts.search}
            placeholder={texts.search}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        }
        isEmpty={(value) => value.rooms.length === 0}
        empty={<EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
      >
        {(value) => (
          <ul className={styles.rooms}>
            {value.rooms.map((room) => (
              <li key={room.id}>
                <RoomButton room={room} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <div className={styles.startSide}>
        <Inbox onOpen={onOpen} />
        <NewRoom onOpen={onOpen} />
      </div>
    </div>
  );
}

function RoomButton({ room, onOpen }: { readonly room: Room; readonly onOpen: Open }) {
  return (
    <button type="button" className={styles.room} onClick={() => onOpen(room.id)}>
      <strong>{room.name}</strong>
      {room.topic === '' ? null : <span className={styles.topic}>{room.topic}</span>}
      <span className={styles.meta}>
        {[texts.annotations(room.annotations), texts[room.access], texts.owner(room.ownerName)].join(' · ')}
        {' · '}
        <RelativeTime at={room.updatedAt} />
      </span>
    </button>
  );
}

function Inbox({ onOpen }: { readonly onOpen: Open }) {
  const inbox = useRead(collaborationInbox, {}, 60);
  const texts = collaborationTexts.inbox;
  return (
    <Panel
      title={texts.title}
      source={inbox}
      skeleton={<SkeletonLines lines={3} />}
      isEmpty={({ mentions, tasks }) => mentions.length + tasks.length === 0}
      empty={<p className={styles.note}>{texts.none}</p>}
    >
      {({ mentions, tasks }) => (
        <ul className={styles.rooms}>
          {tasks.map((task) => (
            <li key={task.id}>
              <button type="button" className={styles.room} onClick={() => onOpen(task.roomId, task.annotation)}>
                <strong>{texts.task(task.title, task.roomName)}</strong>
                {task.due === null ? null : <span className={styles.meta}>{texts.due(formatDay(task.due))}</span>}
              </button>
            </li>
          ))}
          {mentions.map((mention) => (
            <li key={mention.comment}>
              <Mention mention={mention} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type MentionProps = {
  readonly mention: {
    roomId: string | null;
    path: string;
    authorName: string;
    title: string;
    text: string;
    at: string;
  };
  readonly onOpen: Open;
};

function Mention({ mention, onOpen }: MentionProps) {
  const { roomId, path, authorName, title, text, at } = mention;
  const annotation = /annotation=([\da-f-]{36})/.exec(path)?.[1] ?? null;
  const words = (
    <>
      <strong>{collaborationTexts.inbox.mention(authorName, title)}</strong>
      <span className={styles.topic}>{text}</span>
      <span className={styles.meta}>
        <RelativeTime at={at} />
      </span>
    </>
  );
  // A figure of the console is discussed there.
  if (roomId === null) return <div className={styles.room}>{words}</div>;
  return (
    <button type="button" className={styles.room} onClick={() => onOpen(roomId, annotation)}>
      {words}
    </button>
  );
}

function NewRoom({ onOpen }: { readonly onOpen: Open }) {
  const client = useClient();
  const { isBusy, error, run } = useAct();
  const [name, setName] = useState('');
  const [topic, setTopic] = useState('');
  const [access, setAccess] = useState<'open' | 'members'>('open');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const { data } = await client.call(createRoom, { body: { name, topic, access } });
      onOpen(data.room.id);
    });
  };
  return (
    <section className={styles.card} aria-label={texts.newTitle}>
      <h2 className={styles.cardTitle}>{texts.newTitle}</h2>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label={texts.name}
          required
          minLength={3}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={texts.topic}
          maxLength={500}
          autosize
          minRows={2}
          value={topic}
          onChange={(event) => setTopic(event.currentTarget.value)}
        />
        <NativeSelect
          label={texts.access}
          value={access}
          onChange={(event) => setAccess(event.currentTarget.value === 'members' ? 'members' : 'open')}
          data={[
            { value: 'open', label: texts.open },
            { value: 'members', label: texts.members },
          ]}
        />
        <Trouble text={error} />
        <Button type="submit" loading={isBusy} disabled={name.trim().length < 3}>
          {texts.create}
        </Button>
      </form>
    </section>
  );
}

/** Why the last act failed, said aloud. */
export function Trouble({ text }: { readonly text: string | null }) {
  return (
    <p role="alert" className={styles.trouble} hidden={text === null}>
      {text}
    </p>
  );
}
