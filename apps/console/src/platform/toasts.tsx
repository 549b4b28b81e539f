import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { type Notice, subscribeNotices, takeNotices } from './notices.ts';

const colours: Readonly<Record<Notice['tone'], string>> = {
  success: 'green',
  info: 'blue',
  warning: 'yellow',
  error: 'red',
};

/** One notice at a time; the others wait their turn. */
export default function Toasts() {
  useEffect(() => {
    const show = () => {
      for (const { tone, title, message } of takeNotices()) {
        notifications.show({ title, message, color: colours[tone], autoClose: tone === 'error' ? 12_000 : 6_000 });
      }
    };
    show();
    return subscribeNotices(show);
  }, []);
  return <Notifications limit={1} position="bottom-right" role="status" />;
}
