import { collaborationInbox } from '@kianda/contract/people/collaboration/discussions.contract';
import { formatDay } from '@kianda/format';
import { RelativeTime, SkeletonLines } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';
import { TilePanel } from './tile-panel.tsx';

const texts = homeTexts.inbox;
/** Lines of each kind on the tile; all are in the page of collaboration. */
const most = 4;
const roomPage = '/?section=scientific-interfaces&interface=collaboration';

/** Mentions of the person in discussions, and their open tasks. */
export function InboxTile() {
  const inbox = useEndpoint(collaborationInbox, {}, { refetchSeconds: 120 });
  return (
    <TilePanel
      tile="inbox"
      source={inbox}
      section="discussions"
      skeleton={<SkeletonLines lines={4} />}
      isEmpty={({ mentions, tasks }) => mentions.length + tasks.length === 0}
      empty={<p className={styles.lead}>{texts.none}</p>}
    >
      {({ mentions, tasks }) => (
        <ul className={styles.inbox}>
          {tasks.slice(0, most).map(({ id, title, roomId, roomName, due }) => (
            <li key={id}>
              <Anchor href={`${roomPage}#room=${roomId}`}>{texts.task(title, roomName)}</Anchor>
              {due === null ? null : <span> {texts.due(formatDay(due))}</span>}
            </li>
          ))}
          {mentions.slice(0, most).map(({ comment, path, authorName, title, at }) => (
            <li key={comment}>
              <Anchor href={path}>{texts.mention(authorName, title)}</Anchor> <RelativeTime at={at} />
            </li>
          ))}
        </ul>
      )}
    </TilePanel>
  );
}
