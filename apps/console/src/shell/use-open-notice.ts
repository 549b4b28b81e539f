import { listNotifications, type Notice, readNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { listNotices } from '@kianda/contract/people/notifications/notices.contract';
import { useAction } from '../client/use-action.ts';
import { parseSearch } from '../search.ts';
import { findSection } from '../sections/sections.ts';
import { useOpenSection } from './use-section.ts';

/** Answers refetched once notices are read. */
export const afterRead = [listNotifications, listNotices] as const;

/** Marks a notice as read, and opens its page. */
export function useOpenNotice(onLeave: () => void) {
  const openSection = useOpenSection();
  const { run } = useAction(readNotifications, afterRead);
  const markRead = ({ id, isRead }: Notice) => (isRead ? undefined : void run({ body: { ids: [id] } }));
  const open = (notice: Notice) => {
    const { section, ...search } = parseSearch(notice.path.slice(notice.path.indexOf('?') + 1));
    const target = section === undefined ? undefined : findSection(section);
    markRead(notice);
    if (target !== undefined) openSection(target.id, search);
    onLeave();
  };
  return { markRead, open };
}
