import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { type SourceFile, type SourceTable, wgs84 } from './source.ts';

/** The features of a FlatGeobuf. */
export async function flatgeobufTables(file: SourceFile): Promise<readonly SourceTable[]> {
  const bytes = await file.bytes();
  const header = await headerOf(bytes);
  const own = header.columns ?? [];
  return [
    {
      name: header.title ?? file.name.replace(/\.[^.]*$/, ''),
      features: header.featuresCount === 0 ? null : header.featuresCount,
      crs:
        header.crs === null
          ? wgs84
          : {
              code: header.crs.org === null || header.crs.org === 'EPSG' ? header.crs.code || null : null,
              definition: header.crs.wkt,
              name: header.crs.name ?? `EPSG:${header.crs.code}`,
            },
      columns: own.map(({ name, type }) => ({ name, type: columnTypes[type] ?? 'string' })),
      async *rows() {
        for await (const { geometry, properties } of deserialize(bytes)) {
          const given: Readonly<Record<string, unknown>> = properties ?? {};
          yield { geometry, values: own.map(({ name }) => given[name] ?? null) };
        }
      },
    },
  ];
}

/** Bytes before the header: eight of magic, four of its length. */
const prefixBytes = 12;

/** Throws `UnreadableFile` for a file shorter than its own header, in which the library would look for an end for ever. */
async function headerOf(bytes: Buffer): Promise<HeaderMeta> {
  const length = bytes.length < prefixBytes ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(prefixBytes - 4);
  if (length > bytes.length - prefixBytes) throw new UnreadableFile('O ficheiro FlatGeobuf está cortado.');
  const { promise, resolve } = Promise.withResolvers<HeaderMeta>();
  const features = deserialize(bytes, { headerMetaFn: resolve });
  await features.next();
  await features.return(undefined);
  return promise;
}

/** Types of the format's schema, by number. */
const columnTypes: Readonly<Record<number, LayerColumn['type']>> = {
  ...{ 0: 'integer', 1: 'integer', 2: 'boolean', 3: 'integer', 4: 'integer', 5: 'integer', 6: 'integer' },
  ...{ 7: 'integer', 8: 'integer', 9: 'number', 10: 'number', 11: 'string', 12: 'string', 13: 'timestamp' },
};
