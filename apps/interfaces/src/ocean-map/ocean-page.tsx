import { worstProvenance } from '@kianda/contract';
import { formatInstant } from '@kianda/format';
import { provenanceWord, useNow, usePreferences } from '@kianda/ui';
import type { MapPadding } from '@kianda/viz/map/create-map.ts';
import type { MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { currentsPace, windPace } from '@kianda/viz/map/layers/currents/drawing.ts';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { useState } from 'react';
import { DetailPanel } from './detail-panel.tsx';
import type { Frame } from './frames.ts';
import { hitsOf, stationOf } from './hits.ts';
import { type BaseLayer, describeBase, type Overlay } from './layers.ts';
import { LayersCard } from './layers-card.tsx';
import { MapStage } from './map-stage.tsx';
import { ModelLegend, ModelPanel } from './model-panel.tsx';
import styles from './ocean-page.module.css';
import { type Place, PlaceSearch } from './place-search.tsx';
import type { Hit } from './point-detail.tsx';
import { Readout, valueAt } from './readout.tsx';
import { mapPageTexts as texts } from './texts.pt.ts';
import { TimeDock } from './time-dock.tsx';
import { modelHit, useModelMap } from './use-model-map.ts';
import { useNarrow } from './use-narrow.ts';
import { flowNote, type OceanFields, useOceanFields } from './use-ocean-fields.ts';
import { overlayNotes, useOverlays } from './use-overlays.ts';
import { useScale } from './use-scale.ts';
import { type ChangeView, useView } from './use-view.ts';
import { initialView, type ViewState } from './view-state.ts';

/** Space that panels cover, by the shape of the page. */
function paddingOf(isNarrow: boolean, hasDetail: boolean): MapPadding {
  if (isNarrow) return { top: 60, right: 16, bottom: hasDetail ? 420 : 210, left: 16 };
  return { top: 28, right: hasDetail ? 420 : 60, bottom: 120, left: 300 };
}

const paces = { currentSpeed: currentsPace, windSpeed: windPace } as const;

type Props = {
  readonly title?: string;
  /** View of a first visit. */
  readonly initial?: ViewState;
  /** Offers a search over the places of the layers. */
  readonly hasSearch?: boolean;
  /** Fields on offer; all by default. */
  readonly bases?: readonly BaseLayer[];
  /** Layers on offer over the fields; all by default. */
  readonly shown?: readonly Overlay[];
  /** True when picking a place opens its values. */
  readonly hasDetail?: boolean;
  /** Offers the maps of the models whose versions are in use. */
  readonly hasModels?: boolean;
};

/** The live map of Angola's sea: fields through time, currents, and the layers over them. */
export function OceanPage(props: Props) {
  const { title = texts.title, initial = initialView, hasSearch = false, hasDetail = true, bases, shown } = props;
  const { hasModels = false } = props;
  const [view, change, fragment] = useView(initial);
  const { timeZone } = usePreferences();
  const isNarrow = useNarrow();
  const now = useNow(60);
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const fields = useOceanFields(view, change);
  const { base, field, flow, momentMs } = fields;
  const scale = useScale(base, view.fitted, field.shown);
  const sources = useOverlays(view.overlays);
  const models = useModelMap(hasModels ? view.model : null, hasModels);
  const { hits, target, onPick, goTo } = usePicking(change, hasDetail);

  const pick = hasDetail ? view.pick : null;
  const unit = base === null ? null : describeBase(base).unit;
  const pointed = valueAt(field.shown?.field ?? null, pointer);
  const credits = creditsOf([field.shown, flow.frames.shown], now);
  const flowLayer = flow.base === 'windSpeed' ? 'wind' : 'currents';
  return (
    <main className={styles.page} data-detail={pick !== null}>
      <h1 className="k-visually-hidden">{title}</h1>
      <MapStage
        view={view}
        change={change}
        frame={field.shown}
        scale={scale}
        flow={shownFlow(flow)}
        model={models.shown}
        sources={sources}
        padding={paddingOf(isNarrow, pick !== null)}
        caption={{
          title: base === null ? texts.mapLabel : texts.baseNames[base],
          detail: formatInstant(momentMs, timeZone),
          source: credits,
          legend: scale === null || unit === null ? null : { scale, unit },
        }}
        onPick={onPick}
        onPointer={setPointer}
        target={target}
      />
      <LayersCard
        view={view}
        change={change}
        notes={{ ...overlayNotes(sources, timeZone), [flowLayer]: flowNote(fields, timeZone) }}
        fragment={fragment}
        isNarrow={isNarrow}
        {...(bases === undefined ? {} : { bases })}
        {...(shown === undefined ? {} : { shown })}
        below={hasModels ? <ModelPanel models={models} chosen={view.model} change={change} /> : null}
        search={hasSearch ? <PlaceSearch sources={sources} onFound={goTo} /> : null}
      />
      <Readout position={pointer} value={pointed} unit={unit} />
      <TimeDock
        fields={fields}
        scale={scale}
        pointed={pointed}
        hasPresence={view.overlays.presence.on && sources.presence.sourced !== undefined}
        credits={credits}
        model={
          models.shown === null ? null : (
            <ModelLegend shown={models.shown} pointed={valueAt(models.shown.field, pointer)} />
          )
        }
      />
      {pick === null ? null : (
        <aside className={styles.detail}>
          <DetailPanel
            key={pick.kind === 'station' ? pick.id : 'point'}
            pick={pick}
            series={view.series}
            hits={pick.kind === 'point' ? [...modelHit(models.shown, pick.position), ...hits] : hits}
            change={change}
          />
        </aside>
      )}
    </main>
  );
}

/** Picks on the map and finds of the search, with the layers' elements at the picked place. */
function usePicking(change: ChangeView, hasDetail: boolean) {
  const [hits, setHits] = useState<readonly Hit[]>([]);
  const [target, setTarget] = useState<MapTarget | null>(null);
  return {
    hits,
    target,
    onPick({ position, features }: MapPick) {
      if (!hasDetail) return;
      const station = stationOf(features);
      setHits(hitsOf(features));
      change({ pick: station === null ? { kind: 'point', position } : { kind: 'station', id: station } });
    },
    goTo(place: Place) {
      setHits([]);
      setTarget(place.target);
      change({ pick: place.pick });
    },
  };
}

function shownFlow({ base, ms, frames }: OceanFields['flow']) {
  return base === null || ms === null || frames.shown === null ? null : { frame: frames.shown, pace: paces[base] };
}

/** Providers of the fields and the state of their data, shown below the map and below its pictures. */
function creditsOf(frames: readonly (Frame | null)[], now: number): string {
  const shown = frames.filter((frame) => frame !== null);
  if (shown.length === 0) return texts.baseMap;
  const providers = [...new Set(shown.map(({ slice }) => slice.provider))].join(', ');
  const state = provenanceWord(worstProvenance(shown.map(({ provenance }) => provenance)), now);
  return [texts.sources(providers, state), texts.baseMap].join(' · ');
}
