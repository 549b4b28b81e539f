import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { specimenResource } from '@kianda/contract/sea/biodiversity/specimens.resource';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { containsWords, folded } from '../../../platform/db/folded.ts';
import { type Conditions, conditionOf, type ListPage, listPage } from '../../../platform/db/list-query.ts';

type Filters = FilterValues<typeof specimenResource>;
type Sort = SortOf<typeof specimenResource>;
type SpecimenPage = ListPage<Filters, Sort>;

export type SpecimenRow = {
  readonly id: string;
  readonly survey: string;
  readonly station: string;
  readonly scientific_name: string;
  readonly day: string;
  readonly lon: number;
  readonly lat: number;
  readonly depth_meters: number | null;
  readonly gear: string;
  readonly length_centimeters: number | null;
  readonly length_kind: string | null;
  readonly weight_grams: number | null;
  readonly sex: 'F' | 'M' | null;
  readonly maturity: number | null;
  readonly habitat: string | null;
  readonly behaviour: string | null;
  readonly simulated_seed: number | null;
};

const specimens = sql`(
  SELECT *, source || '/' || source_id AS id, to_char(taken_on, 'YYYY-MM-DD') AS day
  FROM biodiversity.specimens) AS specimens`;

const sorts: Readonly<Record<Sort, RawBuilder<unknown>>> = {
  date: sql`taken_on`,
  name: sql`scientific_name`,
  length: sql`length_centimeters`,
  weight: sql`weight_grams`,
  depth: sql`depth_meters`,
  gear: sql`gear`,
  survey: sql`survey`,
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
/** The day of an instant: animals are measured on days. */
const dayOf = (instant: string): string => instant.slice(0, 10);

const conditionsOf = (alsoNamed: readonly string[]): Conditions<Filters> => ({
  search: (text) => {
    const words = wordsOf(text);
    if (words.length === 0) return null;
    const names = folded(sql`concat_ws(' ', scientific_name, survey, station)`);
    return sql`(${containsWords(names, words)} OR lower(scientific_name) = ANY (${[...alsoNamed]}::text[]))`;
  },
  gear: (text) => {
    const words = wordsOf(text);
    return words.length === 0 ? null : containsWords(folded(sql`gear`), words);
  },
  from: (instant) => sql`taken_on >= ${dayOf(instant)}::date`,
  to: (instant) => sql`taken_on <= ${dayOf(instant)}::date`,
  minLength: (least) => sql`length_centimeters >= ${least}`,
  maxLength: (most) => sql`length_centimeters <= ${most}`,
  minDepth: (least) => sql`depth_meters >= ${least}`,
  maxDepth: (most) => sql`depth_meters <= ${most}`,
  minLat: (south) => sql`lat >= ${south}`,
  maxLat: (north) => sql`lat <= ${north}`,
  minLon: (west) => sql`lon >= ${west}`,
  maxLon: (east) => sql`lon <= ${east}`,
});

export type SpecimenList = ReturnType<typeof createSpecimenList>;

/** Measured animals as a list; `alsoNamed`: scientific names, in lower case, that the searched text stands for. */
export function createSpecimenList(database: Database) {
  const db = database.for();
  return {
    page: (page: SpecimenPage, alsoNamed: readonly string[]) =>
      listPage<SpecimenRow>(db, {
        from: specimens,
        where: conditionOf(conditionsOf(alsoNamed), page.filters),
        by: sorts[page.sort],
        tie: sql`source, source_id`,
        page,
      }),
  };
}
