import {
  type Discussion,
  findDiscussion,
  listDiscussions,
} from '@kianda/contract/people/collaboration/discussions.contract';
import { EmptyState, PageHeader, PageStack, Panel, RelativeTime, SkeletonLines, StatusPill } from '@kianda/ui';
import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { z } from 'zod';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useOpenSection, useSectionSearch } from '../../../shell/use-section.ts';
import { discussionTexts } from '../../shared/discussions/texts.pt.ts';
import { Thread } from '../../shared/discussions/thread.tsx';
import touch from '../../shared/touch.module.css';
import styles from './discussions.module.css';
import { discussionsTexts as texts } from './texts.pt.ts';

const searchSchema = z.object({
  discussion: z.uuid().optional().catch(undefined),
  /** A room that the search found: it is opened in its page. */
  room: z.uuid().optional().catch(undefined),
  q: z.string().max(120).optional().catch(undefined),
  state: z.enum(['open', 'resolved']).optional().catch(undefined),
});

/** Section `discussions`: what people discuss, and one of the discussions. */
export default function DiscussionsPage() {
  const [search, change] = useSectionSearch(searchSchema);
  const open = useOpenSection();
  const { room } = search;
  useEffect(() => {
    // The page of collaboration reads the room from its own fragment.
    if (room === undefined) return;
    open('scientific-interfaces', { interface: 'collaboration' });
    window.location.hash = `room=${room}`;
  }, [room, open]);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <Button variant="default" onClick={() => open('scientific-interfaces', { interface: 'collaboration' })}>
              {texts.openRooms}
            </Button>
          }
        />
        {search.discussion === undefined ? (
          <DiscussionList
            search={search}
            onSearch={(part) => change(part, { replace: true })}
            onOpen={(discussion) => change({ discussion })}
          />
        ) : (
          <OneDiscussion id={search.discussion} onBack={() => change({ discussion: undefined })} />
        )}
      </PageStack>
    </div>
  );
}

type Search = z.output<typeof searchSchema>;
type ListProps = {
  readonly search: Search;
  readonly onSearch: (part: Pick<Search, 'q'> | Pick<Search, 'state'>) => void;
  readonly onOpen: (id: string) => void;
};

function DiscussionList({ search, onSearch, onOpen }: ListProps) {
  const { q = '', state } = search;
  const query = { ...(q === '' ? {} : { search: q }), ...(state === undefined ? {} : { state }) };
  const found = useEndpoint(listDiscussions, { query }, { refetchSeconds: 60 });
  const isFiltered = q !== '' || state !== undefined;
  return (
    <Panel
      title={texts.list}
      source={found}
      skeleton={<SkeletonLines lines={8} />}
      actions={
        <>
          <TextInput
            aria-label={texts.search}
            placeholder={texts.search}
            value={q}
            onChange={(event) =>
              onSearch({ q: event.currentTarget.value === '' ? undefined : event.currentTarget.value })
            }
          />
          <NativeSelect
            aria-label={texts.state}
            value={state ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onSearch({ state: value === 'open' || value === 'resolved' ? value : undefined })
            }
            data={Object.entries(texts.states).map(([value, label]) => ({ value, label }))}
          />
        </>
      }
      isEmpty={({ discussions }) => discussions.length === 0}
      empty={
        <EmptyState title={isFiltered ? texts.noneMatch : texts.none}>{isFiltered ? null : texts.noneText}</EmptyState>
      }
    >
      {({ discussions }) => (
        <ul className={styles.list}>
          {discussions.map((discussion) => (
            <li key={discussion.id}>
              <Row discussion={discussion} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ discussion, onOpen }: { readonly discussion: Discussion; readonly onOpen: (id: string) => void }) {
  const { id, title, subject, comments, startedBy, lastAt, state } = discussion;
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <Anchor component="button" type="button" onClick={() => onOpen(id)}>
          {title}
        </Anchor>
        <p className={styles.meta}>
          {[
            subject.startsWith('annotation/') ? texts.kinds.annotation : texts.kinds.console,
            texts.comments(comments),
            texts.by(startedBy),
          ].join(' · ')}
          {` · ${texts.last} `}
          <RelativeTime at={lastAt} />
        </p>
      </div>
      <StatusPill tone={state === 'open' ? 'info' : 'good'}>{discussionTexts.state[state]}</StatusPill>
    </div>
  );
}

function OneDiscussion({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const found = useEndpoint(findDiscussion, { params: { id } }, { refetchSeconds: 30 });
  const discussion = found.sourced?.value.discussion;
  return (
    <Panel
      title={discussion?.title ?? texts.list}
      source={found}
      actions={
        <>
          <Button variant="default" size="compact-md" onClick={onBack}>
            {texts.back}
          </Button>
          {discussion === undefined ? null : (
            <Button component="a" variant="default" size="compact-md" href={discussion.path}>
              {texts.go}
            </Button>
          )}
        </>
      }
    >
      {({ discussion: { subject, title, path } }) => <Thread id={id} about={{ subject, title, path }} />}
    </Panel>
  );
}
