import { worstProvenance } from '@kianda/contract';
import { formatInstant } from '@kianda/format';
import { provenanceWord, SkeletonLines, useNow, usePreferences } from '@kianda/ui';
import type { MapPadding } from '@kianda/viz/map/create-map.ts';
import type { MapTarget } from '@kianda/viz/map/fly-to.tsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { paceOf, type ShownFlow } from './flow-pace.ts';
import type { Frame } from './frames.ts';
import type { StagePick } from './hits.ts';
import { type BaseLayer, describeBase, type Overlay } from './layers.ts';
import styles from './ocean-page.module.css';
import type { Place } from './place-search.tsx';
import type { Hit } from './point-detail.tsx';
import { Readout, valueAt } from './readout.tsx';
import { mapPageTexts as texts } from './texts.pt.ts';
import type { ModelLayer, ShownModel } from './use-model-map.ts';
import { useNarrow } from './use-narrow.ts';
import { type OceanFields, useOceanFields } from './use-ocean-fields.ts';
import { type OverlaySources, useOverlays } from './use-overlays.ts';
import { useScale } from './use-scale.ts';
import { type ChangeView, useView } from './use-view.ts';
import { initialView, type ViewState } from './view-state.ts';

// The map weighs more than all the rest, and is drawn once the page stands; the others come when they are first shown.
const MapStage = lazy(() => import('./map-stage.tsx').then((module) => ({ default: module.MapStage })));
const LayersCard = lazy(() => import('./layers-card.tsx').then((module) => ({ default: module.LayersCard })));
const TimeDock = lazy(() => import('./time-dock.tsx').then((module) => ({ default: module.TimeDock })));
const PlaceSearch = lazy(() => import('./place-search.tsx').then((module) => ({ default: module.PlaceSearch })));
const FlowControls = lazy(() => import('./flow-controls.tsx').then((module) => ({ default: module.FlowControls })));
const SignLegend = lazy(() => import('./sign-legend.tsx').then((module) => ({ default: module.SignLegend })));
const ModelPanel = lazy(() => import('./model-panel.tsx').then((module) => ({ default: module.ModelPanel })));
const ModelLegend = lazy(() => import('./model-panel.tsx').then((module) => ({ default: module.ModelLegend })));
const ModelSource = lazy(() => import('./model-source.tsx'));
const SeaPanels = lazy(() => import('./sea-panels.tsx').then((module) => ({ default: module.SeaPanels })));
const DetailPanel = lazy(() => import('./detail-panel.tsx').then((module) => ({ default: module.DetailPanel })));

const noModels: ModelLayer = { maps: [], shown: null, note: null };

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
  const { view, change, fields, sources, shown } = props;
  const { hasDetail = true, hasModels = false, hasPanels = false, hasLegend = false } = props;
  const { timeZone } = usePreferences();
  const isNarrow = useNarrow();
  const now = useNow(60);
  const [pointer, setPointer] = useState<readonly [number, number] | null>(null);
  const { base, field, flow, momentMs } = fields;
  const scale = useScale(base, view.fitted, field.shown);
  const [models, setModels] = useState(noModels);
  const { hits, target, onPick, goTo } = usePicking(change, hasDetail);

  const pick = hasDetail ? view.pick : null;
  const unit = base === null ? null : describeBase(base).unit;
  const pointed = valueAt(field.shown?.field ?? null, pointer);
  const credits = creditsOf([field.shown, flow.frames.shown], now);
  return (
    <>
      {hasModels ? (
        <Suspense fallback={null}>
          <ModelSource chosen={view.model} onLayer={setModels} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
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
      </Suspense>
      <Layers {...props} {...{ models, isNarrow, goTo }} />
      <Readout position={pointer} value={pointed} unit={unit} />
      <Suspense fallback={null}>
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
      </Suspense>
      {hasPanels && !isNarrow && pick === null ? (
        <aside className={styles.panels} aria-label={texts.panels}>
          <Panels frame={field.shown} />
        </aside>
      ) : null}
      {pick === null ? null : (
        <Detail pick={pick} series={view.series} model={models.shown} hits={hits} change={change} />
      )}
    </>
  );
}

type LayersProps = MapProps & {
  readonly models: ModelLayer;
  readonly isNarrow: boolean;
  readonly goTo: (place: Place) => void;
};

/** The layers to choose, with the search above them and the page's own parts below. */
function Layers({ models, isNarrow, goTo, ...props }: LayersProps) {
  const { view, change, fragment, fields, sources, bases, shown } = props;
  return (
    <Suspense fallback={null}>
      <LayersCard
        {...{ view, change, sources, fields, fragment, isNarrow }}
        {...(bases === undefined ? {} : { bases })}
        {...(shown === undefined ? {} : { shown })}
        below={
          <>
            {props.hasModels === true ? <ModelPanel models={models} chosen={view.model} change={change} /> : null}
            {props.hasFlowControls === true ? <FlowControls view={view} change={change} /> : null}
            {props.hasPanels === true && isNarrow ? <Panels frame={fields.field.shown} /> : null}
          </>
        }
        search={props.hasSearch === true ? <PlaceSearch sources={sources} onFound={goTo} /> : null}
      />
    </Suspense>
  );
}

function Panels({ frame }: { readonly frame: Frame | null }) {
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <SeaPanels frame={frame} />
    </Suspense>
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
      <Suspense fallback={<SkeletonLines lines={8} />}>
        <DetailPanel
          key={pick.kind === 'station' ? pick.id : 'point'}
          pick={pick}
          series={series}
          model={model}
          hits={hits}
          change={change}
        />
      </Suspense>
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
    onPick({ position, station, hits: found }: StagePick) {
      if (!hasDetail) return;
      setHits(found);
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
