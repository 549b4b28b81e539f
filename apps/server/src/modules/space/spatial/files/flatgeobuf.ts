import { serialize } from 'flatgeobuf/lib/mjs/geojson.js';
import type { FileLayer } from './file.types.ts';

const wgs84Code = 4326;

/** FlatGeobuf in EPSG:4326. */
export function flatGeobufFile({ features }: FileLayer): Uint8Array {
  const shown = features.map(({ geometry, properties }) => ({ type: 'Feature' as const, geometry, properties }));
  return serialize({ type: 'FeatureCollection', features: shown } as never, wgs84Code);
}
