import type { SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { angolaBbox } from '@kianda/geo';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import type { MapBounds } from '@kianda/viz/map/create-map.ts';
import { PickLayer } from '@kianda/viz/map/layers/pick/pick-layer.tsx';
import { ProtectedAreasLayer } from '@kianda/viz/map/layers/protected-areas/protected-areas-layer.tsx';
import { type MapPick, MapView } from '@kianda/viz/map/map-view.tsx';
import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import styles from '../page.module.css';

type ShownArea = Pick<SurveillanceArea, 'name' | 'geometry'>;
type Props = {
  readonly label: string;
  /** First view; the whole ZEE for null. */
  readonly bounds: MapBounds | null;
  readonly areas?: readonly ShownArea[];
  /** Place that the map is about. */
  readonly place?: readonly [lon: number, lat: number] | null;
  readonly onPick?: (pick: MapPick) => void;
  readonly children?: ReactNode;
};

const padding = { top: 28, right: 52, bottom: 36, left: 28 };
const noAreas: readonly ShownArea[] = [];

/** Angola's sea with watched areas and a place; further layers as children. */
export default function SurveillanceMap({ label, bounds, areas = noAreas, place, onPick, children }: Props) {
  const scheme = useComputedColorScheme('light');
  const data = useMemo<GeoJSON.FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: areas.map(({ name, geometry }) => ({
        type: 'Feature',
        properties: { name, status: 'vigiada' },
        geometry,
      })),
    }),
    [areas],
  );
  return (
    <div className={styles.stage}>
      <MapView
        label={label}
        scheme={scheme}
        camera={null}
        bounds={bounds ?? angolaBbox}
        padding={padding}
        {...(onPick === undefined ? {} : { onPick })}
      >
        <ProtectedAreasLayer data={data} />
        {children}
        {place === undefined || place === null ? null : <PickLayer position={place} />}
        <div className={styles.zoom}>
          <ZoomButtons bounds={bounds ?? angolaBbox} padding={padding} />
        </div>
        <div className={styles.scale}>
          <ScaleBar />
        </div>
      </MapView>
    </div>
  );
}
