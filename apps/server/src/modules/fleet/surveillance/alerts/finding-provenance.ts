import { type Provenance, worstProvenance } from '@kianda/contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { TrackReader, VesselHistory } from '../../vessels/index.ts';

/** What was found of vessels, and in which time; one that goes on has no end. */
export type Finding = { readonly shipIds: readonly number[]; readonly from: Date; readonly to: Date | null };

/** Where findings in tracks come from: from us, and from those who heard the vessels at the time. */
export function createFindingProvenance(options: {
  readonly history: VesselHistory;
  readonly tracks: TrackReader;
  readonly clock: Clock;
}) {
  const { history, tracks, clock } = options;
  return async (findings: readonly Finding[]): Promise<Provenance> => {
    const own = ownProvenance(clock);
    const stays = findings.flatMap(({ shipIds, from, to }) =>
      shipIds.map((shipId) => ({ shipId, from, to: to ?? new Date(clock.nowMs()) })),
    );
    const heard = await history.toldBy(stays);
    if (heard.length > 0) return worstProvenance([own, ...heard]);
    // Positions age and go: then it is how the vessels were last heard that speaks for them.
    const ships = stays.length === 0 ? [] : await tracks.ships([...new Set(stays.map(({ shipId }) => shipId))]);
    const seed = ships.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
    if (seed === null || own.state === 'fallback') return own;
    const { source, observedAt, retrievedAt } = own;
    return { state: 'simulated', source, observedAt, retrievedAt, seed: Number(seed) };
  };
}
export type FindingProvenance = ReturnType<typeof createFindingProvenance>;
