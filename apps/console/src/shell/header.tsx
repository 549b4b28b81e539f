import { PageMark } from '@kianda/ui';
import { IconBell, IconHelp, IconMenu2, IconMoon, IconSearch, IconSettings, IconSun } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useSettings } from '../app-root.tsx';
import { useAccount } from '../client/context.tsx';
import { useMedia } from '../platform/use-media.ts';
import { groupOf } from '../sections/sections.ts';
import styles from './header.module.css';
import { HeaderPopover } from './header-popover.tsx';
import { openHelp } from './help/help-view.ts';
import { initialsOf } from './initials.ts';
import { LazyBoundary } from './lazy-boundary.tsx';
import { SystemStatus } from './system-status.tsx';
import { shellTexts } from './texts.pt.ts';
import { useNotices } from './use-notices.ts';

const NoticeSettingsDialog = lazy(() => import('./notice-settings/notice-settings-dialog.tsx'));
const NotificationsPanel = lazy(() => import('./notifications-panel.tsx'));
const SettingsPanel = lazy(() => import('./settings-panel.tsx'));
const UserPanel = lazy(() => import('./user-panel.tsx'));

type Props = {
  readonly sectionId: string;
  readonly title: string;
  /** The menu button, on narrow screens. */
  readonly menu: { readonly isOpen: boolean; readonly controls: string; readonly onOpen: () => void } | null;
  readonly onSearch: () => void;
};

/** Title of the section, state of the system, and the tools that are always at hand. */
export function Header({ sectionId, title, menu, onSearch }: Props) {
  const account = useAccount();
  return (
    <header className={styles.header}>
      {menu === null ? null : (
        <button
          type="button"
          className={styles.tool}
          aria-label={shellTexts.openMenu}
          aria-expanded={menu.isOpen}
          aria-controls={menu.controls}
          onClick={menu.onOpen}
        >
          <IconMenu2 size={20} aria-hidden="true" />
        </button>
      )}
      <div className={styles.titles}>
        <GroupName sectionId={sectionId} />
        <h1 className={styles.title}>{title}</h1>
      </div>
      <PageMark />
      <SystemStatus />
      <div className={styles.tools}>
        <button type="button" className={styles.search} onClick={onSearch}>
          <IconSearch size={17} aria-hidden="true" />
          <span className={styles.searchText}>
            {shellTexts.search} <span className="k-visually-hidden">{shellTexts.searchHint}</span>
          </span>
          <kbd className={styles.keys}>{shellTexts.searchKeys}</kbd>
        </button>
        <button
          type="button"
          className={styles.tool}
          aria-label={shellTexts.help}
          title={shellTexts.help}
          onClick={() => openHelp()}
        >
          <IconHelp size={19} aria-hidden="true" />
        </button>
        <ThemeToggle />
        <Notifications />
        <HeaderPopover
          label={shellTexts.settings}
          icon={<IconSettings size={19} aria-hidden="true" />}
          width={330}
          className={styles.wideOnly}
        >
          {(close) => <SettingsPanel onLeave={close} />}
        </HeaderPopover>
        <HeaderPopover
          label={shellTexts.userMenu(account.name)}
          icon={
            <span className={styles.avatar} aria-hidden="true">
              {initialsOf(account)}
            </span>
          }
          width={270}
        >
          {(close) => <UserPanel onLeave={close} />}
        </HeaderPopover>
      </div>
    </header>
  );
}

function GroupName({ sectionId }: { readonly sectionId: string }) {
  const group = groupOf(sectionId);
  return group === undefined ? null : <p className={styles.group}>{group.label}</p>;
}

function ThemeToggle() {
  const { preferences, change } = useSettings();
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = preferences.colourScheme === 'auto' ? systemIsDark : preferences.colourScheme === 'dark';
  const label = isDark ? shellTexts.toLight : shellTexts.toDark;
  return (
    <button
      type="button"
      className={`${styles.tool} ${styles.wideOnly}`}
      aria-label={label}
      title={label}
      onClick={() => change({ colourScheme: isDark ? 'light' : 'dark' })}
    >
      {isDark ? <IconSun size={19} aria-hidden="true" /> : <IconMoon size={19} aria-hidden="true" />}
    </button>
  );
}

function Notifications() {
  const notices = useNotices();
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <HeaderPopover
        label={notices.label}
        icon={<IconBell size={19} aria-hidden="true" />}
        count={notices.count}
        width={384}
      >
        {(close) => (
          <NotificationsPanel
            notices={notices}
            onLeave={close}
            // A dialog above the panel would be outside it: the first click there would close both.
            onSettings={() => {
              close();
              setSetting(true);
            }}
          />
        )}
      </HeaderPopover>
      {isSetting ? (
        <LazyBoundary onClose={() => setSetting(false)}>
          <NoticeSettingsDialog onClose={() => setSetting(false)} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
