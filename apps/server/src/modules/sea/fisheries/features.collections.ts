import type { Provenance } from '@kianda/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { FeatureCollection } from '../../../platform/feature-collections.ts';

/** Landings by year and species: rows of a statistic, without a place. */
export function landingFeatures(database: Database, provenance: () => Promise<Provenance>): FeatureCollection {
  return {
    kind: 'table',
    id: 'landings',
    title: 'Desembarques',
    description: 'Capturas desembarcadas por região, ano e espécie, das séries da FAO; sem geometria.',
    keywords: ['pesca', 'capturas', 'desembarques'],
    access: 'public',
    geometryType: null,
    time: 'yearStart',
    database,
    from: sql`fisheries.landings l`,
    key: [
      { sql: sql`l.source`, type: 'text' },
      { sql: sql`l.region`, type: 'text' },
      { sql: sql`l.year`, type: 'integer' },
      { sql: sql`l.species`, type: 'text' },
    ],
    geometry: null,
    properties: {
      region: { type: 'string', title: 'Região' },
      year: { type: 'integer', title: 'Ano' },
      yearStart: { type: 'date', title: 'Primeiro dia do ano' },
      species: { type: 'string', title: 'Espécie' },
      tonnes: { type: 'number', title: 'Captura', unit: 't' },
      source: { type: 'string', title: 'Fonte' },
    },
    columns: {
      region: sql`l.region`,
      year: sql`l.year`,
      yearStart: sql`make_date(l.year, 1, 1)`,
      species: sql`l.species`,
      tonnes: sql`l.tonnes`,
      source: sql`l.source`,
    },
    provenance,
  };
}
