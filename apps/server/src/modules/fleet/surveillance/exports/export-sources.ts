import { type Provenance, worstProvenance } from '@kianda/contract';
import type { Database } from '../../../../platform/db/database.ts';
import { asReplicated } from '../../../../platform/db/replica.ts';
import { createFindingProvenance } from '../alerts/finding-provenance.ts';
import { type EventQuery, eventSource } from './event-source.ts';
import type { Batch, Source, SourceContext } from './source.ts';
import { type TrackQuery, trackSource } from './track-source.ts';
import { type VesselQuery, vesselSource } from './vessel-source.ts';

export type ExportSources = ReturnType<typeof createExportSources>;

/** Sources of exports: the list of vessels, a track, the events. They are read where heavy reads go. */
export function createExportSources({
  database,
  ...options
}: Omit<SourceContext, 'provenanceOf'> & { readonly database: Pick<Database, 'reads'> }) {
  const context: SourceContext = { ...options, provenanceOf: createFindingProvenance(options) };
  const readApart = (source: Source): Source => ({ ...source, batches: () => apart(database, source.batches()) });
  return {
    vessels: (query: VesselQuery, accountId: string) => readApart(vesselSource(context, query, accountId)),
    /** Throws `not_found` for an unknown ship, `validation_failed` for too long a period. */
    track: async (shipId: number, query: TrackQuery) => readApart(await trackSource(context, shipId, query)),
    events: (query: EventQuery) => readApart(eventSource(context, query)),
  };
}

async function* apart(database: Pick<Database, 'reads'>, batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  try {
    for (;;) {
      const { value: next, lagMs } = await database.reads(() => batches.next());
      if (next.done === true) return;
      yield { ...next.value, provenance: asReplicated(next.value.provenance, lagMs) };
    }
  } finally {
    await batches.return(undefined);
  }
}

/** Provenance of an export from the provenances of its batches. */
export const originOfAll = (origins: readonly Provenance[], nowMs: number): Provenance =>
  origins.length === 0
    ? { state: 'fallback', reason: `Nenhum registo até ${new Date(nowMs).toISOString()}.` }
    : worstProvenance([...origins]);
