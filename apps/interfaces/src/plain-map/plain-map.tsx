import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { angolaBbox } from '@kianda/geo';
import { PageMark } from '@kianda/ui';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import type { MapCamera, MapPadding } from '@kianda/viz/map/create-map.ts';
import { GraticuleLayer } from '@kianda/viz/map/layers/graticule/graticule-layer.tsx';
import { PortsLayer } from '@kianda/viz/map/layers/ports/ports-layer.tsx';
import { ZeeLayer } from '@kianda/viz/map/layers/zee/zee-layer.tsx';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { type ReactNode, useState } from 'react';
import { type ReadSource, useRead } from '../client/use-read.ts';
import { Readout } from '../ocean-map/readout.tsx';
import { useNarrow } from '../ocean-map/use-narrow.ts';
import { useScheme } from '../shared/session-context.ts';
import styles from './plain-map.module.css';

type Props = {
  readonly label: string;
  /** First view; null for the whole zone. */
  readonly camera: MapCamera | null;
  readonly hasPorts: boolean;
  /** The card next to the map; receives the zone's polygon and areas. */
  readonly children: (zee: ReadSource<ZeeAnswer>) => ReactNode;
};

export type ZeeAnswer = NonNullable<ReturnType<typeof useRead<typeof zeeBoundary>>['sourced']>['value'];

/** A map of the zone's limit alone, with a card of facts: starts fast, asks for little. */
export function PlainMap({ label, camera, hasPorts, children }: Props) {
  const scheme = useScheme();
  const isNarrow = useNarrow();
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const zee = useRead(zeeBoundary, {});
  const ports = useRead(listPorts, hasPorts ? {} : null);
  const padding: MapPadding = isNarrow
    ? { top: 28, right: 24, bottom: 260, left: 24 }
    : { top: 32, right: 64, bottom: 32, left: 384 };
  return (
    <main className={styles.page}>
      <MapView
        label={label}
        scheme={scheme}
        camera={camera}
        bounds={angolaBbox}
        padding={padding}
        onPointer={setPointer}
      >
        <GraticuleLayer />
        {zee.sourced === undefined ? null : <ZeeLayer data={zee.sourced.value.boundary} hasFill />}
        {ports.sourced === undefined ? null : <PortsLayer data={ports.sourced.value} />}
        <div className={styles.zoom}>
          <ZoomButtons bounds={angolaBbox} padding={padding} />
        </div>
        <div className={styles.scale}>
          <ScaleBar />
        </div>
      </MapView>
      <div className={styles.card}>
        {children(zee)}
        <div className={styles.mark}>
          <PageMark />
        </div>
      </div>
      <div className={styles.readout}>
        <Readout position={pointer} value={null} unit={null} />
      </div>
    </main>
  );
}
