import { listPorts, zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import type { MapCamera, MapPadding } from '@kianda/viz/map/create-map.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type ReadSource, useRead } from '../client/use-read.ts';
import { Readout } from '../ocean-map/readout.tsx';
import { useNarrow } from '../ocean-map/use-narrow.ts';
import { camera as cameraField } from '../page-frame/address.ts';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import styles from './plain-map.module.css';

// The map weighs more than all the rest, and is drawn once the card stands.
const PlainStage = lazy(() => import('./plain-stage.tsx'));

/** Where the map was moved to. */
const fields = { mapa: cameraField() };

type Props = {
  readonly texts: {
    readonly title: string;
    readonly purpose: string;
    readonly help: readonly [string, string, string];
  };
  readonly label: string;
  /** First view; null for the whole zone. */
  readonly camera: MapCamera | null;
  readonly hasPorts: boolean;
  /** The card next to the map; receives the zone's polygon and areas. */
  readonly children: (zee: ReadSource<ZeeAnswer>) => ReactNode;
};

export type ZeeAnswer = NonNullable<ReturnType<typeof useRead<typeof zeeBoundary>>['sourced']>['value'];

/** A map of the zone's limit alone, with a card of facts: starts fast, asks for little. */
export function PlainMap({ texts, label, camera, hasPorts, children }: Props) {
  const [{ mapa }, change, fragment] = useAddress(fields);
  const isNarrow = useNarrow();
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const zee = useRead(zeeBoundary, {});
  const ports = useRead(listPorts, hasPorts ? {} : null);
  const padding: MapPadding = isNarrow
    ? { top: 28, right: 24, bottom: 260, left: 24 }
    : { top: 32, right: 64, bottom: 32, left: 384 };
  return (
    <PageFrame {...texts} fragment={fragment} isFilled>
      <div className={styles.page}>
        <Suspense fallback={null}>
          <PlainStage
            {...{ label, padding }}
            camera={mapa ?? camera}
            zee={zee.sourced?.value.boundary}
            ports={ports.sourced?.value}
            onCamera={(moved) => change({ mapa: moved })}
            onPointer={setPointer}
          />
        </Suspense>
        <div className={styles.card}>{children(zee)}</div>
        <div className={styles.readout}>
          <Readout position={pointer} value={null} unit={null} />
        </div>
      </div>
    </PageFrame>
  );
}
