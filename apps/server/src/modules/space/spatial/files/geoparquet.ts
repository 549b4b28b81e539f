import { parquetWriteBuffer } from 'hyparquet-writer';
import type { FileLayer } from './file.types.ts';

const types = { string: 'STRING', number: 'DOUBLE', integer: 'INT32', boolean: 'BOOLEAN' } as const;

/** GeoParquet 1.1.0: places as WKB, in longitude and latitude. */
export function geoParquetFile({ layer, features }: FileLayer): Uint8Array {
  const kinds = [...new Set(features.map(({ geometry }) => geometry.type))];
  const geo = {
    ...{ version: '1.1.0', primary_column: 'geometry' },
    columns: {
      geometry: { encoding: 'WKB', geometry_types: kinds, ...(layer.bbox === null ? {} : { bbox: layer.bbox }) },
    },
  };
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'geometry', data: features.map(({ wkb }) => new Uint8Array(wkb)), type: 'BYTE_ARRAY', nullable: false },
        ...layer.attributes.map(({ name, type }) => ({
          ...{ name, type: types[type], nullable: true },
          data: features.map(({ properties }) => properties[name] ?? null),
        })),
      ],
      kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
    }),
  );
}
