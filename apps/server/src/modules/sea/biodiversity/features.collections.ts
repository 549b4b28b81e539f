import type { Provenance } from '@kianda/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';

/** Occurrences, each once: the row of a second provider for the same observation is left out. */
export function occurrenceFeatures(database: Database, provenance: () => Promise<Provenance>): FeatureCollection {
  return {
    kind: 'table',
    id: 'occurrences',
    title: 'Ocorrências de espécies',
    description: 'Observações e capturas de espécies marinhas, sem os duplicados entre fornecedores.',
    keywords: ['biodiversidade', 'espécies', 'ocorrências'],
    access: 'public',
    geometryType: 'point',
    time: 'eventStart',
    database,
    // Each has its taxon: as a left join, counting leaves the taxa out.
    from: sql`biodiversity.occurrences o left join biodiversity.taxa t on t.id = o.taxon_id`,
    where: sql`o.duplicate_of is null`,
    key: [
      { sql: sql`o.source`, type: 'text' },
      { sql: sql`o.source_id`, type: 'text' },
    ],
    geometry: { box: sql`o.position`, lon: sql`o.lon`, lat: sql`o.lat`, nullable: false },
    properties: {
      species: { type: 'string', title: 'Espécie' },
      aphiaId: { type: 'integer', title: 'AphiaID' },
      class: { type: 'string', title: 'Classe' },
      family: { type: 'string', title: 'Família' },
      depthMeters: { type: 'number', title: 'Profundidade', unit: 'm' },
      eventDate: { type: 'string', title: 'Data como foi escrita' },
      eventStart: { type: 'timestamp', title: 'Início' },
      basisOfRecord: { type: 'string', title: 'Base do registo' },
      dataset: { type: 'string', title: 'Conjunto de dados' },
      absence: { type: 'boolean', title: 'Ausência' },
      flags: { type: 'array', element: 'string', title: 'Reparos de qualidade' },
      source: { type: 'string', title: 'Fonte' },
      licence: { type: 'string', title: 'Licença' },
    },
    columns: {
      species: sql`t.scientific_name`,
      aphiaId: sql`t.aphia_id`,
      class: sql`t.class`,
      family: sql`t.family`,
      depthMeters: sql`o.depth_meters::float8`,
      eventDate: sql`o.event_date`,
      // A day that had not come when the record did is a slip of its publisher: it is no time, as in the catalogue.
      eventStart: sql`case when o.event_start <= o.retrieved_at then o.event_start end`,
      basisOfRecord: sql`o.basis_of_record`,
      dataset: sql`o.dataset_id`,
      absence: sql`o.absence`,
      flags: sql`o.flags`,
      source: sql`o.source`,
      licence: sql`o.licence`,
    },
    provenance,
    revision: sql`(select coalesce(string_agg(mark::text, ' ' order by mark), '') from biodiversity.occurrence_changes)`,
  };
}
