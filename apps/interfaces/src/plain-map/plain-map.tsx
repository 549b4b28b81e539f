import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { PageMark } from '@kianda/ui';
import type { MapCamera, MapPadding } from '@kianda/viz/map/create-map.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type ReadSource, useRead } from '../client/use-read.ts';
import { Readout } from '../ocean-map/readout.tsx';
import { useNarrow } from '../ocean-map/use-narrow.ts';
import styles from './plain-map.module.css';

// The map weighs more than all the rest, and is drawn once the card stands.
const PlainStage = lazy(() => import('./plain-stage.tsx'));

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
  const isNarrow = useNarrow();
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const zee = useRead(zeeBoundary, {});
  const ports = useRead(listPorts, hasPorts ? {} : null);
  const padding: MapPadding = isNarrow
    ? { top: 28, right: 24, bottom: 260, left: 24 }
    : { top: 32, right: 64, bottom: 32, left: 384 };
  return (
    <main className={styles.page}>
      <Suspense fallback={null}>
        <PlainStage
          {...{ label, camera, padding }}
          zee={zee.sourced?.value.boundary}
          ports={ports.sourced?.value}
          onPointer={setPointer}
        />
      </Suspense>
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
