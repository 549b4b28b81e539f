import type { Station } from '@kianda/contract/sea/ocean/ocean.contract';
import { formatCoordinates, formatNumber, formatQuantity } from '@kianda/format';
import type { Position } from '@kianda/geo';
import { EmptyState, PanelFailure, PeriodPicker, SkeletonLines, usePreferences } from '@kianda/ui';
import { usePrefersStill } from '@kianda/viz/motion/use-prefers-still.ts';
import { blockScale } from '@kianda/viz/waves/block-scale.ts';
import { Button, NativeSelect } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { choice, flag, numberIn, place } from '../page-frame/address.ts';
import { Degrees } from '../page-frame/degrees.tsx';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { SideLayout } from '../page-frame/side-layout.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import { Compass } from './compass.tsx';
import { Measures } from './measures.tsx';
import styles from './ocean-surface.module.css';
import { compassPoint, patchKm, turned } from './sea-state.ts';
import { seaTexts as texts } from './texts.pt.ts';
import { type SeaReads, useSea } from './use-sea.ts';

// The drawing is the heaviest part, and comes once the measures stand.
const SeaCanvas = lazy(() => import('./sea-canvas.tsx').then((module) => ({ default: module.SeaCanvas })));
const StillSea = lazy(() => import('./still-sea.tsx').then((module) => ({ default: module.StillSea })));

const fields = {
  lugar: place(),
  vista: choice(['block', 'eye'], 'block'),
  rumo: numberIn(0, 359, 25),
  anda: flag(true),
};
type State = ReturnType<typeof useAddress<typeof fields>>[0];
type Change = ReturnType<typeof useAddress<typeof fields>>[1];

/** The sea in three dimensions at a place of the ZEE, from the waves, the wind and the depths that the platform holds. */
export function SeaPage() {
  const [state, change, fragment] = useAddress(fields);
  const reads = useSea(state.lugar);
  return (
    <PageFrame
      title={texts.title}
      purpose={texts.purpose}
      help={texts.help}
      fragment={fragment}
      shortcuts={[
        { key: 'v', label: texts.view, run: () => change({ vista: state.vista === 'block' ? 'eye' : 'block' }) },
        { key: ' ', label: `${texts.pause} / ${texts.play}`, run: () => change({ anda: !state.anda }) },
      ]}
    >
      <SideLayout
        label={texts.place}
        side={
          <>
            <PlaceChoice
              stations={reads.stations.sourced?.value.stations ?? []}
              place={reads.place}
              onPlace={(lugar) => change({ lugar })}
            />
            {reads.stations.sourced === undefined ? <SkeletonLines lines={9} /> : <Measures reads={reads} />}
            <details className={styles.method}>
              <summary>{texts.method}</summary>
              <p>{texts.methodText}</p>
            </details>
          </>
        }
      >
        <Sea reads={reads} state={state} change={change} />
      </SideLayout>
    </PageFrame>
  );
}

type PlaceProps = {
  readonly stations: readonly Station[];
  readonly place: Position | null;
  readonly onPlace: (place: Position) => void;
};

/** A station, or a place by its coordinates. */
function PlaceChoice({ stations, place, onPlace }: PlaceProps) {
  const here = stations.find(({ lon, lat }) => place !== null && lon === place[0] && lat === place[1]);
  const [lon, lat] = place ?? [0, 0];
  return (
    <div className={styles.place}>
      <NativeSelect
        label={texts.station}
        value={here?.id ?? ''}
        data={[
          ...(here === undefined ? [{ value: '', label: texts.otherPlace }] : []),
          ...stations.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => {
          const station = stations.find(({ id }) => id === event.currentTarget.value);
          if (station !== undefined) onPlace([station.lon, station.lat]);
        }}
      />
      <div className={styles.degrees}>
        <Degrees label={texts.longitude} value={lon} range={[6, 16]} onValue={(value) => onPlace([value, lat])} />
        <Degrees label={texts.latitude} value={lat} range={[-20, -3]} onValue={(value) => onPlace([lon, value])} />
      </div>
    </div>
  );
}

type SeaProps = { readonly reads: SeaReads; readonly state: State; readonly change: Change };

function Sea({ reads, state, change }: SeaProps) {
  const { coordinates } = usePreferences();
  const prefersStill = usePrefersStill();
  const [failure, setFailure] = useState<'noWebgl' | 'failed' | null>(null);
  const { stations, nearest, drawn, place } = reads;
  if (stations.sourced === undefined && stations.error !== null) {
    return <PanelFailure error={stations.error} onRetry={stations.refresh} />;
  }
  if (stations.sourced === undefined) return <SkeletonLines lines={12} />;
  if (nearest === null || drawn === null || place === null) {
    return <EmptyState title={texts.noWaves}>{texts.noWavesHint}</EmptyState>;
  }
  const { heightM, periodS, fromDegrees } = nearest.sea;
  const words = texts.words(
    formatQuantity(heightM, 'm', { maxDecimals: 2 }),
    formatQuantity(periodS, 's', { maxDecimals: 1 }),
    `${texts.points[compassPoint(fromDegrees)]} (${formatQuantity(fromDegrees, '°', { maxDecimals: 0 })})`,
  );
  const still = prefersStill ? 'reduced' : failure;
  return (
    <section className={styles.sea} aria-label={texts.view}>
      {still === null ? (
        <>
          <div className={styles.controls}>
            <PeriodPicker
              label={texts.view}
              options={(['block', 'eye'] as const).map((value) => ({ value, label: texts.views[value] }))}
              value={state.vista}
              onChange={(vista) => change({ vista })}
            />
            <Button variant="default" onClick={() => change({ anda: !state.anda })}>
              {state.anda ? texts.pause : texts.play}
            </Button>
            <Button
              variant="default"
              aria-label={texts.turnLeft}
              onClick={() => change({ rumo: turned(state.rumo, -30) })}
            >
              ⟲
            </Button>
            <Button
              variant="default"
              aria-label={texts.turnRight}
              onClick={() => change({ rumo: turned(state.rumo, 30) })}
            >
              ⟳
            </Button>
          </div>
          <div className={styles.frame}>
            <Suspense fallback={null}>
              <SeaCanvas
                sea={drawn}
                kind={state.vista}
                headingDegrees={state.rumo}
                isPlaying={state.anda}
                label={texts.canvas(formatCoordinates(place, coordinates), words)}
                onHeading={(rumo) => change({ rumo })}
                onPlaying={(anda) => change({ anda })}
                onFailure={setFailure}
              />
            </Suspense>
            <Compass headingDegrees={state.rumo} wavesFrom={fromDegrees} wind={reads.wind} />
          </div>
          <p className={styles.note}>{scaleNote(state, reads)}</p>
        </>
      ) : (
        <Suspense fallback={null}>
          <StillSea waves={drawn.waves} fromDegrees={fromDegrees} why={texts.still[still]} words={words} />
        </Suspense>
      )}
    </section>
  );
}

/** The scale of the drawing in words. */
function scaleNote({ vista }: State, { drawn }: SeaReads): string {
  if (vista === 'eye' || drawn === null) return texts.eyeNote;
  const { sideM, rise } = blockScale(drawn.waves);
  if (drawn.seabed === null) return texts.noBed;
  const deepest = formatQuantity(drawn.seabed.deepestM, 'm', { maxDecimals: 0 });
  const patch = `${formatNumber(patchKm)} × ${formatQuantity(patchKm, 'km')}`;
  const note = texts.blockNote(formatQuantity(sideM, 'm'), formatNumber(rise), patch, deepest);
  return `${note} ${texts.caustics}`;
}
