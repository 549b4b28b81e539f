import { allows } from '@kianda/contract';
import { collaborators } from '@kianda/contract/people/collaboration/collaboration.contract';
import {
  addComment,
  type DiscussionComment,
  findDiscussion,
  listDiscussions,
  removeComment,
  setDiscussionState,
  startDiscussion,
} from '@kianda/contract/people/collaboration/discussions.contract';
import { RelativeTime, StatusPill } from '@kianda/ui';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { discussionTexts as texts } from './texts.pt.ts';
import styles from './thread.module.css';

const refreshed = [listDiscussions, findDiscussion] as const;
type About = { readonly subject: string; readonly title: string; readonly path: string };
type Props = {
  /** Null where nobody has commented: the first comment starts it. */
  readonly id: string | null;
  readonly about: About;
};

/** Comments of one discussion, and a new one. */
export function Thread({ id, about }: Props) {
  const { role } = useAccount();
  const mayWrite = allows('collaboration:write', role);
  return (
    <div className={styles.thread}>
      {id === null ? <p className={styles.note}>{texts.none}</p> : <Comments id={id} mayWrite={mayWrite} />}
      {mayWrite ? <CommentForm id={id} about={about} /> : null}
    </div>
  );
}

function Comments({ id, mayWrite }: { readonly id: string; readonly mayWrite: boolean }) {
  const found = useEndpoint(findDiscussion, { params: { id } }, { refetchSeconds: 30 });
  const removing = useAction(removeComment, refreshed);
  const changing = useAction(setDiscussionState, refreshed);
  const failure = removing.failure ?? changing.failure;
  if (found.sourced === undefined) return <p role="status">{found.error?.message ?? ''}</p>;
  const { discussion, comments } = found.sourced.value;
  const other = discussion.state === 'open' ? 'resolved' : 'open';
  return (
    <>
      <ul className={styles.comments}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <Comment comment={comment} onRemove={() => void removing.run({ params: { id, comment: comment.id } })} />
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        {discussion.state === 'resolved' ? <StatusPill tone="good">{texts.resolved}</StatusPill> : null}
        {mayWrite ? (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={changing.isRunning}
            onClick={() => void changing.run({ params: { id }, body: { state: other } })}
          >
            {discussion.state === 'open' ? texts.resolve : texts.reopen}
          </Button>
        ) : null}
      </div>
      {failure === null ? null : <p role="alert">{failure.message}</p>}
    </>
  );
}

type CommentProps = { readonly comment: DiscussionComment; readonly onRemove: () => void };

function Comment({ comment: { authorName, at, text, removed, mentions, isMine }, onRemove }: CommentProps) {
  return (
    <>
      <p className={styles.meta}>
        <strong>{authorName}</strong>
        {' · '}
        <RelativeTime at={at} />
        {mentions.length === 0 ? null : ` · ${mentions.map(({ name }) => `@${name}`).join(', ')}`}
      </p>
      <p className={removed ? styles.note : styles.text}>{removed ? texts.removed : text}</p>
      {isMine && !removed ? (
        <Button size="compact-xs" variant="subtle" onClick={onRemove}>
          {texts.remove}
        </Button>
      ) : null}
    </>
  );
}

/** Sends a comment: to the discussion there is, or to a new one of the subject. */
function useCommenting(id: string | null, about: About) {
  const starting = useAction(startDiscussion, refreshed);
  const adding = useAction(addComment, refreshed);
  return {
    isRunning: starting.isRunning || adding.isRunning,
    failure: starting.failure ?? adding.failure,
    async send(comment: { readonly text: string; readonly mentions: string[] }): Promise<boolean> {
      const outcome =
        id === null
          ? await starting.run({ body: { ...about, ...comment } })
          : await adding.run({ params: { id }, body: comment });
      return outcome.state !== 'failed';
    },
  };
}

type Person = { readonly accountId: string; readonly name: string };

function CommentForm({ id, about }: Props) {
  const [text, setText] = useState('');
  const [mentioned, setMentioned] = useState<readonly Person[]>([]);
  const people = useEndpoint(collaborators, {}, { refetchSeconds: 0 }).sourced?.value.people ?? [];
  const commenting = useCommenting(id, about);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const mentions = mentioned.map(({ accountId }) => accountId);
    if (!(await commenting.send({ text, mentions }))) return;
    setText('');
    setMentioned([]);
  };
  const mention = (accountId: string) => {
    const person = people.find((one) => one.accountId === accountId);
    if (person !== undefined && !mentioned.includes(person)) setMentioned([...mentioned, person]);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Textarea
        label={texts.comment}
        value={text}
        maxLength={4_000}
        rows={3}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.row}>
        {mentioned.map((person) => (
          <Button
            key={person.accountId}
            size="compact-xs"
            variant="light"
            aria-label={texts.unmention(person.name)}
            onClick={() => setMentioned(mentioned.filter((one) => one !== person))}
          >
            {`@${person.name} ×`}
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
        <Button type="submit" loading={commenting.isRunning} disabled={text.trim() === ''}>
          {texts.send}
        </Button>
      </div>
      {commenting.failure === null ? null : <p role="alert">{commenting.failure.message}</p>}
    </form>
  );
}
