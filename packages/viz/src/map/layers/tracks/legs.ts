import { createColourScale } from '../../../colour/scale.ts';

/** Knots from standing still to a fast ship; the ramp's steps are half a knot, so that a leg is not cut at every report. */
export const trackScale = createColourScale({ ramp: 'thermal', range: [0, 16], log: false });

/** One report of a track. */
export type TrackPoint = {
  readonly timeMs: number;
  readonly lon: number;
  readonly lat: number;
  readonly speedKnots: number | null;
  /** A silence precedes this report: the leg is drawn broken. */
  readonly isAfterSilence: boolean;
};
/** A vessel's reports in a period, oldest first. */
export type DrawnTrack = { readonly id: string; readonly name: string; readonly points: readonly TrackPoint[] };

type Colours = { readonly of: (speedKnots: number) => string; readonly unknown: string };
type Line = GeoJSON.Feature<GeoJSON.LineString>;

/**
 * Legs of tracks up to an instant: runs of one colour by the speed of the later report, and silences apart, each with
 * `label` (how long). Features carry `id`, `name`, `isGap`, `colour`.
 */
export function trackFeatures(
  tracks: readonly DrawnTrack[],
  colours: Colours,
  labelOf: (gapMs: number) => string,
  untilMs = Number.POSITIVE_INFINITY,
): GeoJSON.FeatureCollection<GeoJSON.LineString> {
  return { type: 'FeatureCollection', features: tracks.flatMap((track) => legs(track, colours, labelOf, untilMs)) };
}

function legs(track: DrawnTrack, colours: Colours, labelOf: (gapMs: number) => string, untilMs: number): Line[] {
  const { id, name } = track;
  const points = track.points.filter(({ timeMs }) => timeMs <= untilMs);
  const lines: Line[] = [];
  let run: [number, number][] = [];
  let colour: string | null = null;
  const close = () => {
    if (run.length > 1 && colour !== null) lines.push(line(run, { id, name, isGap: false, colour, label: '' }));
    run = [];
  };
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before === undefined) return;
    const from: [number, number] = [before.lon, before.lat];
    const to: [number, number] = [point.lon, point.lat];
    const gapMs = point.timeMs - before.timeMs;
    if (point.isAfterSilence) {
      close();
      colour = null;
      lines.push(line([from, to], { id, name, isGap: true, colour: colours.unknown, label: labelOf(gapMs) }));
      return;
    }
    const next = point.speedKnots === null ? colours.unknown : colours.of(point.speedKnots);
    if (next !== colour || run.length === 0) {
      close();
      colour = next;
      run = [from];
    }
    run.push(to);
  });
  close();
  return lines;
}

type LineProperties = {
  readonly id: string;
  readonly name: string;
  readonly isGap: boolean;
  readonly colour: string;
  readonly label: string;
};

const line = (coordinates: [number, number][], properties: LineProperties): Line => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});
