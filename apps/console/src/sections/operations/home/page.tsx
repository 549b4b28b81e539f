import { allows } from '@kianda/contract';
import { type HomeTile, homeTileIds, tilesFor } from '@kianda/contract/operations/home/home-tiles';
import { workspaceIds, workspaceTiles } from '@kianda/contract/operations/home/workspaces';
import { ErrorBoundary, PageHeader, PageStack, SkeletonCards, useReportError } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconBriefcase, IconLayoutGrid, IconShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { LazyBoundary } from '../../../shell/lazy-boundary.tsx';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { WhenSeen } from '../../shared/when-seen.tsx';
import { useFirstSteps } from './api/use-first-steps.ts';
import { useHomeLayout } from './api/use-layout.ts';
import { SharedNotice } from './components/shared-notice.tsx';
import { TourOffer } from './components/tour-offer.tsx';
import styles from './home.module.css';
import { homeTexts as texts } from './texts.pt.ts';
import { TileFailure } from './tiles/tile-failure.tsx';
import { tileKinds } from './tiles/tiles.ts';

const Organiser = lazy(() => import('./components/organiser.tsx'));
const ShareDialog = lazy(() => import('./components/share-dialog.tsx'));
const WorkspaceDialog = lazy(() => import('./components/workspace-dialog.tsx'));
const SetupList = lazy(() => import('./components/setup-list.tsx'));

const known = new Set<string>(homeTileIds);
const searchSchema = z.object({
  /** Tiles of a layout that someone shares, separated by commas. */
  tiles: z.string().max(400).optional().catch(undefined),
  /** A workspace that is looked at. */
  workspace: z.enum(workspaceIds).optional().catch(undefined),
});

/** Section `home`: what each person sees first, made of tiles in an order of their own. */
export default function HomePage() {
  const { role } = useAccount();
  const [{ tiles: given, workspace }, changeAddress] = useSectionSearch(searchSchema);
  const { steps, change } = useFirstSteps();
  const layout = useHomeLayout();
  const [isOrganising, setOrganising] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const offered = workspace === undefined ? sharedTiles(given) : workspaceTiles[workspace];
  const shared = offered.length === 0 ? null : tilesFor(offered, role);
  const tiles = shared ?? layout.tiles;
  const leaveShared = () => changeAddress({ tiles: undefined, workspace: undefined }, { replace: true });
  return (
    <div className={`${touch.touch} ${styles.home}`} data-briefing={tiles.includes('briefing')}>
      <PageStack>
        <PageHeader
          description={isOrganising ? texts.organising : texts.description}
          actions={
            isOrganising || shared !== null ? undefined : (
              <HeadActions
                onChoose={() => setChoosing(true)}
                onShare={() => setSharing(true)}
                onOrganise={() => setOrganising(true)}
              />
            )
          }
        />
        {shared === null ? null : (
          <SharedNotice
            text={
              workspace === undefined ? texts.shared.text : texts.workspaces.shared(texts.workspaces.names[workspace])
            }
            onKeep={() => void layout.save(shared).then((isKept) => (isKept ? leaveShared() : undefined))}
            onBack={leaveShared}
          />
        )}
        {(steps === undefined || steps.tour === 'new') && !isOrganising ? (
          <div className={styles.offer}>
            {steps === undefined ? null : <TourOffer onChange={(tour) => change({ tour })} />}
          </div>
        ) : null}
        {isOrganising ? (
          <Suspense fallback={<SkeletonCards />}>
            <Organiser layout={layout} onLeave={() => setOrganising(false)} />
          </Suspense>
        ) : (
          <Tiles tiles={tiles} />
        )}
        {steps?.setup === 'shown' && !isOrganising && allows('config:write', role) ? (
          <WhenSeen>
            <Suspense fallback={null}>
              <SetupList onHide={() => void change({ setup: 'hidden' })} />
            </Suspense>
          </WhenSeen>
        ) : null}
      </PageStack>
      {isChoosing ? (
        <LazyBoundary onClose={() => setChoosing(false)}>
          <WorkspaceDialog
            onChoose={(chosen) => {
              setChoosing(false);
              changeAddress({ workspace: chosen });
            }}
            onClose={() => setChoosing(false)}
          />
        </LazyBoundary>
      ) : null}
      {isSharing ? (
        <LazyBoundary onClose={() => setSharing(false)}>
          <ShareDialog tiles={tiles} onClose={() => setSharing(false)} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

type ActionsProps = {
  readonly onChoose: () => void;
  readonly onShare: () => void;
  readonly onOrganise: () => void;
};

/** The ways from a home of one's own: to a workspace, to a shared address and to its order. */
function HeadActions({ onChoose, onShare, onOrganise }: ActionsProps) {
  return (
    <>
      <Button variant="default" leftSection={<IconBriefcase size={16} aria-hidden="true" />} onClick={onChoose}>
        {texts.workspaces.open}
      </Button>
      <Button variant="default" leftSection={<IconShare size={16} aria-hidden="true" />} onClick={onShare}>
        {texts.share.open}
      </Button>
      <Button variant="default" leftSection={<IconLayoutGrid size={16} aria-hidden="true" />} onClick={onOrganise}>
        {texts.organise}
      </Button>
    </>
  );
}

/** Tiles of a shared address that exist here, each once. */
function sharedTiles(given: string | undefined): readonly HomeTile[] {
  return [...new Set(given?.split(',') ?? [])].filter((tile): tile is HomeTile => known.has(tile));
}

function Tiles({ tiles }: { readonly tiles: readonly HomeTile[] }) {
  const report = useReportError();
  return (
    <ul className={styles.grid} aria-label={texts.tilesLabel}>
      {tiles.map((tile) => {
        const { Tile, thirds } = tileKinds[tile];
        return (
          <li key={tile} className={styles.tile} data-tile={tile} data-thirds={thirds}>
            <ErrorBoundary
              onError={report}
              fallback={(error, retry) => <TileFailure tile={tile} reason={error.message} onRetry={retry} />}
            >
              <Tile />
            </ErrorBoundary>
          </li>
        );
      })}
    </ul>
  );
}
