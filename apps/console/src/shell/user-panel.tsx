import { roleNames } from '@kianda/contract';
import {
  IconApi,
  IconDevices,
  IconKey,
  IconLogout,
  IconLogout2,
  IconMoon,
  IconSettings,
  IconShieldCheck,
  IconSun,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSettings } from '../app-root.tsx';
import { useAccount } from '../client/context.tsx';
import { phoneQuery, useMedia } from '../platform/use-media.ts';
import { type AccountView, openAccountView } from './account/account-view.ts';
import styles from './header.module.css';
import { shellTexts } from './texts.pt.ts';
import { useSignOut } from './use-sign-out.ts';

/** The account and what belongs to it. */
export default function UserPanel({ onLeave }: { readonly onLeave: () => void }) {
  const account = useAccount();
  const signOut = useSignOut();
  const isSmall = useMedia(phoneQuery);
  const show = (view: AccountView) => {
    onLeave();
    openAccountView(view);
  };
  return (
    <>
      <div className={styles.who}>
        <p className={styles.whoName}>{account.name}</p>
        <p className={styles.whoDetail}>{account.email}</p>
        <p className={styles.whoDetail}>{roleNames[account.role]}</p>
      </div>
      <ul className={styles.choices}>
        {isSmall ? (
          <>
            <ThemeChoice />
            <Choice icon={<IconSettings size={17} />} label={shellTexts.settings} onChoose={() => show('settings')} />
          </>
        ) : null}
        {account.hasPassword ? (
          <Choice icon={<IconKey size={17} />} label={shellTexts.changePassword} onChoose={() => show('password')} />
        ) : null}
        <Choice icon={<IconShieldCheck size={17} />} label={shellTexts.twoStep} onChoose={() => show('two-step')} />
        <Choice icon={<IconDevices size={17} />} label={shellTexts.sessions} onChoose={() => show('sessions')} />
        <Choice icon={<IconApi size={17} />} label={shellTexts.apiKeys} onChoose={() => show('api-keys')} />
      </ul>
      <ul className={styles.choices}>
        <Choice icon={<IconLogout size={17} />} label={shellTexts.signOut} onChoose={() => void signOut(false)} />
        <Choice
          icon={<IconLogout2 size={17} />}
          label={shellTexts.signOutEverywhere}
          onChoose={() => void signOut(true)}
        />
      </ul>
    </>
  );
}

function ThemeChoice() {
  const { preferences, change } = useSettings();
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = preferences.colourScheme === 'auto' ? systemIsDark : preferences.colourScheme === 'dark';
  return (
    <Choice
      icon={isDark ? <IconSun size={17} /> : <IconMoon size={17} />}
      label={isDark ? shellTexts.toLight : shellTexts.toDark}
      onChoose={() => change({ colourScheme: isDark ? 'light' : 'dark' })}
    />
  );
}

type ChoiceProps = { readonly icon: ReactNode; readonly label: string; readonly onChoose: () => void };

function Choice({ icon, label, onChoose }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={styles.choice} onClick={onChoose}>
        <span aria-hidden="true" className={styles.choiceIcon}>
          {icon}
        </span>
        {label}
      </button>
    </li>
  );
}
