import KDBush from 'kdbush';
import type { FeatureTable } from '../../../../platform/feature-collections.ts';
import { featureOf, type Row, rowBatches } from '../query/table-rows.ts';
import { bytesOf, type Columns, createColumns } from './columns.ts';
import type { Order } from './order.ts';

export type Revised = FeatureTable & { readonly revision: NonNullable<FeatureTable['revision']> };

/** A collection as it was at one revision: the text of its features in the order of their keys, and their values. */
export type Snapshot = {
  readonly revision: string;
  /** About what it takes, its orders included. */
  readonly bytes: number;
  readonly text: Buffer;
  /** Offset of each feature in the text, and the end of the last one. */
  readonly starts: Uint32Array;
  /** Offset of each property of each feature, and the end of its last one. */
  readonly pieces: Uint32Array;
  readonly properties: readonly string[];
  readonly places: KDBush;
  readonly lons: Float64Array;
  readonly lats: Float64Array;
  /** Instant of each feature; NaN for a feature without one, which matches any time. Null where time is no instant. */
  readonly instants: Float64Array | null;
  /** Index of each feature, by its id. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly ids: readonly string[];
  readonly columns: Columns;
  /** Orders asked for since, by their keys. */
  readonly orders: Map<string, Order | null>;
  /** Truths of conditions, by their text. */
  readonly tables: Map<string, Uint8Array>;
};

export type SnapshotSize = { readonly features: number; readonly bytes: number };

const rowsAtOnce = 2_000;
/** Of ids, places, instants and the orders that may be asked for. */
const bytesPerFeature = 250;

/** Reads a collection of points whole; null where it is empty, has other shapes, or is larger than the limits. */
export async function readSnapshot(
  collection: Revised,
  revision: string,
  limits: SnapshotSize,
): Promise<Snapshot | null> {
  const instantNames = Object.keys(collection.properties).filter(
    (name) => collection.properties[name]?.type === 'timestamp',
  );
  const writer = createTextWriter(Object.keys(collection.properties));
  const columns = createColumns(collection.properties);
  const positions: number[] = [];
  const instants: number[] = [];
  const ids: string[] = [];
  const sort = instantNames.map((property) => ({ property, descending: false }));
  for await (const rows of rowBatches(collection, rowsAtOnce, sort)) {
    for (const row of rows) {
      const feature = featureOf(collection, row);
      if (feature.geometry?.type !== 'Point') return null;
      const [lon, lat] = feature.geometry.coordinates;
      positions.push(lon, lat);
      ids.push(feature.id);
      const time = collection.time === null ? null : feature.properties[collection.time];
      instants.push(typeof time === 'string' ? Date.parse(time) : Number.NaN);
      writer.add(feature);
      columns.add(feature.properties);
      for (const name of finerThanMs(row, instantNames)) columns.drop(name);
    }
    writer.flush();
    if (ids.length > limits.features || writer.bytes() > limits.bytes) return null;
  }
  if (ids.length === 0) return null;
  const held = columns.finish();
  const text = writer.finish();
  const [lons, lats] = [new Float64Array(ids.length), new Float64Array(ids.length)];
  const places = new KDBush(ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    lons[at] = positions[2 * at] ?? Number.NaN;
    lats[at] = positions[2 * at + 1] ?? Number.NaN;
    places.add(lons[at] ?? Number.NaN, lats[at] ?? Number.NaN);
  }
  const bytes = text.text.byteLength + text.pieces.byteLength + bytesOf(held) + ids.length * bytesPerFeature;
  if (bytes > limits.bytes) return null;
  return {
    ...{ revision, bytes },
    ...text,
    properties: Object.keys(collection.properties),
    ...{ lons, lats, places: places.finish() },
    instants: hasInstants(collection) ? Float64Array.from(instants) : null,
    indexes: new Map(ids.map((id, index) => [id, index])),
    ids,
    columns: held,
    orders: new Map(),
    tables: new Map(),
  };
}

/** Whether the time of the features is an instant; the database compares days. */
export function hasInstants({ time, properties }: FeatureTable): boolean {
  return time !== null && properties[time]?.type === 'timestamp';
}

/** Instants that the database has more finely than a number of milliseconds. */
function finerThanMs(row: Row, names: readonly string[]): readonly string[] {
  return names.filter((_, index) => {
    const text = row[`s${index}`];
    return typeof text === 'string' && /\.\d{4}/.test(text);
  });
}

/** Writes features as their JSON, and notes where each and its properties begin. */
function createTextWriter(names: readonly string[]) {
  const buffers: Buffer[] = [];
  const starts: number[] = [0];
  const pieces: number[] = [];
  const labels = names.map((name) => `${JSON.stringify(name)}:`);
  let texts: string[] = [];
  let bytes = 0;
  const put = (text: string): void => {
    texts.push(text);
    bytes += Buffer.byteLength(text);
  };
  return {
    add({ id, geometry, properties }: ReturnType<typeof featureOf>): void {
      put(`{"type":"Feature","id":${JSON.stringify(id)},"geometry":${JSON.stringify(geometry)},"properties":{`);
      for (const [index, name] of names.entries()) {
        pieces.push(bytes);
        const value = JSON.stringify(properties[name] ?? null);
        put(`${labels[index] ?? ''}${value}${index === names.length - 1 ? '' : ','}`);
      }
      pieces.push(bytes);
      put('}}');
      starts.push(bytes);
    },
    /** Many short texts become one buffer. */
    flush(): void {
      buffers.push(Buffer.from(texts.join('')));
      texts = [];
    },
    bytes: () => bytes,
    finish: () => ({
      text: Buffer.concat(buffers),
      starts: Uint32Array.from(starts),
      pieces: Uint32Array.from(pieces),
    }),
  };
}
