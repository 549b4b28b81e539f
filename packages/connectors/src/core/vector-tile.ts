import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { ProviderError } from './failures.ts';
import type { RawBody } from './http.ts';
import { addressOf } from './status.ts';

/** A tile of the world in the usual scheme: column from the west, row from the north. */
export type Tile = { readonly z: number; readonly x: number; readonly y: number };

/**
 * Properties of the features of one layer of a vector tile, in its order; an empty body, or a tile without the layer, has
 * none. Throws `schema` where the body is no vector tile.
 */
export function rowsOfTile(raw: RawBody, layer: string): Record<string, unknown>[] {
  if (raw.bytes.length === 0) return [];
  try {
    const reader = new PbfReader(raw.bytes);
    const { layers } = new VectorTile(reader);
    if (reader.pos !== raw.bytes.length) throw new Error('o corpo acaba a meio');
    const found = layers[layer];
    if (found === undefined && Object.keys(layers).length > 0) throw new Error(`sem a camada «${layer}»`);
    return Array.from({ length: found?.length ?? 0 }, (_, at) => ({ ...found?.feature(at).properties }));
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new ProviderError('schema', `${addressOf(raw.url)}: não é um mosaico vetorial legível (${detail})`, {
      cause,
    });
  }
}

/** Tiles of a zoom that a box of degrees touches, from the north-west. */
export function tilesOf([west, south, east, north]: readonly [number, number, number, number], z: number): Tile[] {
  const columnOf = (lon: number) => Math.floor(((lon + 180) / 360) * 2 ** z);
  const rowOf = (lat: number) => Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
  const tiles: Tile[] = [];
  for (let y = rowOf(north); y <= rowOf(south); y += 1)
    for (let x = columnOf(west); x <= columnOf(east); x += 1) tiles.push({ z, x, y });
  return tiles;
}
