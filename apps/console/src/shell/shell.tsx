import { allows } from '@kianda/contract';
import { PageProvenance } from '@kianda/ui';
import { lazy, memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useAccount } from '../client/context.tsx';
import { useLinkTargets } from '../client/use-link-targets.ts';
import { useMySettings } from '../client/use-my-settings.ts';
import { interceptNewWindows } from '../platform/new-windows.ts';
import { narrowQuery, useMedia } from '../platform/use-media.ts';
import { SectionView, sectionTitle } from '../sections/section-view.tsx';
import { closeAccountView, useAccountView } from './account/account-view.ts';
import { Header } from './header.tsx';
import { closeHelp, openHelp, useHelpView } from './help/help-view.ts';
import { LazyBoundary } from './lazy-boundary.tsx';
import { MaintenanceNotice } from './maintenance-notice.tsx';
import { HeldSpace, NoticeSpace } from './notice-space.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { ReleaseNotice } from './release-notice.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SupportNotice } from './support-notice.tsx';
import { shellTexts } from './texts.pt.ts';
import { useIsFullView, useSectionId } from './use-section.ts';
import { useShortcut } from './use-shortcut.ts';

const Palette = lazy(() => import('./palette/palette.tsx'));
const TwoStepNotice = lazy(() => import('./two-step-notice.tsx'));
const HelpPanel = lazy(() => import('./help/help-panel.tsx'));
const BackgroundServices = lazy(() =>
  import('./background-services.tsx').catch((cause: unknown) => {
    console.warn('kianda: parte por carregar', cause);
    return { default: () => null };
  }),
);
const AccountDialog = lazy(() => import('./account/account-dialog.tsx'));

/**
 * Sidebar, header and the chosen section, whose values share one mark of where they come from. Not drawn again with what is above
 * it: a press that changes the address answers as soon as its own section has.
 */
export const Shell = memo(function Shell() {
  return (
    <PageProvenance>
      <ShellFrame />
      <Suspense fallback={null}>
        <BackgroundServices sectionId={useSectionId()} />
      </Suspense>
    </PageProvenance>
  );
});

function ShellFrame() {
  const sectionId = useSectionId();
  const isFull = useIsFullView();
  const isNarrow = useMedia(narrowQuery);
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const sidebarId = useId();
  const title = sectionTitle(sectionId);
  const isOverlayOpen = isNarrow && menuOpen;
  const main = useSectionFocus(sectionId);

  useShortcut('mod+k', () => setPaletteOpen(true));
  useShortcut('?', () => openHelp());
  useShortcut('Escape', () => setMenuOpen(false), isOverlayOpen);

  useEffect(() => {
    document.title = shellTexts.pageTitle(title);
  }, [title]);

  const targets = useLinkTargets();
  useEffect(() => (targets === undefined ? undefined : interceptNewWindows(window, targets)), [targets]);

  if (isFull) {
    return (
      <main id="conteudo" ref={main} tabIndex={-1} className={styles.full}>
        <h1 className="k-visually-hidden">{title}</h1>
        <SectionView key={sectionId} sectionId={sectionId} />
      </main>
    );
  }
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {shellTexts.skip}
      </button>
      {isOverlayOpen ? (
        <button
          type="button"
          className={styles.scrim}
          aria-label={shellTexts.closeMenu}
          onClick={() => setMenuOpen(false)}
        />
      ) : null}
      <Sidebar id={sidebarId} isOpen={menuOpen} isOverlay={isNarrow} onClose={() => setMenuOpen(false)} />
      <div className={styles.page} inert={isOverlayOpen}>
        <Header
          sectionId={sectionId}
          title={title}
          menu={isNarrow ? { isOpen: menuOpen, controls: sidebarId, onOpen: () => setMenuOpen(true) } : null}
          onSearch={() => setPaletteOpen(true)}
        />
        <OfflineNotice />
        <NoticesAbove sectionId={sectionId} />
        <main id="conteudo" ref={main} tabIndex={-1} className={styles.main}>
          <SectionView key={sectionId} sectionId={sectionId} />
        </main>
        <div className={styles.below}>
          <ReleaseNotice />
        </div>
      </div>
      <ShellDialogs isPaletteOpen={paletteOpen} onClosePalette={() => setPaletteOpen(false)} />
    </div>
  );
}

/** Each has a room of its own: one that comes later moves none that is there. */
function NoticesAbove({ sectionId }: { readonly sectionId: string }) {
  const { role, twoStepDueAt } = useAccount();
  const isNarrow = useMedia(narrowQuery);
  return (
    <>
      <NoticeSpace notice="maintenance" sectionId={sectionId} isExpected={false}>
        <MaintenanceNotice />
      </NoticeSpace>
      <NoticeSpace notice="two-step" sectionId={sectionId} isExpected={twoStepDueAt !== null}>
        <SecondStepCall />
      </NoticeSpace>
      {/* On a narrow screen it would take a third of every page: the check list of the home asks the same. */}
      {isNarrow ? null : (
        <NoticeSpace notice="support" sectionId={sectionId} isExpected={allows('config:write', role)}>
          <SupportNotice />
        </NoticeSpace>
      )}
    </>
  );
}

function SecondStepCall() {
  const { twoStepDueAt } = useAccount();
  return twoStepDueAt === null ? null : <SecondStepDue dueAt={twoStepDueAt} />;
}

const shownNow = { hiddenUntil: null } as const;

function SecondStepDue({ dueAt }: { readonly dueAt: string }) {
  const { id } = useAccount();
  // Asked for here, with the reads of the screen: after the notice's code it would go in a request of its own.
  const [settings, save] = useMySettings('two-step-notice', id, shownNow);
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <LazyBoundary onClose={() => setOpen(false)} waiting={<HeldSpace />}>
      <TwoStepNotice dueAt={dueAt} settings={settings} save={save} />
    </LazyBoundary>
  );
}

/** The main element, focused and scrolled to its top when another section opens. */
function useSectionFocus(sectionId: string) {
  const main = useRef<HTMLElement>(null);
  const shownSection = useRef(sectionId);
  useEffect(() => {
    if (shownSection.current === sectionId) return;
    shownSection.current = sectionId;
    // Keyboard and screen-reader users must land in the new section, not stay on the link that opened it.
    main.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [sectionId]);
  return main;
}

type DialogsProps = { readonly isPaletteOpen: boolean; readonly onClosePalette: () => void };

/** Help and account of one session do not open again for the next person who signs in. */
const closeOnLeaving = () => () => {
  closeHelp();
  closeAccountView();
};

function ShellDialogs({ isPaletteOpen, onClosePalette }: DialogsProps) {
  const accountView = useAccountView();
  const helpView = useHelpView();
  useEffect(closeOnLeaving, []);
  return (
    <>
      {helpView === null ? null : (
        <LazyBoundary onClose={closeHelp}>
          <HelpPanel view={helpView} onClose={closeHelp} />
        </LazyBoundary>
      )}
      {accountView === null ? null : (
        <LazyBoundary onClose={closeAccountView}>
          <AccountDialog view={accountView} onClose={closeAccountView} />
        </LazyBoundary>
      )}
      {isPaletteOpen ? (
        <LazyBoundary onClose={onClosePalette}>
          <Palette onClose={onClosePalette} />
        </LazyBoundary>
      ) : null}
    </>
  );
}
