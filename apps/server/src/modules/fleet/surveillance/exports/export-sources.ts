import { type Provenance, worstProvenance } from '@kianda/contract';
import { createFindingProvenance } from '../alerts/finding-provenance.ts';
import { type EventQuery, eventSource } from './event-source.ts';
import type { Source, SourceContext } from './source.ts';
import { type TrackQuery, trackSource } from './track-source.ts';
import { type VesselQuery, vesselSource } from './vessel-source.ts';

export type ExportSources = ReturnType<typeof createExportSources>;

/** Sources of exports: the list of vessels, a track, the events. */
export function createExportSources(options: Omit<SourceContext, 'provenanceOf'>) {
  const context: SourceContext = { ...options, provenanceOf: createFindingProvenance(options) };
  return {
    vessels: (query: VesselQuery, accountId: string): Source => vesselSource(context, query, accountId),
    /** Throws `not_found` for an unknown ship, `validation_failed` for too long a period. */
    track: (shipId: number, query: TrackQuery): Promise<Source> => trackSource(context, shipId, query),
    events: (query: EventQuery): Source => eventSource(context, query),
  };
}

/** Provenance of an export from the provenances of its batches. */
export const originOfAll = (origins: readonly Provenance[], nowMs: number): Provenance =>
  origins.length === 0
    ? { state: 'fallback', reason: `Nenhum registo até ${new Date(nowMs).toISOString()}.` }
    : worstProvenance([...origins]);
