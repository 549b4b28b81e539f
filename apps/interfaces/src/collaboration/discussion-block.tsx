import { collaborators } from '@kianda/contract/people/collaboration/collaboration.contract';
import {
  type DiscussionComment,
  findDiscussion,
  type listDiscussions,
  removeComment,
  setDiscussionState,
  startDiscussion,
} from '@kianda/contract/people/collaboration/discussions.contract';
import { RelativeTime, StatusPill } from '@kianda/ui';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useClient, useRead } from '../client/use-read.ts';
import styles from './collaboration.module.css';
import { Trouble } from './rooms-page.tsx';
import { collaborationTexts } from './texts.pt.ts';
import { useAct } from './use-act.ts';

const texts = collaborationTexts.discussion;
type Person = { readonly accountId: string; readonly name: string };

type Props = {
  readonly subject: string;
  readonly title: string;
  /** Those of the room: their change is told over the line. */
  readonly discussions: ReturnType<typeof useRead<typeof listDiscussions>>;
  readonly mayWrite: boolean;
};

/** The discussion of an annotation: its comments, and a new one with mentions. */
export function DiscussionBlock({ subject, title, discussions, mayWrite }: Props) {
  const client = useClient();
  const { error, run } = useAct();
  const known = discussions.sourced?.value.discussions.find((one) => one.subject === subject);
  const detail = useRead(findDiscussion, known === undefined ? null : { params: { id: known.id } });
  const { refresh } = detail;
  const version = `${known?.comments ?? 0} ${known?.lastAt ?? ''} ${known?.state ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list's entry is why it is read again
  useEffect(() => refresh(), [refresh, version]);
  const shown = detail.sourced?.value;
  const act = (make: () => Promise<unknown>) =>
    run(async () => {
      await make();
      discussions.refresh();
      refresh();
    });
  return (
    <section className={styles.block} aria-label={texts.title}>
      <div className={styles.row}>
        <h3 className={styles.blockTitle}>{texts.title}</h3>
        {shown?.discussion.state === 'resolved' ? <StatusPill tone="good">{texts.resolved}</StatusPill> : null}
      </div>
      {shown === undefined ? <p className={styles.note}>{texts.none}</p> : null}
      <ul className={styles.comments}>
        {shown?.comments.map((comment) => (
          <li key={comment.id}>
            <Comment
              comment={comment}
              onRemove={() => {
                const params = { id: shown.discussion.id, comment: comment.id };
                void act(() => client.call(removeComment, { params }));
              }}
            />
          </li>
        ))}
      </ul>
      {mayWrite ? (
        <CommentForm
          onSend={(text, mentions) =>
            act(() =>
              client.call(startDiscussion, {
                body: { subject, title, path: '/?section=scientific-interfaces', text, mentions: [...mentions] },
              }),
            )
          }
        />
      ) : null}
      {mayWrite && shown !== undefined ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            const state = shown.discussion.state === 'open' ? 'resolved' : 'open';
            void act(() => client.call(setDiscussionState, { params: { id: shown.discussion.id }, body: { state } }));
          }}
        >
          {shown.discussion.state === 'open' ? texts.resolve : texts.reopen}
        </Button>
      ) : null}
      <Trouble text={error} />
    </section>
  );
}

function Comment({ comment, onRemove }: { readonly comment: DiscussionComment; readonly onRemove: () => void }) {
  const { authorName, at, text, removed, mentions, isMine } = comment;
  return (
    <>
      <p className={styles.meta}>
        <strong>{authorName}</strong>
        {' · '}
        <RelativeTime at={at} />
        {mentions.length === 0 ? null : ` · @${mentions.map(({ name }) => name).join(', @')}`}
      </p>
      <p className={removed ? styles.note : styles.commentText}>{removed ? texts.removed : text}</p>
      {isMine && !removed ? (
        <Button size="compact-xs" variant="subtle" onClick={onRemove}>
          {texts.remove}
        </Button>
      ) : null}
    </>
  );
}

type FormProps = { readonly onSend: (text: string, mentions: readonly string[]) => Promise<boolean> };

function CommentForm({ onSend }: FormProps) {
  const [text, setText] = useState('');
  const [mentions, setMentions] = useState<readonly Person[]>([]);
  const people = useRead(collaborators, {}).sourced?.value.people ?? [];
  const mention = (id: string) => {
    const person = people.find(({ accountId }) => accountId === id);
    if (person !== undefined) setMentions([...mentions.filter(({ accountId }) => accountId !== id), person]);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(
          text,
          mentions.map(({ accountId }) => accountId),
        ).then((isSent) => {
          if (!isSent) return;
          setText('');
          setMentions([]);
        });
      }}
    >
      <Textarea
        label={texts.comment}
        value={text}
        maxLength={4_000}
        autosize
        minRows={2}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.row}>
        {mentions.map(({ accountId, name }) => (
          <Button
            key={accountId}
            size="compact-xs"
            variant="light"
            aria-label={texts.unmention(name)}
            onClick={() => setMentions(mentions.filter((one) => one.accountId !== accountId))}
          >
            {`@${name} ×`}
          </Button>
        ))}
      </div>
      <div className={styles.row}>
        <NativeSelect
          aria-label={texts.mention}
          value=""
          onChange={(event) => mention(event.currentTarget.value)}
          data={[
            { value: '', label: texts.mention },
            ...people.map(({ accountId, name }) => ({ value: accountId, label: name })),
          ]}
        />
        <Button type="submit" size="compact-md" disabled={text.trim() === ''}>
          {texts.send}
        </Button>
      </div>
    </form>
  );
}
