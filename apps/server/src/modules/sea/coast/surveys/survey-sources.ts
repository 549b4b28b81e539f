import { surveyColumns } from '@kianda/contract/sea/coast/coast.contract';
import type { Position } from '@kianda/geo';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { CollectionSource, FeatureTable } from '../../../../platform/feature-collections.ts';
import { fromWkb } from '../../../../platform/geometry/wkb.ts';
import type { RegionalLineReading } from '../../geography/index.ts';
import { type Survey, surveyOf } from './read-survey.ts';

/** Lines of a layer that are read at most. */
const mostLines = 5_000;
/** Regional layers say with it that their lines are shorelines. */
const keyword = 'linha de costa';

type Sources = {
  readonly database: Database;
  readonly layers: CollectionSource;
  readonly regionalLines: RegionalLineReading;
};

/** Surveys of the shoreline among the layers of files and the regional ones; layers that are private are left out. */
export function createSurveys({ database, layers, regionalLines }: Sources) {
  return async (): Promise<readonly Survey[]> => {
    const files = (await layers.list()).filter(isDated);
    const regional = await regionalLines.withKeyword(keyword);
    const found = await Promise.all([
      ...files.map((table) => layerSurvey(database, table)),
      ...regional.map(async (id) => {
        const held = await regionalLines.lines(id);
        return held === null ? null : surveyOf({ ...held, id: `regional:${id}`, isOpen: true });
      }),
    ]);
    return found.filter((survey) => survey !== null);
  };
}

export type SurveyReading = ReturnType<typeof createSurveys>;

const isDateColumn = (name: string): boolean => (surveyColumns.date as readonly string[]).includes(name.toLowerCase());

function isDated(collection: Awaited<ReturnType<CollectionSource['list']>>[number]): collection is FeatureTable {
  return (
    collection.kind === 'table' &&
    collection.owner === undefined &&
    collection.geometry?.wkb !== undefined &&
    collection.geometryType !== 'point' &&
    Object.keys(collection.properties).some(isDateColumn)
  );
}

async function layerSurvey(database: Database, table: FeatureTable): Promise<Survey | null> {
  const wanted = Object.entries(table.columns).filter(([name]) =>
    Object.values(surveyColumns).some((words) => (words as readonly string[]).includes(name.toLowerCase())),
  );
  const columns = wanted.map(([name, column]) => sql`(${column})::text as ${sql.id(name)}`);
  const { rows } = await sql<Record<string, unknown> & { geometry_wkb: Buffer }>`
    select ${table.geometry?.wkb} as geometry_wkb, ${sql.join(columns)} from ${table.from}
    where ${table.where ?? sql`true`} and ${table.geometry?.wkb} is not null
    limit ${mostLines}`.execute(database.for<Record<never, never>>());
  const features = rows.flatMap(({ geometry_wkb, ...properties }) => {
    const lines = linesOf(fromWkb(geometry_wkb));
    return lines.length === 0 ? [] : [{ lines, properties }];
  });
  return surveyOf({
    ...{ id: `camada:${table.id}`, title: table.title, features, simulatedSeed: null },
    isOpen: table.access === 'public',
    ...{ source: table.attribution ?? table.title, licence: table.licence ?? 'Licença por indicar' },
  });
}

function linesOf(geometry: { readonly type: string; readonly coordinates: unknown }): readonly (readonly Position[])[] {
  if (geometry.type === 'LineString') return [geometry.coordinates as Position[]];
  return geometry.type === 'MultiLineString' ? (geometry.coordinates as Position[][]) : [];
}
