import { distanceMeters, earthMeanRadiusMeters, type Position } from '@kianda/geo';
import { eventKey, type Surroundings, type VesselEvent } from './events.ts';
import type { EncounterPreset } from './presets.ts';
import { between, impliedKnots, isWithin, meanPosition, median, type Track } from './track.ts';

export type EncounterDetails = {
  /** From the first to the last instant together, pauses within the merge gap included. */
  readonly durationMs: number;
  readonly medianDistanceMeters: number;
  readonly medianKnots: number;
  /** Last instant at which both were seen together. */
  readonly lastTogetherMs: number;
};
export type Encounter = VesselEvent<'encounter', EncounterDetails>;

/** A vessel at one instant of the common time grid. */
type Sample = { readonly vesselId: string; readonly position: Position; readonly knots: number };
type Together = { readonly step: number; readonly position: Position; readonly meters: number; readonly knots: number };
type Meeting = {
  readonly startMs: number;
  readonly endMs: number;
  readonly position: Position;
  readonly medianMeters: number;
  readonly medianKnots: number;
};

/**
 * Encounters at sea between any two tracks: pipe-encounters of Global Fishing Watch. Tracks are brought to common
 * instants by interpolation, never past their ends; close pairs are found in a grid of cubes around the Earth, so that
 * neither the antimeridian nor midnight is an edge. Near ports and on land meetings mean nothing and are left out.
 * An encounter stays open (`endMs` null) while a new meeting at `nowMs` would still belong to it.
 */
export function detectEncounters(
  tracks: readonly Track[],
  preset: EncounterPreset,
  { portDistanceMeters, shoreDistanceMeters }: Surroundings,
  nowMs: number,
): Encounter[] {
  const encounters: Encounter[] = [];
  for (const [pair, together] of pairsTogether(sampleByStep(tracks, preset), preset)) {
    const vesselIds = JSON.parse(pair) as [string, string];
    for (const meetings of mergeMeetings(meetingsOf(together, preset), preset.mergeGapMs)) {
      const [first] = meetings;
      const last = meetings.at(-1);
      const position = weightedPosition(meetings);
      const medianMeters = median(meetings.map((meeting) => meeting.medianMeters));
      const medianKnots = median(meetings.map((meeting) => meeting.medianKnots));
      if (first === undefined || last === undefined || position === null || medianMeters === null) continue;
      const durationMs = last.endMs - first.startMs;
      if (durationMs < preset.minDurationMs || medianKnots === null || medianKnots >= preset.maxMedianKnots) continue;
      if (shoreDistanceMeters(position) <= 0 || portDistanceMeters(position) < preset.minPortDistanceMeters) continue;
      encounters.push({
        kind: 'encounter',
        key: eventKey('encounter', vesselIds, first.startMs),
        vesselIds,
        startMs: first.startMs,
        endMs: nowMs - last.endMs <= preset.mergeGapMs ? null : last.endMs,
        position,
        preset: preset.id,
        details: { durationMs, medianDistanceMeters: medianMeters, medianKnots, lastTogetherMs: last.endMs },
      });
    }
  }
  return encounters.sort((a, b) => a.startMs - b.startMs || (a.key < b.key ? -1 : 1));
}

function sampleByStep(tracks: readonly Track[], preset: EncounterPreset): Map<number, Sample[]> {
  const { stepMs, maxInterpolationMs } = preset;
  const steps = new Map<number, Sample[]>();
  for (const { vesselId, points } of tracks) {
    let previous = points[0];
    let isJoined = false;
    for (const point of points.slice(1)) {
      const isKnown = previous !== undefined && point.timeMs - previous.timeMs <= maxInterpolationMs;
      if (previous !== undefined && isKnown) {
        const knots = impliedKnots(previous, point);
        // The end of one stretch is the beginning of the next: its instant is counted once, with the earlier one.
        const first = isJoined ? Math.floor(previous.timeMs / stepMs) + 1 : Math.ceil(previous.timeMs / stepMs);
        for (let step = first; step * stepMs <= point.timeMs; step += 1) {
          const sample = { vesselId, position: between(previous, point, step * stepMs), knots };
          append(steps, step, sample);
        }
      }
      isJoined = isKnown;
      previous = point;
    }
  }
  return steps;
}

function pairsTogether(steps: Map<number, Sample[]>, preset: EncounterPreset): Map<string, Together[]> {
  const pairs = new Map<string, Together[]>();
  for (const step of [...steps.keys()].sort((a, b) => a - b)) {
    for (const [one, other] of closePairs(steps.get(step) ?? [], preset.maxDistanceMeters)) {
      // Two tracks of one identity are no meeting of two vessels.
      if (one.vesselId === other.vesselId) continue;
      const pair = JSON.stringify([one.vesselId, other.vesselId].sort());
      const middle = meanPosition([one.position, other.position]) ?? one.position;
      const entry = {
        step,
        position: middle,
        meters: distanceMeters(one.position, other.position),
        knots: (one.knots + other.knots) / 2,
      };
      append(pairs, pair, entry);
    }
  }
  return pairs;
}

/** Cubes a little wider than the limit: two positions within it are in the same cube or in two that touch. */
function* closePairs(samples: readonly Sample[], limitMeters: number): Generator<[Sample, Sample]> {
  const radians = Math.PI / 180;
  const scale = earthMeanRadiusMeters / (limitMeters * 1.02);
  const offset = Math.ceil(scale) + 2;
  const side = 2 * offset + 1;
  const around = [-1, 0, 1];
  // From the key of a cube to those of the 27 cubes around it, itself included.
  const keyOffsets = around.flatMap((dx) => around.flatMap((dy) => around.map((dz) => (dx * side + dy) * side + dz)));
  const cubes = new Map<number, Sample[]>();
  for (const sample of samples) {
    const [lon, lat] = sample.position;
    const cos = Math.cos(lat * radians);
    const x = Math.floor(cos * Math.cos(lon * radians) * scale) + offset;
    const y = Math.floor(cos * Math.sin(lon * radians) * scale) + offset;
    const z = Math.floor(Math.sin(lat * radians) * scale) + offset;
    const key = (x * side + y) * side + z;
    for (const keyOffset of keyOffsets) {
      for (const other of cubes.get(key + keyOffset) ?? []) {
        if (other.vesselId !== sample.vesselId && isWithin(other.position, sample.position, limitMeters)) {
          yield [other, sample];
        }
      }
    }
    append(cubes, key, sample);
  }
}

function append<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Runs of consecutive instants that last long enough. */
function meetingsOf(together: readonly Together[], { stepMs, minRunMs }: EncounterPreset): Meeting[] {
  const meetings: Meeting[] = [];
  let run: Together[] = [];
  const close = (): void => {
    const [first] = run;
    const last = run.at(-1);
    const position = meanPosition(run.map((entry) => entry.position));
    const medianMeters = median(run.map(({ meters }) => meters));
    const medianKnots = median(run.map(({ knots }) => knots));
    run = [];
    if (first === undefined || last === undefined) return;
    if (position === null || medianMeters === null || medianKnots === null) return;
    if ((last.step - first.step) * stepMs < minRunMs) return;
    meetings.push({ startMs: first.step * stepMs, endMs: last.step * stepMs, position, medianMeters, medianKnots });
  };
  for (const entry of together) {
    const last = run.at(-1);
    if (last !== undefined && entry.step !== last.step + 1) close();
    run.push(entry);
  }
  close();
  return meetings;
}

function mergeMeetings(meetings: readonly Meeting[], gapMs: number): Meeting[][] {
  const merged: Meeting[][] = [];
  for (const meeting of meetings) {
    const group = merged.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && meeting.startMs - last.endMs < gapMs) group.push(meeting);
    else merged.push([meeting]);
  }
  return merged;
}

function weightedPosition(meetings: readonly Meeting[]): Position | null {
  const minuteMs = 60_000;
  return meanPosition(
    meetings.flatMap(({ startMs, endMs, position }) =>
      Array.from({ length: Math.max(1, Math.round((endMs - startMs) / minuteMs / 10)) }, () => position),
    ),
  );
}
