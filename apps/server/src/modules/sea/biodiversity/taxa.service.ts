import type { TaxonRecord } from '@kianda/connectors';
import type { DataOf, QueryOf } from '@kianda/contract';
import type { listTaxa, taxonById } from '@kianda/contract/sea/biodiversity/biodiversity.contract';
import { commercialSpecies, scientificNamesOf } from '@kianda/contract/sea/fisheries/species-register';
import type { Database } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { newestTimeMs, type Sink } from '../../ingestion/connectors/index.ts';
import { commonNameOf } from './common-name.rules.ts';
import { type RegisterRepository, searchText } from './register.repository.ts';
import { createTaxaRepository, type TaxonRow } from './taxa.repository.ts';

export type TaxaService = ReturnType<typeof createTaxaService>;

/** Looks taxa up in the register and adds what was recorded of each. */
export function createTaxaService(database: Database) {
  const repository = createTaxaRepository(database);

  return {
    async search(query: QueryOf<typeof listTaxa>): Promise<DataOf<typeof listTaxa>> {
      const { page, pageSize } = query;
      const text = query.q === undefined ? null : searchText(query.q);
      const { rows, total } = await repository.search({
        text,
        alsoNamed: text === null || text === '' ? [] : namesInPortuguese(text),
        rank: query.rank ?? null,
        accepted: query.status === undefined ? null : query.status === 'accepted',
        recorded: query.recorded,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return {
        data: rows.map(taxonOf),
        total,
        page,
        pageSize,
        hasNext: page * pageSize < total,
        hasPrev: page > 1,
      };
    },

    /** Throws `not_found`. */
    async byId(aphiaId: number): Promise<DataOf<typeof taxonById>> {
      const row = await repository.byId(aphiaId);
      if (row === undefined)
        throw new AppError('not_found', { detail: `O taxon ${aphiaId} não está no registo guardado.` });
      const acceptedId = row.accepted_aphia_id ?? row.aphia_id;
      const [synonyms, records] = await Promise.all([repository.synonyms(acceptedId), repository.records(acceptedId)]);
      return {
        ...taxonOf(row),
        unacceptReason: row.unaccept_reason,
        parentAphiaId: row.parent_aphia_id,
        lineage: [...(row.lineage ?? [])],
        vernaculars: [...(row.vernaculars ?? [])],
        environment: {
          marine: row.marine,
          brackish: row.brackish,
          freshwater: row.freshwater,
          terrestrial: row.terrestrial,
        },
        extinct: row.extinct,
        redListCategory: records.find((found) => found.red_list_category !== null)?.red_list_category ?? null,
        synonyms: synonyms.map((synonym) => ({
          aphiaId: synonym.aphia_id,
          scientificName: synonym.scientific_name,
          authority: synonym.authority,
        })),
        recordsBySource: records.map((found) => ({
          source: found.source,
          occurrences: found.occurrences,
          duplicates: found.duplicates,
          firstYear: found.first_year,
          lastYear: found.last_year,
        })),
        citation: row.citation,
        modifiedAt: row.modified_at?.toISOString() ?? null,
      };
    },
  };
}

/** Scientific names, in lower case, of the commercial species whose Portuguese name holds a text: WoRMS lacks many of those. */
export function namesInPortuguese(text: string): readonly string[] {
  return commercialSpecies
    .filter(({ portugueseName }) => searchText(portugueseName).includes(text))
    .flatMap(scientificNamesOf)
    .map((name) => name.toLowerCase());
}

function taxonOf(row: TaxonRow) {
  return {
    aphiaId: row.aphia_id,
    scientificName: row.scientific_name,
    authority: row.authority,
    rank: row.rank,
    status: row.status,
    acceptedAphiaId: row.accepted_aphia_id,
    acceptedName: row.accepted_name,
    vernacularName: commonNameOf(row.accepted_name ?? row.scientific_name, row.vernacular),
    kingdom: row.kingdom,
    phylum: row.phylum,
    class: row.class,
    order: row.order,
    family: row.family,
    genus: row.genus,
    occurrences: row.occurrences,
  };
}

/** Stores names of the register; the newest observation is the newest change of a name. */
export function taxonSink(register: RegisterRepository): Sink<TaxonRecord> {
  return async (records, origin) => {
    const written = await register.upsert(records, origin);
    const times = records.map(({ modifiedMs }) => modifiedMs);
    const newestObservedMs = newestTimeMs(times, origin.retrievedAtMs);
    return { written, duplicates: records.length - written, newestObservedMs };
  };
}
