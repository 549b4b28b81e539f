import { Dialog, SkeletonLines } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { noticeTexts } from '../notice-texts.pt.ts';
import SettingsPanel from '../settings-panel.tsx';
import { shellTexts } from '../texts.pt.ts';
import type { AccountView } from './account-view.ts';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { TwoStep } from './two-step.tsx';

const NoticeHistory = lazy(() => import('../notice-history/notice-history.tsx'));
const OwnKeys = lazy(() => import('./own-keys.tsx'));

type Props = { readonly view: AccountView; readonly onClose: () => void };

const titles: Readonly<Record<AccountView, string>> = {
  password: shellTexts.changePassword,
  'two-step': shellTexts.twoStep,
  sessions: shellTexts.sessions,
  'api-keys': shellTexts.apiKeys,
  settings: shellTexts.settings,
  notices: noticeTexts.history.title,
};
const sizes: Readonly<Partial<Record<AccountView, string>>> = { sessions: 'lg', 'api-keys': 'lg', notices: 'xl' };

/** Settings of the own account. */
export default function AccountDialog({ view, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={titles[view]} size={sizes[view] ?? 'md'}>
      {view === 'password' ? <PasswordForm onDone={onClose} /> : null}
      {view === 'two-step' ? <TwoStep /> : null}
      {view === 'sessions' ? <SessionList /> : null}
      {view === 'api-keys' ? (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <OwnKeys />
        </Suspense>
      ) : null}
      {view === 'notices' ? (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <NoticeHistory onLeave={onClose} />
        </Suspense>
      ) : null}
      {view === 'settings' ? <SettingsPanel onLeave={onClose} /> : null}
    </Dialog>
  );
}
