import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { angolaBbox } from '@kianda/geo';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { type MapPick, MapView } from '@kianda/viz/map/map-view.tsx';
import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import styles from './zee-frame.module.css';

const padding = { top: 16, right: 16, bottom: 16, left: 16 };

type Bounds = Parameters<typeof MapView>[0]['bounds'];
type Props = {
  /** Content of the map, for screen readers. */
  readonly label: string;
  /** First view; the waters of Angola where absent. */
  readonly bounds?: Bounds;
  /** The map takes the height that its frame leaves, instead of its own. */
  readonly fills?: boolean;
  readonly onPick: (pick: MapPick) => void;
  /** Position under the pointer, null once it has left. */
  readonly onPointer: (position: readonly [number, number] | null) => void;
  /** Layers, below the limit of the ZEE. */
  readonly children: ReactNode;
  /** Layers above it. */
  readonly above?: ReactNode;
};

/** A map inside a panel: layers, the limit of the ZEE, zoom and scale. */
export function ZeeFrame({ label, bounds = angolaBbox, fills = false, onPick, onPointer, children, above }: Props) {
  const scheme = useComputedColorScheme('light');
  const boundary = useEndpoint(zeeBoundary, {}, { refetchSeconds: 0 }).sourced?.value.boundary;
  return (
    <div className={styles.stage} data-fills={fills}>
      <MapView
        label={label}
        scheme={scheme}
        camera={null}
        bounds={bounds}
        padding={padding}
        onPick={onPick}
        onPointer={onPointer}
      >
        {children}
        {boundary === undefined ? null : <ZeeLayer data={boundary} />}
        {above}
        <div className={styles.zoom}>
          <ZoomButtons bounds={bounds} padding={padding} />
        </div>
        <div className={styles.scale}>
          <ScaleBar />
        </div>
      </MapView>
    </div>
  );
}
