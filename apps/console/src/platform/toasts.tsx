import '@mantine/notifications/styles.layer.css';
import { isDialogOpen, subscribeOpenDialogs } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { createNewsQueue, type News } from './news-queue.ts';
import { type Notice, subscribeNotices, takeNotices } from './notices.ts';
import { noticeTexts } from './texts.pt.ts';

const colours: Readonly<Record<Notice['tone'], string>> = {
  success: 'green',
  info: 'blue',
  warning: 'yellow',
  error: 'red',
};

type LeadingProps = {
  readonly message: string;
  readonly act: NonNullable<Notice['act']>;
  readonly onDone: () => void;
};

/** A message with the way to what it tells of. */
function Leading({ message, act, onDone }: LeadingProps) {
  const open = () => {
    act.run();
    onDone();
  };
  return (
    <>
      {message}{' '}
      <Anchor component="button" type="button" size="sm" onClick={open}>
        {act.label}
      </Anchor>
    </>
  );
}

/** Shows one notice; returns its id. */
function show({ tone, title, message, act }: Notice, onClose?: () => void): string {
  const id = notifications.show({
    title,
    message:
      act === undefined ? message : <Leading message={message} act={act} onDone={() => notifications.hide(id)} />,
    color: colours[tone],
    // A notice with a link leaves time to reach it.
    autoClose: tone === 'error' || act !== undefined ? 12_000 : 6_000,
    ...(onClose === undefined ? {} : { onClose }),
  });
  return id;
}

/** Shows news one at a time, and none over a dialog: there it would cover the buttons. */
function createNewsDisplay() {
  const queue = createNewsQueue();
  let shown: { readonly id: string; readonly news: News } | null = null;
  const next = () => {
    if (isDialogOpen()) {
      if (shown === null) return;
      const { id, news } = shown;
      shown = null;
      queue.giveBack(news);
      notifications.hide(id);
      return;
    }
    if (shown !== null) return;
    const news = queue.take();
    if (news === undefined) return;
    const { notice, others } = news;
    const message = others === 0 ? notice.message : noticeTexts.withOthers(notice.message, others);
    const id = show({ ...notice, message }, () => {
      if (shown?.news !== news) return;
      shown = null;
      // Mantine says that a notice closes while it removes it.
      queueMicrotask(next);
    });
    shown = { id, news };
  };
  return { add: queue.add, next };
}

/** One notice at a time; the others wait. */
export default function Toasts() {
  useEffect(() => {
    const news = createNewsDisplay();
    const take = () => {
      for (const notice of takeNotices()) {
        if (notice.isNews === true) news.add(notice);
        else show(notice);
      }
      news.next();
    };
    take();
    const ends = [subscribeNotices(take), subscribeOpenDialogs(news.next)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return <Notifications limit={1} position="bottom-right" role="status" />;
}
