import {
  collaborators,
  deleteRoom,
  type findRoom,
  type RoomMember,
  removeRoomMember,
  roomRoles,
  setRoomMember,
} from '@kianda/contract/people/collaboration/collaboration.contract';
import { Dialog, Panel, SkeletonLines } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useClient, useRead } from '../client/use-read.ts';
import styles from './collaboration.module.css';
import type { RoomView } from './room/room-copy.ts';
import { Trouble } from './rooms-page.tsx';
import { collaborationTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = collaborationTexts.people;

type Props = {
  readonly detail: ReturnType<typeof useRead<typeof findRoom>>;
  readonly view: RoomView;
  readonly onLeave: () => void;
};

/** Who is in the room now, its members, and what its owner does with them. */
export function PeoplePanel({ detail, view, onLeave }: Props) {
  const client = useClient();
  const { error, run } = useAct();
  const remove = (id: string, account: string) =>
    run(async () => {
      await client.call(removeRoomMember, { params: { id, account } });
      if (account === view.me?.accountId) onLeave();
      else detail.refresh();
    });
  return (
    <>
      <section className={styles.block} aria-label={texts.now}>
        <h3 className={styles.blockTitle}>{texts.now}</h3>
        {view.people.length === 0 ? <p className={styles.note}>{texts.nobody}</p> : null}
        <ul className={styles.present}>
          {view.people.map(({ key, name }) => (
            <li key={key}>
              <span className={styles.initials} aria-hidden="true">
                {initialsOf(name)}
              </span>
              {key === view.you ? `${name} (${texts.you})` : name}
            </li>
          ))}
        </ul>
      </section>
      <Panel title={texts.members} source={detail} skeleton={<SkeletonLines lines={3} />}>
        {({ room, people }) => {
          const isOwner = room.role === 'owner';
          return (
            <>
              <ul className={styles.members}>
                {people.map((member) => (
                  <li key={member.accountId}>
                    <span>{member.name}</span>
                    <span className={styles.meta}>{roomRoles[member.role]}</span>
                    {mayRemove(member, isOwner, view) ? (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-label={texts.remove(member.name)}
                        onClick={() => void remove(room.id, member.accountId)}
                      >
                        {member.accountId === view.me?.accountId
                          ? collaborationTexts.rooms.leave
                          : collaborationTexts.discussion.remove}
                      </Button>
                    ) : null}
                  </li>
                ))}
              </ul>
              {isOwner ? <NewMember room={room.id} known={people} onAdded={detail.refresh} /> : null}
              {isOwner ? <RoomRemoval room={room.id} onRemoved={onLeave} /> : null}
            </>
          );
        }}
      </Panel>
      <Trouble text={error} />
    </>
  );
}

const mayRemove = ({ accountId, role }: RoomMember, isOwner: boolean, { me }: RoomView): boolean =>
  role !== 'owner' && (isOwner || accountId === me?.accountId);

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

type NewProps = { readonly room: string; readonly known: readonly RoomMember[]; readonly onAdded: () => void };

function NewMember({ room, known, onAdded }: NewProps) {
  const client = useClient();
  const { isBusy, error, run } = useAct();
  const [account, setAccount] = useState('');
  const [role, setRole] = useState<'editor' | 'reader'>('editor');
  const people = useRead(collaborators, {}).sourced?.value.people ?? [];
  const others = people.filter(({ accountId }) => known.every((member) => member.accountId !== accountId));
  const add = () =>
    run(async () => {
      await client.call(setRoomMember, { params: { id: room, account }, body: { role } });
      setAccount('');
      onAdded();
    });
  return (
    <div className={styles.form}>
      <div className={styles.two}>
        <NativeSelect
          label={texts.person}
          value={account}
          onChange={(event) => setAccount(event.currentTarget.value)}
          data={[
            { value: '', label: texts.choose },
            ...others.map(({ accountId, name }) => ({ value: accountId, label: name })),
          ]}
        />
        <NativeSelect
          label={texts.role}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value === 'reader' ? 'reader' : 'editor')}
          data={[
            { value: 'editor', label: roomRoles.editor },
            { value: 'reader', label: roomRoles.reader },
          ]}
        />
      </div>
      <Trouble text={error} />
      <Button variant="default" loading={isBusy} disabled={account === ''} onClick={() => void add()}>
        {texts.add}
      </Button>
    </div>
  );
}

function RoomRemoval({ room, onRemoved }: { readonly room: string; readonly onRemoved: () => void }) {
  const client = useClient();
  const { isBusy, error, run } = useAct();
  const [isAsking, setAsking] = useState(false);
  const words = collaborationTexts.rooms;
  const remove = () =>
    run(async () => {
      await client.call(deleteRoom, { params: { id: room } });
      onRemoved();
    });
  return (
    <div>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      {isAsking ? (
        <Dialog title={words.removeTitle} onClose={() => setAsking(false)} hasUnsaved={false}>
          <div className={styles.form}>
            <p>{words.removeText}</p>
            <Trouble text={error} />
            <div className={styles.row}>
              <Button variant="default" onClick={() => setAsking(false)}>
                {collaborationTexts.notes.cancel}
              </Button>
              <Button color="red" loading={isBusy} onClick={() => void remove()}>
                {words.remove}
              </Button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}
