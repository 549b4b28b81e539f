import type { Access, Provenance } from '@kianda/contract';
import { analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { CollectionSource, FeatureProperty, FeatureTable } from '../../../platform/feature-collections.ts';
import { collectionIdOf, resultProvenance } from './analysis-views.rules.ts';
import type { SpatialRepository } from './spatial.repository.ts';
import type { AnalysisRow, ResultRow, StoredLayer } from './spatial.tables.ts';

const accessOf: Readonly<Record<AnalysisRow['readers'], Access>> = {
  private: 'spatial:read',
  staff: 'spatial:read',
  public: 'public',
};
const casts = { number: 'float8', integer: 'bigint', boolean: 'boolean' } as const;
const idForm = /^analise-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})-([a-z][a-z0-9-]{0,59})$/;

/** The collections that layers of completed analyses are, read anew for each request: what is no longer shared is gone. */
export function analysisCollections(
  database: Database,
  repository: SpatialRepository,
  simulatorSeed: number,
): CollectionSource {
  return {
    async list() {
      const rows = await repository.allCompleted();
      const results = await repository.results([...new Set(rows.flatMap(({ result_id: id }) => id ?? []))]);
      const byId = new Map(results.map((result) => [result.id, result]));
      return rows.flatMap((row) => {
        const result = byId.get(row.result_id ?? '');
        const layers = result?.layers.filter(({ kind }) => kind === 'vector') ?? [];
        return result === undefined
          ? []
          : layers.map((layer) => collectionOf(database, { row, result, layer, simulatorSeed }));
      });
    },

    async find(id) {
      const [, analysisId = '', layerId = ''] = idForm.exec(id) ?? [];
      if (analysisId === '') return null;
      const row = await repository.analysis(analysisId);
      const result = row?.result_id == null ? undefined : await repository.result(row.result_id);
      const layer = result?.layers.find((one) => one.id === layerId && one.kind === 'vector');
      return row === undefined || result === undefined || layer === undefined
        ? null
        : collectionOf(database, { row, result, layer, simulatorSeed });
    },
  };
}

type Shown = {
  readonly row: AnalysisRow;
  readonly result: ResultRow;
  readonly layer: StoredLayer;
  readonly simulatorSeed: number;
};

function collectionOf(database: Database, { row, result, layer, simulatorSeed }: Shown): FeatureTable {
  const properties: Record<string, FeatureProperty> = {};
  const columns: Record<string, ReturnType<typeof sql>> = {};
  for (const { name, type, title, unit } of layer.attributes) {
    properties[name] = { type, title, ...(unit === null ? {} : { unit }) };
    const text = sql`(f.properties ->> ${name}::text)`;
    columns[name] = type === 'string' ? text : sql`${text}::${sql.raw(casts[type])}`;
  }
  return {
    ...{ kind: 'table', id: collectionIdOf(row.id, layer.id), title: `${row.name}: ${layer.title}` },
    description: [...result.methods, result.citation].join('\n\n'),
    keywords: ['análise espacial', analysisTypes[row.type]],
    access: accessOf[row.readers],
    ...(row.readers === 'private' ? { owner: row.owner_id } : {}),
    geometryType: layer.geometryType === 'point' ? 'point' : 'any',
    ...{ time: null, properties, columns, database },
    from: sql`spatial.features f`,
    where: sql`f.result_id = ${result.id}::uuid AND f.layer = ${layer.id}`,
    key: [{ sql: sql`f.fid`, type: 'integer' }],
    geometry: { box: sql`f.bounds`, wkb: sql`f.geometry`, nullable: false },
    edition: `${result.id}-${layer.sha256}`,
    attribution: result.citation,
    provenance: async (): Promise<Provenance> => resultProvenance(result, { at: result.made_at, simulatorSeed }),
  };
}
