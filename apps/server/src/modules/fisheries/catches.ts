import type { CatchRecord } from '@kianda/connectors';
import { fisheriesLandings } from '@kianda/contract/fisheries/fisheries.contract';
import { type Binding, bind } from '../../platform/http/bind.ts';
import type { Platform } from '../../platform/module.ts';
import type { ProvenanceOf, Sink } from '../connectors/index.ts';
import { createCatchRepository } from './catches.repository.ts';

const noneYet = 'Sem capturas nacionais: aguarda os ficheiros do INIPM (conector angola-inipm).';
const groupLimit = 50;

/** Catches that the national institute hands over: stored, and summed up for whoever asks. */
export function createCatches(options: { platform: Platform; provenanceOf: ProvenanceOf }): {
  readonly sink: Sink<CatchRecord>;
  readonly binding: Binding;
} {
  const repository = createCatchRepository(options.platform.database);
  return {
    sink: async (records, origin) => {
      const written = await repository.upsert(origin.connectorId, records, origin);
      const newestMs = records.reduce<number | null>(
        (newest, { date }) => Math.max(newest ?? 0, Date.parse(date)),
        null,
      );
      return { written, duplicates: records.length - written, newestObservedMs: newestMs };
    },
    binding: bind(fisheriesLandings, async ({ query }) => {
      const newest = await repository.newest(query);
      const [total, species, ports, segments, months, seed] = await Promise.all([
        repository.total(query),
        repository.groups(query, 'species_code', groupLimit),
        repository.groups(query, 'port', groupLimit),
        repository.groups(query, 'segment', groupLimit),
        repository.groups(query, 'month', groupLimit),
        repository.simulatedSeed(query),
      ]);
      const data = {
        origin: 'national' as const,
        total_tonnes: total.tonnes,
        rows: Number(total.rows),
        first_date: total.first,
        last_date: total.last,
        by_species: species.map(({ key, name, tonnes }) => ({ code: key, name, tonnes })),
        by_port: ports.map(({ key, tonnes }) => ({ port: key, tonnes })),
        by_segment: segments.map(({ key, tonnes }) => ({ segment: key, tonnes })),
        by_month: months.map(({ key, tonnes }) => ({ month: key, tonnes })).toReversed(),
      };
      if (newest === undefined) {
        return {
          data,
          provenance: { state: 'fallback' as const, reason: noneYet },
          missing: { total_tonnes: noneYet },
        };
      }
      const provenance = await options.provenanceOf({
        connectorId: newest.connector_id,
        streamId: newest.stream_id,
        observedAtMs: Date.parse(newest.landed_on),
        retrievedAtMs: newest.retrieved_at.getTime(),
        simulatedSeed: seed,
      });
      return { data, provenance };
    }),
  };
}
