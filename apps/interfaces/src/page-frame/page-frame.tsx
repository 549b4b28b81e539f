import { formatInstant } from '@kianda/format';
import { usePreferences } from '@kianda/ui';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePageReads } from '../client/page-reads.ts';
import { browserClock } from '../platform/clock.ts';
import { useScheme, useSession, useSetScheme } from '../shared/session-context.ts';
import { FrameIcon } from './icons.tsx';
import styles from './page-frame.module.css';
import { type Shortcut, useShortcuts } from './shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { frameTexts as texts } from './texts.pt.ts';

// Dialogs weigh more than the frame: they come when they are first opened.
const HelpPane = lazy(() => import('./help-pane.tsx').then((module) => ({ default: module.HelpPane })));
const SharePane = lazy(() => import('./share-pane.tsx').then((module) => ({ default: module.SharePane })));

type Offer = 'refresh' | 'share';
const everything: readonly Offer[] = ['refresh', 'share'];

type Props = {
  readonly title: string;
  /** Purpose of the page, in a sentence. */
  readonly purpose: string;
  /** How to use it, in three sentences. */
  readonly help: readonly [string, string, string];
  /** Fragment that restores the present view: that of `useAddress`. */
  readonly fragment: string;
  /** Keys of the page, beside those of every page: `?`, `r`, `p`, `s`. */
  readonly shortcuts?: readonly Shortcut[];
  /** The page's own buttons, before those of every page. */
  readonly actions?: ReactNode;
  /** The content takes the rest of the window's height, as a map does. */
  readonly isFilled?: boolean;
  /** Acts that the page has a use for: one that reads nothing cannot read again, and a tool has no view to share. */
  readonly offers?: readonly Offer[];
  readonly children: ReactNode;
};

/** Frame of every interface page: its head with purpose and actions, where its figures come from, and its foot. */
export function PageFrame(props: Props) {
  const { title, purpose, fragment, isFilled = false, offers = everything } = props;
  const [canRefresh, canShare] = [offers.includes('refresh'), offers.includes('share')];
  const [pane, setPane] = useState<'help' | 'share' | null>(null);
  const reads = usePageReads();
  const { isTitled = false } = useSession();
  const shortcuts: readonly Shortcut[] = [
    ...(props.shortcuts ?? []),
    ...(canRefresh ? [{ key: 'r', label: texts.refresh, run: reads.refresh }] : []),
    ...(canShare ? [{ key: 's', label: texts.share, run: () => setPane('share') }] : []),
    { key: 'p', label: texts.print, run: () => window.print() },
    { key: '?', label: texts.helpKey, run: () => setPane('help') },
  ];
  useShortcuts(shortcuts);
  usePrintedLine(title, fragment);
  return (
    <div className={styles.frame} data-filled={isFilled} data-titled={isTitled}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.purpose}>{purpose}</p>
        </div>
        <fieldset className={`${styles.tools} k-no-print`} aria-label={texts.tools}>
          {props.actions}
          {canRefresh ? <Tool name="refresh" label={texts.refresh} run={reads.refresh} /> : null}
          {canShare ? <Tool name="share" label={texts.share} run={() => setPane('share')} /> : null}
          <Tool name="print" label={texts.print} run={() => window.print()} />
          <ThemeSwitch />
          <Tool name="help" label={texts.help} run={() => setPane('help')} />
        </fieldset>
        <StatusLine />
      </header>
      <main className={styles.content}>{props.children}</main>
      <footer className={styles.foot}>{texts.footer}</footer>
      <Suspense fallback={null}>
        {pane === 'help' ? (
          <HelpPane title={title} help={props.help} shortcuts={shortcuts} onClose={() => setPane(null)} />
        ) : null}
        {pane === 'share' ? <SharePane title={title} fragment={fragment} onClose={() => setPane(null)} /> : null}
      </Suspense>
    </div>
  );
}

type ToolProps = {
  readonly name: Parameters<typeof FrameIcon>[0]['name'];
  readonly label: string;
  readonly run: () => void;
};

function Tool({ name, label, run }: ToolProps) {
  return (
    <button type="button" className={styles.tool} aria-label={label} title={label} onClick={run}>
      <FrameIcon name={name} />
    </button>
  );
}

function ThemeSwitch() {
  const other = useScheme() === 'dark' ? 'light' : 'dark';
  const setScheme = useSetScheme();
  return <Tool name={other} label={texts.theme[other]} run={() => setScheme(other)} />;
}

/** Paper has no address bar: it says what it shows, where that is, and of when. */
function usePrintedLine(title: string, fragment: string): void {
  const session = useSession();
  const { timeZone } = usePreferences();
  useEffect(() => {
    const onPrint = () => {
      const at = formatInstant(browserClock(), timeZone);
      document.body.dataset.printed = texts.printed(title, session.linkTo(fragment), at);
    };
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, [title, fragment, session, timeZone]);
}
