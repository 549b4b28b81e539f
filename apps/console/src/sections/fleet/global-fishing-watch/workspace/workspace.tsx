import { SkeletonLines } from '@kianda/ui';
import { lazy, type ReactNode, Suspense } from 'react';
import { FleetMapContext } from '../map/fleet-map-context.ts';
import { useFleetMap } from '../map/use-fleet-map.ts';
import type { TabView } from '../view.ts';
import styles from './workspace.module.css';

const VesselDialog = lazy(() => import('../vessels/vessel-dialog.tsx'));
const FleetMap = lazy(() => import('../map/fleet-map.tsx'));

type Props = {
  readonly view: TabView;
  /** The side pane: made by the page, so that a map that moves does not draw it again. */
  readonly children: ReactNode;
};

/** The map of the fleet in all the height that the window has, with its pane beside it. */
export default function Workspace({ view, children }: Props) {
  const map = useFleetMap(view);
  return (
    <FleetMapContext value={map}>
      <div className={styles.workspace}>
        <Suspense fallback={<SkeletonLines lines={12} />}>
          <FleetMap view={view} map={map} />
        </Suspense>
        {children}
      </div>
      {view.search.vessel === undefined ? null : (
        <Suspense fallback={null}>
          <VesselDialog
            key={view.search.vessel}
            id={view.search.vessel}
            onClose={() => view.change({ vessel: undefined })}
          />
        </Suspense>
      )}
    </FleetMapContext>
  );
}
