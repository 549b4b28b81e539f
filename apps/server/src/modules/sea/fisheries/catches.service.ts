import type { CatchRecord } from '@kianda/connectors';
import type { DataOf, QueryOf } from '@kianda/contract';
import type { fisheriesLandings } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { speciesOfCode } from '@kianda/contract/sea/fisheries/species-register';
import { formatDay } from '@kianda/format';
import type { Answer } from '../../../platform/http/bind.ts';
import type { ProvenanceOf, Sink } from '../../ingestion/connectors/index.ts';
import type { CatchRepository } from './catches.repository.ts';

const noneYet = 'Sem capturas nacionais: aguarda os ficheiros do INIPM (conector angola-inipm).';
const groupLimit = 50;

export type CatchService = ReturnType<typeof createCatchService>;

/** Catches that the national institute hands over, summed up by species, port, segment and month. */
export function createCatchService(repository: CatchRepository, provenanceOf: ProvenanceOf) {
  return {
    async landings(query: QueryOf<typeof fisheriesLandings>): Promise<Answer<DataOf<typeof fisheriesLandings>>> {
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
        // One name a species, whatever each file called it; the file's own for codes of groups.
        by_species: species.map(({ key, name, tonnes }) => ({
          code: key,
          name: speciesOfCode(key)?.portugueseName ?? name,
          tonnes,
        })),
        by_port: ports.map(({ key, tonnes }) => ({ port: key, tonnes })),
        by_segment: segments.map(({ key, tonnes }) => ({ segment: key, tonnes })),
        by_month: months.map(({ key, tonnes }) => ({ month: key, tonnes })).toReversed(),
      };
      if (newest === undefined) {
        const reason = await reasonOfNone(repository);
        return { data, provenance: { state: 'fallback', reason }, missing: { total_tonnes: reason } };
      }
      const provenance = await provenanceOf({
        connectorId: newest.connector_id,
        streamId: newest.stream_id,
        observedAtMs: Date.parse(newest.landed_on),
        retrievedAtMs: newest.retrieved_at.getTime(),
        simulatedSeed: seed,
      });
      return { data, provenance };
    },
  };
}

/** Why a question found no catches: none was ever handed over, or those that were are of other days, ports or species. */
async function reasonOfNone(repository: CatchRepository): Promise<string> {
  const { first, last } = await repository.total({});
  if (first === null || last === null) return noneYet;
  return `Sem capturas nacionais no que foi pedido: as recebidas do INIPM vão de ${formatDay(first)} a ${formatDay(last)}.`;
}

/** Takes the catches of the national institute's files. */
export function catchSink(repository: CatchRepository): Sink<CatchRecord> {
  return async (records, origin) => {
    const written = await repository.upsert(origin.connectorId, records, origin);
    const newestMs = records.reduce<number | null>((newest, { date }) => Math.max(newest ?? 0, Date.parse(date)), null);
    return { written, duplicates: records.length - written, newestObservedMs: newestMs };
  };
}
