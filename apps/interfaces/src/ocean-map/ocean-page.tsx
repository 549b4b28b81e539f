import { worstProvenance } from '@kianda/contract';
import { formatInstant } from '@kianda/format';
import { provenanceWord, useNow, usePreferences } from '@kianda/ui';
import type { MapPadding } from '@kianda/viz/map/create-map.ts';
import type { MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { currentsPace, windPace } from '@kianda/viz/map/layers/currents/overlay.ts';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { isSameDay, matchingMoment } from '@kianda/viz/timeline/slices.ts';
import { Timeline } from '@kianda/viz/timeline/timeline.tsx';
import { usePlayback } from '@kianda/viz/timeline/use-playback.ts';
import { useState } from 'react';
import { DetailPanel, type Hit } from './detail-panel.tsx';
import { FieldLegend, PresenceLegend } from './field-legend.tsx';
import type { Frame } from './frames.ts';
import { hitsOf, stationOf } from './hits.ts';
import { type BaseLayer, describeBase, type FlowBase, type Overlay } from './layers.ts';
import { LayersCard } from './layers-card.tsx';
import { MapStage } from './map-stage.tsx';
import styles from './ocean-page.module.css';
import { type Place, PlaceSearch } from './place-search.tsx';
import { Readout, valueAt } from './readout.tsx';
import { mapPageTexts as texts } from './texts.pt.ts';
import { TimeNotice } from './time-notice.tsx';
import { indexOfMoment, useDates, useFrame, useFrameStore, useTimeline, useWanted } from './use-frames.ts';
import { useNarrow } from './use-narrow.ts';
import { overlayNotes, useOverlays } from './use-overlays.ts';
import { useScale } from './use-scale.ts';
import { useView } from './use-view.ts';
import { initialView, type ViewState } from './view-state.ts';

/** Space that panels cover, by the shape of the page. */
function paddingOf(isNarrow: boolean, hasDetail: boolean): MapPadding {
  if (isNarrow) return { top: 60, right: 16, bottom: hasDetail ? 420 : 210, left: 16 };
  return { top: 28, right: hasDetail ? 420 : 60, bottom: 120, left: 300 };
}

const paces = { currentSpeed: currentsPace, windSpeed: windPace } as const;

type Props = {
  readonly title?: string;
  /** What a visitor sees first. */
  readonly initial?: ViewState;
  /** Offers a search over the places of the layers. */
  readonly hasSearch?: boolean;
  /** Fields offered: all unless named. */
  readonly bases?: readonly BaseLayer[];
  /** Layers offered over them: all unless named. */
  readonly shown?: readonly Overlay[];
  /** Whether a place that is picked tells its values: not where only the map itself is to be seen. */
  readonly hasDetail?: boolean;
};

/** The live map of Angola's sea: fields through time, currents, and what lies over them. */
export function OceanPage(props: Props) {
  const { title = texts.title, initial = initialView, hasSearch = false, hasDetail = true, bases, shown } = props;
  const [view, change, fragment] = useView(initial);
  const { timeZone } = usePreferences();
  const isNarrow = useNarrow();
  const now = useNow(60);
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const [hits, setHits] = useState<readonly Hit[]>([]);
  const [target, setTarget] = useState<MapTarget | null>(null);
  const [playing, setPlaying] = useState(false);
  const [framesPerSecond, setFramesPerSecond] = useState(2);

  const pick = hasDetail ? view.pick : null;
  const base = view.base === 'none' ? null : view.base;
  const clockBase = base ?? 'currentSpeed';
  const store = useFrameStore();
  const dates = useDates(clockBase);
  const flowBase: FlowBase | null = view.overlays.wind.on
    ? 'windSpeed'
    : view.overlays.currents.on
      ? 'currentSpeed'
      : null;
  const flowDates = useDates(flowBase);
  const index = indexOfMoment(dates.moments, view.momentMs);
  const momentMs = dates.moments[index] ?? null;
  const flowMs = momentMs === null ? null : matchingMoment(flowDates.moments, momentMs);

  const wantedFlow = flowBase === null ? null : { base: flowBase, dates: flowDates };
  useWanted(store, base, dates, wantedFlow, index, playing, framesPerSecond);
  const field = useFrame(store, base, momentMs);
  const flow = useFrame(store, flowBase, flowMs);
  const moments = useTimeline(store, clockBase, dates);
  const scale = useScale(base, view.fitted, field.shown);
  const sources = useOverlays(view.overlays);

  const show = (next: number) => {
    const ms = dates.moments[next];
    // The newest is followed, not pinned: tomorrow's visit by the same link sees tomorrow's field.
    if (ms !== undefined) change({ momentMs: next === dates.moments.length - 1 ? null : ms });
  };
  const next = moments.length === 0 ? 0 : (index + 1) % moments.length;
  const isNextReady = () => base === null || moments[next]?.ready === true;
  usePlayback({ playing, framesPerSecond, isNextReady, advance: () => show(next) });

  const onPick = ({ position, features }: MapPick) => {
    if (!hasDetail) return;
    const station = stationOf(features);
    setHits(hitsOf(features));
    change({ pick: station === null ? { kind: 'point', position } : { kind: 'station', id: station } });
  };
  const goTo = (place: Place) => {
    setHits([]);
    setTarget(place.target);
    change({ pick: place.pick });
  };
  const description = base === null ? null : describeBase(base);
  const pointed = valueAt(field.shown?.field ?? null, pointer);
  const credits = creditsOf([field.shown, flow.shown], now);
  const notes = overlayNotes(sources, timeZone);
  const flowSlice = flow.shown?.slice;
  const flowNote =
    flowMs === null && flowDates.source.sourced !== undefined
      ? { text: texts.noFlow }
      : flow.failure !== null
        ? { text: `${texts.layerFailed}: ${flow.failure.message}`, retry: store.retry }
        : {
            provenance: flow.shown?.provenance,
            text:
              flowSlice === undefined || momentMs === null || isSameDay(Date.parse(flowSlice.time), momentMs)
                ? undefined
                : texts.stale(formatInstant(flowSlice.time, timeZone)),
          };

  return (
    <main className={styles.page} data-detail={pick !== null}>
      <h1 className="k-visually-hidden">{title}</h1>
      <MapStage
        view={view}
        change={change}
        frame={field.shown}
        scale={scale}
        flow={
          flowBase === null || flowMs === null || flow.shown === null
            ? null
            : { frame: flow.shown, pace: paces[flowBase] }
        }
        sources={sources}
        padding={paddingOf(isNarrow, pick !== null)}
        caption={{
          title: base === null ? texts.mapLabel : texts.baseNames[base],
          detail: formatInstant(momentMs, timeZone),
          source: credits,
          legend: scale === null || description === null ? null : { scale, unit: description.unit },
        }}
        onPick={onPick}
        onPointer={setPointer}
        target={target}
      />
      <LayersCard
        view={view}
        change={change}
        notes={{ ...notes, [flowBase === 'windSpeed' ? 'wind' : 'currents']: flowNote }}
        fragment={fragment}
        isNarrow={isNarrow}
        {...(bases === undefined ? {} : { bases })}
        {...(shown === undefined ? {} : { shown })}
        search={hasSearch ? <PlaceSearch sources={sources} onFound={goTo} /> : null}
      />
      <Readout position={pointer} value={pointed} unit={description?.unit ?? null} />
      <div className={styles.dock}>
        <div className={styles.legends}>
          {view.overlays.presence.on && sources.presence.sourced !== undefined ? <PresenceLegend /> : null}
          {base === null || scale === null || description === null ? null : (
            <FieldLegend
              title={texts.baseNames[view.base]}
              description={description}
              scale={scale}
              frame={field}
              pointed={pointed}
              timeZone={timeZone}
              onRetry={store.retry}
            />
          )}
        </div>
        <div className={styles.time}>
          {moments.length === 0 ? (
            <TimeNotice dates={dates} base={clockBase} />
          ) : (
            <Timeline
              moments={moments}
              index={index}
              onIndex={show}
              playing={playing}
              onPlaying={setPlaying}
              framesPerSecond={framesPerSecond}
              onFramesPerSecond={setFramesPerSecond}
              buffering={playing && !isNextReady()}
              timeZone={timeZone}
              detail={formatInstant(momentMs, timeZone).split(', ')[1]}
            />
          )}
          <p className={styles.credits}>{credits}</p>
        </div>
      </div>
      {pick === null ? null : (
        <aside className={styles.detail}>
          <DetailPanel
            key={pick.kind === 'station' ? pick.id : 'point'}
            pick={pick}
            series={view.series}
            hits={hits}
            change={change}
          />
        </aside>
      )}
    </main>
  );
}

/** Who the fields come from, and in what state: it stands below the map, and below every picture of it. */
function creditsOf(frames: readonly (Frame | null)[], now: number): string {
  const shown = frames.filter((frame) => frame !== null);
  if (shown.length === 0) return texts.baseMap;
  const providers = [...new Set(shown.map(({ slice }) => slice.provider))].join(', ');
  const state = provenanceWord(worstProvenance(shown.map(({ provenance }) => provenance)), now);
  return [texts.sources(providers, state), texts.baseMap].join(' · ');
}
