import { isKnownSpeciesCode } from '@kianda/connectors/inipm/asfis';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import {
  isKnownPort,
  type StoredQuality,
  type StoredRows,
  storedRowsQuality,
} from '../../ingestion/connectors/index.ts';
import type { Tables as CatchTables } from './catches.repository.ts';

const landings: StoredRows = {
  ruleIds: ['landing_positive', 'landing_known'],
  from: sql`fisheries.landings`,
  sample: sql`json_build_object('species', species, 'year', year, 'tonnes', tonnes)`,
  order: sql`year DESC, species`,
  rulesAt: () => [
    { id: 'landing_positive', applies: sql<boolean>`tonnes IS NOT NULL`, fails: sql<boolean>`tonnes < 0` },
    { id: 'landing_known', fails: sql<boolean>`tonnes IS NULL` },
  ],
};

/** Rules that compare with lists of names are asked of each distinct name, not of each row. */
function catches(db: Kysely<CatchTables>): StoredRows {
  return {
    ruleIds: ['catch_positive', 'catch_species', 'catch_port', 'catch_effort'],
    from: sql`fisheries.catches`,
    sample: sql`json_build_object('date', landed_on, 'port', port, 'speciesCode', species_code, 'tonnes', tonnes)`,
    order: sql`landed_on DESC, port, species_code`,
    async rulesAt() {
      const [codes, ports] = await Promise.all([
        db.selectFrom('fisheries.catches').select('species_code').distinct().execute(),
        db.selectFrom('fisheries.catches').select('port').distinct().execute(),
      ]);
      const unknownCodes = codes.flatMap(({ species_code: code }) => (isKnownSpeciesCode(code) ? [] : [code]));
      const unknownPorts = ports.flatMap(({ port }) => (isKnownPort(port) ? [] : [port]));
      return [
        { id: 'catch_positive', fails: sql<boolean>`tonnes <= 0` },
        { id: 'catch_species', fails: sql<boolean>`species_code = ANY(${unknownCodes}::text[])` },
        { id: 'catch_port', fails: sql<boolean>`port = ANY(${unknownPorts}::text[])` },
        { id: 'catch_effort', fails: sql<boolean>`effort_days IS NULL OR vessels IS NULL` },
      ];
    },
  };
}

/** The rules of landings and of catches over all that are stored. */
export function fisheriesQuality(database: Database): readonly StoredQuality[] {
  const db = database.for<CatchTables>();
  return [storedRowsQuality(db, landings), storedRowsQuality(db, catches(db))];
}
