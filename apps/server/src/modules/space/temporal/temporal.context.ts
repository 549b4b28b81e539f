import type { Provenance } from '@kianda/contract';
import type { FishingSourceId } from '@kianda/contract/space/temporal/interactions.contract';
import type { TemporalVariableDescription } from '@kianda/contract/space/temporal/temporal-variables';
import type { Clock } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Credit } from '../../ingestion/connectors/index.ts';
import type { CastReading, FrameOrigin, FramePeriod, OceanFrameReading } from '../../sea/ocean/index.ts';
import type { TrackService } from '../../sea/tracks/index.ts';

/** Fishing of a period as one source tells it, with the origin of those named. */
export type FishingReading = {
  between(
    from: Date,
    to: Date,
  ): Promise<{
    readonly events: readonly StoredFishing[];
    /** Whether older fishing of the period was left out. */
    readonly isCut: boolean;
    provenanceOf(ids: ReadonlySet<string>): Promise<Provenance>;
  }>;
};
export type StoredFishing = {
  readonly id: string;
  readonly start: Date;
  readonly end: Date | null;
  readonly lon: number;
  readonly lat: number;
};

/** Dependencies of the parts of the temporal visualisation. */
export type TemporalContext = {
  readonly frames: OceanFrameReading;
  readonly casts: CastReading;
  readonly tracks: Pick<TrackService, 'list'>;
  readonly fishing: Readonly<Record<FishingSourceId, FishingReading>>;
  readonly creditOf: (connectorId: string) => Credit | null;
  readonly clock: Clock;
};

/** A period as an address has it: open ends are a year ago and now. */
export type PeriodQuery = { readonly from?: string | undefined; readonly to?: string | undefined };

const usualDays = 366;
const dayMs = 86_400_000;

export function periodOf({ from, to }: PeriodQuery, nowMs: number): FramePeriod {
  const end = to === undefined ? nowMs : Date.parse(to);
  return { from: new Date(from === undefined ? end - usualDays * dayMs : Date.parse(from)), to: new Date(end) };
}

/** Origin of the frames of a variable; null for one that has no fields. */
export function originOfFrames({ source }: TemporalVariableDescription): FrameOrigin | null {
  return source.kind === 'tracks' ? null : source;
}

/** As `originOfFrames`. Throws `not_found` for a variable that has no fields. */
export function framesRequired(description: TemporalVariableDescription): FrameOrigin {
  const origin = originOfFrames(description);
  if (origin !== null) return origin;
  throw new AppError('not_found', { detail: `${description.name}: a plataforma não tem campos desta variável.` });
}
