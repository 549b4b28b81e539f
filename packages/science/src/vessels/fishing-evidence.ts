import { hourMs } from '@kianda/geo';
import type { Surroundings, VesselEvent } from './events.ts';
import { detectFishing, type Fishing, type FishingDetails, reportsFishing } from './fishing.ts';
import {
  type FishingStretch,
  fishingStretches,
  isWithinStretch,
  type MovementConfidence,
  movementPresets,
} from './fishing-movement.ts';
import type { GearFamily } from './gear.ts';
import { type FishingPreset, fishingGfw, fishingSparse, fishingSquidGfw } from './presets.ts';
import { median, type Track } from './track.ts';

/** Reports further apart than this, as by satellite VMS, are few in a stretch of fishing. */
const sparseMs = hourMs / 3;

/** Signs by which an event counts as fishing. */
export type FishingEvidence = {
  /** The vessel's own AIS status, its movement, or both. */
  readonly basis: 'status' | 'movement' | 'status_and_movement';
  readonly confidence: MovementConfidence;
  /** Gear whose behaviour the movement has; null where the status alone says so. */
  readonly gear: GearFamily | null;
  /** Preset of that behaviour. */
  readonly movement: string | null;
};
export type EvidencedFishing = VesselEvent<'fishing', FishingDetails & FishingEvidence>;

/**
 * Fishing of one vessel by its AIS status and by its movement. `gears` are those it may use: their behaviours alone are
 * looked for. Null for a fishing vessel of unknown gear: all are, and each is less sure. None for other vessels.
 */
export function detectEvidencedFishing(
  track: Track,
  gears: readonly GearFamily[] | null,
  surroundings: Surroundings,
  nowMs: number,
): EvidencedFishing[] {
  const found = fishingStretches(track, gears ?? movementPresets.map(({ family }) => family), surroundings);
  const stretches =
    gears === null ? found.map((stretch) => ({ ...stretch, confidence: lessSure(stretch.confidence) })) : found;
  const events = detectFishing(
    track,
    (point, previous) => reportsFishing(point, previous) || isWithinStretch(stretches, point.timeMs),
    presetOf(track, stretches),
    nowMs,
  );
  return events.map((event) => ({ ...event, details: { ...event.details, ...evidenceOf(event, track, stretches) } }));
}

const lessSure = (confidence: MovementConfidence): MovementConfidence => (confidence === 'high' ? 'medium' : 'low');

function presetOf({ points }: Track, stretches: readonly FishingStretch[]): FishingPreset {
  const intervals = points.slice(1).map(({ timeMs }, index) => timeMs - (points[index]?.timeMs ?? timeMs));
  if ((median(intervals) ?? 0) > sparseMs) return fishingSparse;
  return stretches.length > 0 && stretches.every(({ family }) => family === 'jigger') ? fishingSquidGfw : fishingGfw;
}

const order: Readonly<Record<MovementConfidence, number>> = { high: 0, medium: 1, low: 2 };

function evidenceOf(
  { startMs, endMs }: Fishing,
  { points }: Track,
  stretches: readonly FishingStretch[],
): FishingEvidence {
  const untilMs = endMs ?? Number.POSITIVE_INFINITY;
  const isSaid = points.some(
    (point) => point.timeMs >= startMs && point.timeMs <= untilMs && reportsFishing(point, null),
  );
  const [best] = stretches
    .filter(({ fromMs, toMs }) => fromMs <= untilMs && toMs >= startMs)
    .toSorted((a, b) => order[a.confidence] - order[b.confidence]);
  if (best === undefined) return { basis: 'status', confidence: 'high', gear: null, movement: null };
  return {
    basis: isSaid ? 'status_and_movement' : 'movement',
    confidence: isSaid ? 'high' : best.confidence,
    gear: best.family,
    movement: best.preset,
  };
}
