import { worstProvenance } from '@kianda/contract';
import { formatInstant } from '@kianda/format';
import { provenanceWord, useNow, usePreferences } from '@kianda/ui';
import type { MapPadding } from '@kianda/viz/map/create-map.ts';
import type { MapTarget } from '@kianda/viz/map/fly-to.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { type ReactNode, useState } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { DetailPanel } from './detail-panel.tsx';
import { FlowControls } from './flow-controls.tsx';
import { paceOf, type ShownFlow } from './flow-pace.ts';
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
import { SeaPanels } from './sea-panels.tsx';
import { SignLegend } from './sign-legend.tsx';
import { mapPageTexts as texts } from './texts.pt.ts';
import { TimeDock } from './time-dock.tsx';
import { type ModelLayer, modelHit, type ShownModel, useModelMap } from './use-model-map.ts';
import { useNarrow } from './use-narrow.ts';
import { flowNote, type OceanFields, useOceanFields } from './use-ocean-fields.ts';
import { type OverlaySources, overlayNotes, useOverlays } from './use-overlays.ts';
import { useScale } from './use-scale.ts';
import { type ChangeView, useView } from './use-view.ts';
import { initialView, type ViewState } from './view-state.ts';

/** Space that panels cover, by the shape of the page. */
function paddingOf(isNarrow: boolean, hasDetail: boolean, hasPanels: boolean): MapPadding {
  if (isNarrow) return { top: 60, right: 16, bottom: hasDetail ? 420 : 210, left: 16 };
  // The panels at the right stand over land: as much room as at the left, and the sea is in the middle.
  return { top: 28, right: hasDetail ? 420 : hasPanels ? 300 : 60, bottom: 120, left: 300 };
}

/** Parts of the page that a pane of its own may describe. */
export type OceanParts = {
  readonly view: ViewState;
  readonly fields: OceanFields;
  readonly sources: OverlaySources;
};

type Props = {
  readonly title?: string;
  /** Purpose and help of the frame about the map; absent: the map alone, for pages with a head of their own. */
  readonly frame?: { readonly purpose: string; readonly help: readonly [string, string, string] };
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
  /** Shows the sea now, the statistics of the field and the alerts. */
  readonly hasPanels?: boolean;
  /** Offers the speed and the density of the particles. */
  readonly hasFlowControls?: boolean;
  /** Lists the signs of the layers shown. */
  readonly hasLegend?: boolean;
  /** `glass`: panels of frosted glass over the map. */
  readonly look?: 'plain' | 'glass';
  /** Parts beside the map. */
  readonly pane?: (parts: OceanParts) => ReactNode;
};

/** The live map of Angola's sea: fields through time, currents, and the layers over them. */
export function OceanPage(props: Props) {
  const { title = texts.title, initial = initialView, frame, pane, look = 'plain' } = props;
  const [view, change, fragment] = useView(initial);
  const fields = useOceanFields(view, change);
  const sources = useOverlays(view.overlays);
  const map = <OceanMap {...props} {...{ view, change, fragment, fields, sources }} />;
  if (frame === undefined) {
    return (
      <main className={styles.page} data-look={look} data-detail={view.pick !== null && props.hasDetail !== false}>
        <h1 className="k-visually-hidden">{title}</h1>
        {map}
      </main>
    );
  }
  return (
    <PageFrame title={title} purpose={frame.purpose} help={frame.help} fragment={fragment} isFilled>
      <div className={styles.split} data-pane={pane !== undefined}>
        <div className={styles.page} data-look={look} data-detail={view.pick !== null && props.hasDetail !== false}>
          {map}
        </div>
        {pane?.({ view, fields, sources })}
      </div>
    </PageFrame>
  );
}

type MapProps = Props & OceanParts & { readonly change: ChangeView; readonly fragment: string };

function OceanMap(props: MapProps) {
  const { view, change, fragment, fields, sources, bases, shown } = props;
  const { hasSearch = false, hasDetail = true, hasModels = false, hasPanels = false, hasLegend = false } = props;
  const { timeZone } = usePreferences();
  const isNarrow = useNarrow();
  const now = useNow(60);
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const { base, field, flow, momentMs } = fields;
  const scale = useScale(base, view.fitted, field.shown);
  const models = useModelMap(hasModels ? view.model : null, hasModels);
  const { hits, target, onPick, goTo } = usePicking(change, hasDetail);

  const pick = hasDetail ? view.pick : null;
  const unit = base === null ? null : describeBase(base).unit;
  const pointed = valueAt(field.shown?.field ?? null, pointer);
  const credits = creditsOf([field.shown, flow.frames.shown], now);
  const flowLayer = flow.base === 'windSpeed' ? 'wind' : 'currents';
  return (
    <>
      <MapStage
        view={view}
        change={change}
        frame={field.shown}
        scale={scale}
        flow={shownFlow(flow, view.pace, view.density)}
        model={models.shown}
        sources={sources}
        padding={paddingOf(isNarrow, pick !== null, hasPanels)}
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
        below={
          <>
            {hasModels ? <ModelPanel models={models} chosen={view.model} change={change} /> : null}
            {props.hasFlowControls === true ? <FlowControls view={view} change={change} /> : null}
            {hasPanels && isNarrow ? <SeaPanels frame={field.shown} /> : null}
          </>
        }
        search={hasSearch ? <PlaceSearch sources={sources} onFound={goTo} /> : null}
      />
      <Readout position={pointer} value={pointed} unit={unit} />
      <TimeDock
        fields={fields}
        scale={scale}
        pointed={pointed}
        hasPresence={view.overlays.presence.on && sources.presence.sourced !== undefined}
        hasUpwelling={view.overlays.upwelling.on && sources.upwelling.sourced !== undefined}
        credits={credits}
        hasMark={props.frame === undefined}
        model={
          <DockLegends models={models} pointer={pointer} layers={view.overlays} shown={shown} hasLegend={hasLegend} />
        }
      />
      {hasPanels && !isNarrow && pick === null ? (
        <aside className={styles.panels} aria-label={texts.panels}>
          <SeaPanels frame={field.shown} />
        </aside>
      ) : null}
      {pick === null ? null : (
        <Detail pick={pick} series={view.series} model={models.shown} hits={hits} change={change} />
      )}
    </>
  );
}

type LegendsProps = {
  readonly models: ModelLayer;
  readonly pointer: readonly [number, number] | null;
  readonly layers: ViewState['overlays'];
  readonly shown: readonly Overlay[] | undefined;
  readonly hasLegend: boolean;
};

/** Signs of the layers shown, and the legend of a model's map. */
function DockLegends({ models, pointer, layers, shown, hasLegend }: LegendsProps) {
  return (
    <>
      {hasLegend ? <SignLegend layers={layers} {...(shown === undefined ? {} : { shown })} /> : null}
      {models.shown === null ? null : (
        <ModelLegend shown={models.shown} pointed={valueAt(models.shown.field, pointer)} />
      )}
    </>
  );
}

type DetailProps = {
  readonly pick: NonNullable<ViewState['pick']>;
  readonly series: ViewState['series'];
  readonly model: ShownModel | null;
  readonly hits: readonly Hit[];
  readonly change: ChangeView;
};

/** Values of the picked place, the model's map among its elements. */
function Detail({ pick, series, model, hits, change }: DetailProps) {
  return (
    <aside className={styles.detail}>
      <DetailPanel
        key={pick.kind === 'station' ? pick.id : 'point'}
        pick={pick}
        series={series}
        hits={pick.kind === 'point' ? [...modelHit(model, pick.position), ...hits] : hits}
        change={change}
      />
    </aside>
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

function shownFlow({ base, ms, frames }: OceanFields['flow'], faster: number, density: number): ShownFlow | null {
  if (base === null || ms === null || frames.shown === null) return null;
  return { frame: frames.shown, pace: paceOf(base, faster, density) };
}

/** Providers of the fields and the state of their data, shown below the map and below its pictures. */
function creditsOf(frames: readonly (Frame | null)[], now: number): string {
  const shown = frames.filter((frame) => frame !== null);
  if (shown.length === 0) return texts.baseMap;
  const providers = [...new Set(shown.map(({ slice }) => slice.provider))].join(', ');
  const state = provenanceWord(worstProvenance(shown.map(({ provenance }) => provenance)), now);
  return [texts.sources(providers, state), texts.baseMap].join(' · ');
}
