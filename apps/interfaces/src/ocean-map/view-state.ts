import { type ModelType, modelTypes } from '@kianda/contract/models/registry/model-types';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import { type BaseLayer, baseLayers, type Overlay, overlays } from './layers.ts';

/** Opacity of a layer: 0–1 while shown, remembered for when it is shown again. */
export type LayerView = { readonly on: boolean; readonly opacity: number };

/** State that a shared link restores. */
export type ViewState = {
  readonly base: BaseLayer;
  readonly baseOpacity: number;
  /** Model whose map lies over the base; null: none. */
  readonly model: ModelType | null;
  /** Colour scale: the variable's usual range, or fitted to the field shown. */
  readonly fitted: boolean;
  readonly overlays: Readonly<Record<Overlay, LayerView>>;
  /** Instant shown, ms since 1970; null follows the newest. */
  readonly momentMs: number | null;
  readonly camera: MapCamera | null;
  /** Place or station of the side panel. */
  readonly pick: Pick | null;
  /** Variable of the panel's series. */
  readonly series: FieldVariable;
  /** Times that the particles are as fast, and as many, as usual. */
  readonly pace: number;
  readonly density: number;
};

export type Pick =
  | { readonly kind: 'point'; readonly position: readonly [lon: number, lat: number] }
  | { readonly kind: 'station'; readonly id: string };

/** View of a first visit. */
export const initialView: ViewState = {
  base: 'analysedSst',
  baseOpacity: 1,
  model: null,
  fitted: false,
  overlays: {
    currents: { on: true, opacity: 1 },
    wind: { on: false, opacity: 1 },
    upwelling: { on: false, opacity: 1 },
    presence: { on: false, opacity: 0.85 },
    observations: { on: false, opacity: 1 },
    stations: { on: true, opacity: 1 },
    internal: { on: false, opacity: 1 },
    zee: { on: true, opacity: 1 },
    protected: { on: false, opacity: 1 },
    fishing: { on: false, opacity: 1 },
    ports: { on: true, opacity: 1 },
  },
  momentMs: null,
  camera: null,
  pick: null,
  series: 'analysedSst',
  pace: 1,
  density: 1,
};

/** Paces and densities on offer. */
export const flowFactors = [0.25, 0.5, 1, 1.5, 2, 3] as const;

const percent = (share: number) => String(Math.round(share * 100));
const place = (value: number) => String(Number(value.toFixed(4)));

/** The state as `v=chlorophyll&l=zee,presence:60&…`, without what is as in `initial`. */
export function encodeView(view: ViewState, initial: ViewState = initialView): string {
  const search = new URLSearchParams();
  if (view.base !== initial.base) search.set('v', view.base);
  if (view.baseOpacity !== initial.baseOpacity) search.set('o', percent(view.baseOpacity));
  if (view.model !== initial.model) search.set('m', view.model ?? '');
  if (view.fitted !== initial.fitted) search.set('s', view.fitted ? 'fit' : 'fixed');
  const layers = (of: ViewState) =>
    overlays
      .filter((id) => of.overlays[id].on)
      .map((id) => {
        const { opacity } = of.overlays[id];
        return opacity === initial.overlays[id].opacity ? id : `${id}:${percent(opacity)}`;
      })
      .join(',');
  if (layers(view) !== layers(initial)) search.set('l', layers(view));
  if (view.momentMs !== null) search.set('t', new Date(view.momentMs).toISOString().replace('.000', ''));
  if (view.camera !== null) {
    const [lon, lat] = view.camera.center;
    search.set('c', `${place(lon)},${place(lat)},${view.camera.zoom.toFixed(2)}`);
  }
  if (view.pick?.kind === 'point') search.set('p', view.pick.position.map(place).join(','));
  if (view.pick?.kind === 'station') search.set('e', view.pick.id);
  if (view.series !== initial.series) search.set('q', view.series);
  if (view.pace !== initial.pace) search.set('k', String(view.pace));
  if (view.density !== initial.density) search.set('d', String(view.density));
  // Commas and colons are legal in a fragment, and readable.
  return search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

const isOneOf = <T extends string>(list: readonly T[], text: string | null): text is T =>
  text !== null && (list as readonly string[]).includes(text);

function numbers(text: string | null, count: number): readonly number[] | null {
  const parts = text?.split(',').map(Number) ?? [];
  return parts.length === count && parts.every((part, index) => text?.split(',')[index] !== '' && Number.isFinite(part))
    ? parts
    : null;
}

const isPosition = ([lon = Number.NaN, lat = Number.NaN]: readonly number[]) =>
  Math.abs(lon) <= 180 && Math.abs(lat) <= 85;

function share(text: string | null | undefined): number | null {
  const value = Number(text);
  return text !== null && text !== undefined && text !== '' && value >= 0 && value <= 100 ? value / 100 : null;
}

/** The state of a fragment, with or without its `#`; what is missing or makes no sense is as in `initial`. */
export function decodeView(fragment: string, initial: ViewState = initialView): ViewState {
  const search = new URLSearchParams(fragment.replace(/^#/, ''));
  const base = search.get('v');
  const model = search.get('m');
  const scale = search.get('s');
  const series = search.get('q');
  const moment = Date.parse(search.get('t') ?? '');
  const camera = numbers(search.get('c'), 3);
  const point = numbers(search.get('p'), 2);
  const station = search.get('e');
  return {
    base: isOneOf(baseLayers, base) ? base : initial.base,
    baseOpacity: share(search.get('o')) ?? initial.baseOpacity,
    model: model === null ? initial.model : isOneOf(Object.keys(modelTypes) as ModelType[], model) ? model : null,
    fitted: scale === null ? initial.fitted : scale === 'fit',
    overlays: decodeOverlays(search.get('l'), initial),
    momentMs: Number.isFinite(moment) ? moment : initial.momentMs,
    camera:
      camera !== null && isPosition(camera)
        ? { center: [camera[0] ?? 0, camera[1] ?? 0], zoom: camera[2] ?? 0 }
        : initial.camera,
    pick:
      point !== null && isPosition(point)
        ? { kind: 'point', position: [point[0] ?? 0, point[1] ?? 0] }
        : station !== null && /^[\w-]{1,64}$/.test(station)
          ? { kind: 'station', id: station }
          : initial.pick,
    series: isOneOf(Object.keys(fieldVariables) as FieldVariable[], series) ? series : initial.series,
    pace: factor(search.get('k')) ?? initial.pace,
    density: factor(search.get('d')) ?? initial.density,
  };
}

const factor = (text: string | null) => flowFactors.find((one) => String(one) === text);

function decodeOverlays(text: string | null, initial: ViewState): ViewState['overlays'] {
  if (text === null) return initial.overlays;
  const named = new Map(text.split(',').map((part) => part.split(':') as [string, string | undefined]));
  const entries = overlays.map((id) => {
    const opacity = share(named.get(id)) ?? initial.overlays[id].opacity;
    return [id, { on: named.has(id), opacity }] as const;
  });
  return Object.fromEntries(entries) as ViewState['overlays'];
}
