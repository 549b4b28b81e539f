import type { Access, Provenance } from '@kianda/contract';
import { isTimeColumn } from '@kianda/contract/open/layers/layers.contract';
import { sql } from 'kysely';
import { batched } from '../../../platform/batched.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { CollectionSource, FeatureProperty, FeatureTable } from '../../../platform/feature-collections.ts';
import type { LayerRepository } from './layers.repository.ts';
import type { LayerRow } from './layers.tables.ts';

const accessOf: Readonly<Record<LayerRow['readers'], Access>> = {
  private: 'layers:read',
  staff: 'layers:read',
  public: 'public',
};
const casts = {
  number: 'float8',
  integer: 'bigint',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamptz',
} as const;

/** The collections that layers of foreign files are, read anew for each request: a permission that was taken away is gone. */
export function layerCollections(database: Database, repository: LayerRepository): CollectionSource {
  const layers = batched(() => repository.layers());
  return {
    async list() {
      return (await layers()).flatMap((layer) => (layer.edition === null ? [] : [collectionOf(database, layer)]));
    },
    async find(id) {
      const layer = await repository.layer(id);
      return layer === undefined || layer.edition === null ? null : collectionOf(database, layer);
    },
  };
}

function collectionOf(database: Database, layer: LayerRow): FeatureTable {
  const { edition, revision, columns, geometry_type: geometryType, source } = layer;
  const properties: Record<string, FeatureProperty> = {};
  const expressions: Record<string, ReturnType<typeof sql>> = {};
  for (const { name, type } of columns) {
    properties[name] = { type, title: name };
    const text = sql`(f.properties ->> ${name}::text)`;
    expressions[name] = type === 'string' ? text : sql`${text}::${sql.raw(casts[type])}`;
  }
  return {
    kind: 'table',
    id: layer.id,
    title: layer.title,
    description: [layer.description, `Licença: ${layer.licence}. Citação: ${layer.citation}`]
      .filter(Boolean)
      .join('\n\n'),
    keywords: ['camada', ...(source === null ? [] : [source.table])],
    access: accessOf[layer.readers],
    ...(layer.readers === 'private' ? { owner: layer.owner_id } : {}),
    geometryType,
    time: columns.find((column) => column.name === layer.time_column && isTimeColumn(column))?.name ?? null,
    properties,
    columns: expressions,
    database,
    from: sql`layers.features f`,
    where: sql`f.edition = ${edition}::uuid`,
    key: [{ sql: sql`f.fid`, type: 'integer' }],
    geometry: geometryType === null ? null : { box: sql`f.bounds`, wkb: sql`f.geometry`, nullable: true },
    ...(revision === null ? {} : { edition: revision }),
    attribution: layer.citation,
    licence: layer.licence,
    style: layer.style,
    provenance: async (): Promise<Provenance> => ({
      state: 'configured',
      source: layer.citation,
      observedAt: null,
      retrievedAt: (layer.imported_at ?? layer.created_at).toISOString(),
    }),
  };
}
