import { formatNumber } from '@kianda/format';
import { SkeletonLines } from '@kianda/ui';
import { ActionIcon, Tabs } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useId } from 'react';
import { narrowQuery, useMedia } from '../../../../platform/use-media.ts';
import { NarrowPlaceContext } from '../../../shared/resource/resource-filters.tsx';
import page from '../page.module.css';
import { fishingTabs, noSharedList } from '../search.ts';
import { fishingTexts as texts } from '../texts.pt.ts';
import type { TabView } from '../view.ts';
import { type PaneState, paneOf } from './pane.ts';
import { useOverflow } from './use-overflow.ts';
import styles from './workspace.module.css';

type Props = {
  readonly search: TabView['search'];
  readonly change: TabView['change'];
  readonly counts: { readonly alerts: number | undefined; readonly vessels: number | undefined };
  readonly children: ReactNode;
};

/** Alerts, vessels, areas, access and settings beside the map, or as a sheet over it on a narrow screen. */
export function SidePane({ search, change, counts, children }: Props) {
  const isNarrow = useMedia(narrowQuery);
  const content = useId();
  const tab = search.tab ?? 'alerts';
  const row = useOverflow(tab);
  const pane = paneOf(search, isNarrow);
  const isOpen = pane !== 'closed';
  const turn = (next: PaneState) => change({ pane: next }, { replace: true });
  const onTab = (next: string | null) =>
    change({ ...noSharedList, tab: fishingTabs.find((name) => name === next), ...(isOpen ? {} : { pane: 'open' }) });
  return (
    <section className={styles.pane} data-pane={pane} aria-label={texts.pane.label}>
      <div className={styles.head}>
        <PaneButtons pane={pane} content={content} onPane={turn} />
        <Tabs value={tab} onChange={onTab} keepMounted={false} className={styles.choice ?? ''}>
          <Tabs.List ref={row.ref} data-more={row.more} aria-label={texts.tabsLabel} className={styles.tabs ?? ''}>
            {fishingTabs.map((one) => {
              const count = one === 'alerts' || one === 'vessels' ? counts[one] : undefined;
              return (
                <Tabs.Tab
                  key={one}
                  value={one}
                  data-tab={one}
                  aria-controls={content}
                  // The tab that is chosen opens a folded pane as well.
                  onClick={() => (isOpen ? undefined : turn('open'))}
                >
                  {texts.tabs[one]}
                  {count === undefined ? null : (
                    <span className={page.count}> ({formatNumber(count, { maxDecimals: 0 })})</span>
                  )}
                </Tabs.Tab>
              );
            })}
          </Tabs.List>
        </Tabs>
      </div>
      <div id={content} className={styles.content} role="tabpanel" aria-label={texts.tabs[tab]} hidden={!isOpen}>
        {isOpen ? (
          <NarrowPlaceContext value={pane !== 'wide'}>
            <Suspense fallback={<SkeletonLines lines={8} />}>{children}</Suspense>
          </NarrowPlaceContext>
        ) : null}
      </div>
    </section>
  );
}

type ButtonsProps = {
  readonly pane: PaneState;
  readonly content: string;
  readonly onPane: (pane: PaneState) => void;
};

function PaneButtons({ pane, content, onPane }: ButtonsProps) {
  const isOpen = pane !== 'closed';
  const isWide = pane === 'wide';
  const fold = isOpen ? texts.pane.close : texts.pane.open;
  const widen = isWide ? texts.pane.narrow : texts.pane.wide;
  return (
    <>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={fold}
        title={fold}
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => onPane(isOpen ? 'closed' : 'open')}
      >
        {isOpen ? <IconLayoutSidebarRightCollapse size={18} /> : <IconLayoutSidebarRightExpand size={18} />}
      </ActionIcon>
      {isOpen ? (
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={widen}
          title={widen}
          aria-pressed={isWide}
          onClick={() => onPane(isWide ? 'open' : 'wide')}
        >
          {isWide ? <IconArrowsDiagonalMinimize2 size={18} /> : <IconArrowsDiagonal size={18} />}
        </ActionIcon>
      ) : null}
    </>
  );
}
