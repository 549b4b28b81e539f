import { createHash } from 'node:crypto';
import { driftParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { SpatialContext } from '../spatial.context.ts';
import type { ReadInput } from './inputs.types.ts';

const dayMs = 86_400_000;
/** Fields of each component at most: sixty days, six a day. */
const mostFields = 360;

/** Currents of the days of a drift: those asked for, or the newest that are stored. */
export async function readCurrents(
  { stores: { climate }, platform }: SpatialContext,
  parameters: Readonly<Record<string, unknown>>,
): Promise<ReadInput> {
  const { days, start } = driftParametersSchema.parse(parameters);
  const newest = await climate.field(
    'currentEast',
    new Date(start === null ? platform.clock.nowMs() : Date.parse(start) + days * dayMs),
  );
  if (newest === null) {
    throw new RangeError('Não há correntes guardadas: corra o conector do Copernicus Marine que as traz.');
  }
  const from = new Date(start === null ? newest.at.getTime() - days * dayMs : Date.parse(start) - dayMs);
  const to = new Date(start === null ? newest.at : Date.parse(start) + days * dayMs);
  const [east, north] = await Promise.all([
    climate.fieldsBetween('currentEast', [from, to], mostFields),
    climate.fieldsBetween('currentNorth', [from, to], mostFields),
  ]);
  const northAt = new Map(north.map((field) => [field.at.getTime(), field]));
  const both = east.flatMap((field) => {
    const other = northAt.get(field.at.getTime());
    return other === undefined || other.values.length !== field.values.length ? [] : [{ east: field, north: other }];
  });
  const [first] = both;
  if (first === undefined) throw new RangeError('Não há as duas componentes da corrente nos dias pedidos.');
  const hash = createHash('sha256').update(JSON.stringify(first.east.grid));
  for (const pair of both) {
    for (const { values } of [pair.east, pair.north]) {
      hash.update(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
    }
  }
  return {
    withoutPlace: 0,
    data: {
      ...{ kind: 'currents', title: 'Correntes', grid: first.east.grid },
      timesMs: both.map((pair) => pair.east.at.getTime()),
      east: both.map((pair) => pair.east.values),
      north: both.map((pair) => pair.north.values),
    },
    pinned: {
      ...{ role: 'currents', label: 'Correntes', kind: 'raster', title: `Correntes, ${both.length} campos` },
      ...{ source: first.east.provider, licence: null, vertices: 0, count: both.length * first.east.values.length },
      ...{ time: first.east.at.toISOString(), sha256: hash.digest('hex') },
      isSimulated: both.some((pair) => pair.east.isSimulated || pair.north.isSimulated),
    },
  };
}
