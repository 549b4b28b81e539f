import '@mantine/notifications/styles.layer.css';
import { Anchor } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { type Notice, subscribeNotices, takeNotices } from './notices.ts';

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

/** One notice at a time; the others wait their turn. */
export default function Toasts() {
  useEffect(() => {
    const show = () => {
      for (const { tone, title, message, act } of takeNotices()) {
        const id = notifications.show({
          title,
          message:
            act === undefined ? message : <Leading message={message} act={act} onDone={() => notifications.hide(id)} />,
          color: colours[tone],
          // A notice with a link leaves time to reach it.
          autoClose: tone === 'error' || act !== undefined ? 12_000 : 6_000,
        });
      }
    };
    show();
    return subscribeNotices(show);
  }, []);
  return <Notifications limit={1} position="bottom-right" role="status" />;
}
