import type { Provenance } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { createProber } from './copernicus.client.ts';
import type { CopernicusRepository, ProbedApi, ProbeRow } from './copernicus.repository.ts';

const dayMs = 86_400_000;
/** Probes are scheduled every five minutes; older than this, no schedule runs, and a reader probes. */
const probeMaxAgeMs = 12 * 60_000;
const historyDays = 30;
const source = 'Copernicus Data Space Ecosystem';

export const neverProbed = 'As interfaces ainda não foram verificadas.';

export type Probes = ReturnType<typeof createProbes>;

/** Probes of the Copernicus interfaces, stored for `historyDays`. `onProbed` runs after each round of new ones. */
export function createProbes(deps: {
  readonly repository: CopernicusRepository;
  readonly probe: ReturnType<typeof createProber>;
  readonly clock: Clock;
  readonly onProbed: () => void;
}) {
  const { repository, clock } = deps;
  // Many consoles ask every half minute: one probe serves them all.
  const probing = createCache<null>({ name: 'copernicus/probes', clock, ttlMs: 30_000, maxStaleMs: 0, maxEntries: 1 });

  /** Asks every interface now and stores the answers. */
  async function probeNow(signal: AbortSignal): Promise<readonly ProbeRow[]> {
    const rows = await deps.probe(signal);
    // A cancelled round is no outage.
    signal.throwIfAborted();
    await repository.save(rows, new Date(clock.nowMs() - historyDays * dayMs));
    deps.onProbed();
    return rows;
  }

  /** The last probes; made anew where the schedule makes none. */
  async function latest(): Promise<ReadonlyMap<ProbedApi, ProbeRow>> {
    const known = await repository.latest();
    const newestMs = Math.max(0, ...[...known.values()].map(({ at }) => at.getTime()));
    if (clock.nowMs() - newestMs <= probeMaxAgeMs) return known;
    await probing.get('', async () => {
      await probeNow(AbortSignal.timeout(60_000));
      return null;
    });
    return repository.latest();
  }

  function provenanceOf(row: ProbeRow): Provenance {
    const at = row.at.toISOString();
    const measured = { source, observedAt: at, retrievedAt: at };
    if (row.simulated_seed !== null) return { state: 'simulated', ...measured, seed: Number(row.simulated_seed) };
    const staleAfterMs = row.at.getTime() + probeMaxAgeMs;
    if (clock.nowMs() <= staleAfterMs) return { state: 'live', ...measured };
    return { state: 'cached', ...measured, staleAfter: new Date(staleAfterMs).toISOString() };
  }

  return {
    probeNow,
    latest,
    provenanceOf,

    /** Provenance of the latest probes; `fallback` before the first. */
    async provenance(): Promise<Provenance> {
      const rows = [...(await latest()).values()];
      if (rows.length === 0) return { state: 'fallback', reason: neverProbed };
      return worstProvenance(rows.map(provenanceOf));
    },
  };
}
