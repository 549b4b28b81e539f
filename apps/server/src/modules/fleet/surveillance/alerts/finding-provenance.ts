import { type Provenance, worstProvenance } from '@kianda/contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { TrackReader, VesselHistory } from '../../vessels/index.ts';

/** The ships and the time of a finding; one that goes on has no end. */
export type Finding = { readonly shipIds: readonly number[]; readonly from: Date; readonly to: Date | null };

/** Stays that are asked for at once, in the order of their time: those of a long list lie in days far apart. */
const staysAtOnce = 1_000;

/** Provenance of findings in tracks: of the platform, and of the streams that heard the vessels at the time. */
export function createFindingProvenance(options: {
  readonly history: VesselHistory;
  readonly tracks: TrackReader;
  readonly clock: Clock;
}) {
  const { history, tracks, clock } = options;
  return async (findings: readonly Finding[]): Promise<Provenance> => {
    const platform = ownProvenance(clock);
    const stays = findings.flatMap(({ shipIds, from, to }) =>
      shipIds.map((shipId) => ({ shipId, from, to: to ?? new Date(clock.nowMs()) })),
    );
    stays.sort((a, b) => a.from.getTime() - b.from.getTime());
    const heard: Provenance[] = [];
    for (let at = 0; at < stays.length; at += staysAtOnce) {
      heard.push(...(await history.sourcesOf(stays.slice(at, at + staysAtOnce))));
    }
    if (heard.length > 0) return worstProvenance([platform, ...heard]);
    // Old positions are deleted: then the last position of each vessel decides.
    const ships = stays.length === 0 ? [] : await tracks.ships([...new Set(stays.map(({ shipId }) => shipId))]);
    const seed = ships.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
    if (seed === null || platform.state === 'fallback') return platform;
    const { source, observedAt, retrievedAt } = platform;
    return { state: 'simulated', source, observedAt, retrievedAt, seed: Number(seed) };
  };
}
export type FindingProvenance = ReturnType<typeof createFindingProvenance>;
