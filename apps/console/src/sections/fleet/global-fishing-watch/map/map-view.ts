import { hourMs, isoDate } from '@kianda/geo';
import type { MapCamera } from '@kianda/viz/map/create-map.ts';
import { type EventKind, eventKindNames } from '@kianda/viz/map/layers/events/event-marks.ts';
import { fittingStep, frameAt, framesOf, type PeriodName, type TimeFrame } from '@kianda/viz/timeline/window/frames.ts';
import type { FishingSearch } from '../search.ts';
import { maxTracks } from './map-search.ts';

/** Layers that can be switched, in the order of their list. */
export const layerNames = [
  'fleet',
  'zee',
  'ports',
  'areas',
  'seasons',
  'licences',
  'structures',
  'safety',
  'radar',
  ...eventKindNames,
] as const;
export type LayerName = (typeof layerNames)[number];
const usual: readonly LayerName[] = ['fleet', 'zee', 'areas', 'structures', 'safety'];

/** Layers that are on. */
export function layersOf({ layers }: Pick<FishingSearch, 'layers'>): ReadonlySet<LayerName> {
  if (layers === undefined) return new Set(usual);
  const asked = layers.split(',');
  return new Set(layerNames.filter((name) => asked.includes(name)));
}

/** How layers stand in the address; undefined for those that are on at first. */
export function layersText(layers: ReadonlySet<LayerName>): string | undefined {
  const on = layerNames.filter((name) => layers.has(name));
  if (on.length === usual.length && usual.every((name) => layers.has(name))) return undefined;
  return on.length === 0 ? 'none' : on.join(',');
}

/** Kinds of event whose layers are on. */
export const eventKindsOf = (layers: ReadonlySet<LayerName>): readonly EventKind[] =>
  eventKindNames.filter((kind) => layers.has(kind));

/** Numbers of the vessels whose tracks are drawn, each once, no more than can be followed. */
export function tracksOf({ tracks }: Pick<FishingSearch, 'tracks'>): readonly number[] {
  const numbers = (tracks ?? '').split(',').flatMap((text) => (/^\d{1,9}$/.test(text) ? [Number(text)] : []));
  return [...new Set(numbers)].slice(0, maxTracks);
}

export function cameraOf({ camera }: Pick<FishingSearch, 'camera'>): MapCamera | null {
  if (camera === undefined) return null;
  const [lon, lat, zoom] = camera.split(',').map(Number);
  if (lon === undefined || lat === undefined || zoom === undefined) return null;
  return Math.abs(lon) > 180 || Math.abs(lat) > 85 ? null : { center: [lon, lat], zoom };
}

export const cameraText = ({ center, zoom }: MapCamera): string =>
  `${center[0].toFixed(3)},${center[1].toFixed(3)},${zoom.toFixed(2)}`;

export type MapTime = {
  readonly period: PeriodName;
  readonly step: 'hour' | 'day' | 'month';
  readonly frames: readonly TimeFrame[];
  readonly index: number;
  readonly frame: TimeFrame;
  readonly fromMs: number;
  readonly endMs: number;
  /** The moment shown. */
  readonly atMs: number;
  /** Nothing later is shown; what has just come is, while it is live. */
  readonly untilMs: number;
  /** The period ends now and its end is shown: what is new appears by itself. */
  readonly isLive: boolean;
};

/** Period, steps and moment shown. `nowMs` is where a period without an end of its own ends. */
export function timeOf(search: Pick<FishingSearch, 'span' | 'step' | 'end' | 'at'>, nowMs: number): MapTime {
  const period = search.span ?? '24h';
  const step = fittingStep(period, search.step);
  const asked = search.end === undefined ? nowMs : Date.parse(search.end);
  const endMs = Math.min(nowMs, asked);
  const frames = framesOf(endMs, period, step);
  const at = search.at === undefined ? endMs : Date.parse(search.at);
  const index = frameAt(frames, at);
  const frame = frames[index] ?? { startMs: endMs, endMs };
  const isLive = search.end === undefined && index === frames.length - 1;
  return {
    period,
    step,
    frames,
    index,
    frame,
    fromMs: frames[0]?.startMs ?? endMs,
    endMs,
    atMs: frame.endMs,
    untilMs: isLive ? Number.POSITIVE_INFINITY : frame.endMs,
    isLive,
  };
}

/** Areas and seasons that are closed on the UTC day of an instant. */
export function isClosedOn(season: { readonly startsOn: string; readonly endsOn: string }, timeMs: number): boolean {
  const day = isoDate(timeMs);
  return season.startsOn <= day && day <= season.endsOn;
}

/** Hours after what happened that its period goes on. */
const afterMs = 12 * hourMs;
const placeZoom = 8;

/** The map where and when something happened, with the tracks of whoever was in it. */
export function viewOf(
  what: { readonly lon: number; readonly lat: number; readonly atMs: number; readonly shipIds: readonly number[] },
  nowMs: number,
) {
  const endMs = what.atMs + afterMs;
  return {
    tab: 'vessels',
    show: 'map',
    pane: 'closed',
    span: '24h',
    end: endMs < nowMs ? new Date(endMs).toISOString() : undefined,
    at: new Date(what.atMs).toISOString(),
    camera: cameraText({ center: [what.lon, what.lat], zoom: placeZoom }),
    tracks: what.shipIds.slice(0, maxTracks).join(',') || undefined,
  } as const;
}
