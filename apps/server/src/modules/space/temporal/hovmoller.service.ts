import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import { linePositions } from '@kianda/contract/space/temporal/line';
import type { temporalHovmoller } from '@kianda/contract/space/temporal/temporal.contract';
import { describeTemporal, type TemporalVariableId } from '@kianda/contract/space/temporal/temporal-variables';
import { coastLongitude, type Grid, gridPosition, offshoreMeters, type Position, sampleBilinear } from '@kianda/geo';
import { packInt16 } from '../../../platform/formats/int16.ts';
import { framesRequired, periodOf, type TemporalContext } from './temporal.context.ts';
import { distancesAlong, samplesAlong } from './temporal.rules.ts';

/** Bands of latitude along the coast, degrees. */
const bandDegrees = 0.25;
const [southern, northern] = [-17.5, -5];
const lineSamples = 80;

type Answer = DataOf<typeof temporalHovmoller>;
/** Values along a line or the coast, of the cells of one instant. */
type Reader = (grid: Grid, cells: Float32Array) => Float32Array;

/** Time against place: one row of values an instant, along the coast or a drawn line. */
export function temporalHovmollers({ frames, clock }: TemporalContext) {
  return async (
    variable: TemporalVariableId,
    query: QueryOf<typeof temporalHovmoller>,
  ): Promise<{ value: Answer; provenance: Provenance }> => {
    const description = describeTemporal(variable);
    const found = await frames.framesOf(framesRequired(description), periodOf(query, clock.nowMs()));
    const positions =
      query.line === undefined ? coastPositions() : samplesAlong(linePositions(query.line), lineSamples);
    const read = query.line === undefined ? alongCoast(positions, query.km) : alongLine(positions);
    const values = new Float32Array(found.frames.length * positions.length).fill(Number.NaN);
    for (const [row, frame] of found.frames.entries()) {
      const cells = await frames.cellsOf(frame);
      if (cells !== null) values.set(read(frame.grid, cells), row * positions.length);
    }
    const distances = distancesAlong(positions);
    const { scale, offset, base64 } = packInt16(values);
    return {
      value: {
        ...{ variable, units: description.units, axis: query.line === undefined ? 'coast' : 'line' },
        times: found.frames.map(({ time }) => time.toISOString()),
        positions: positions.map(([lon, lat], index) => ({ lon, lat, distanceKm: distances[index] ?? 0 })),
        ...{ encoding: 'int16-base64', scale, offset, values: base64 },
      },
      provenance: found.provenance,
    };
  };
}

/** Places on the coast, from the south to the north. */
function coastPositions(): Position[] {
  const count = Math.round((northern - southern) / bandDegrees) + 1;
  return Array.from({ length: count }, (_, index): Position => {
    const lat = southern + index * bandDegrees;
    return [coastLongitude(lat), lat];
  });
}

/** Mean of the cells from the coast to so many kilometres, in each band of latitude. */
function alongCoast(positions: readonly Position[], kilometers: number): Reader {
  let known: { readonly key: string; readonly bands: readonly (readonly number[])[] } | null = null;
  return (grid, cells) => {
    const key = JSON.stringify(grid);
    if (known?.key !== key) known = { key, bands: bandsOf(grid, positions, kilometers) };
    return Float32Array.from(known.bands, (indexes) => {
      const values = indexes.map((index) => cells[index] ?? Number.NaN).filter((value) => !Number.isNaN(value));
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    });
  };
}

/** Indexes of the cells of each band. */
function bandsOf(grid: Grid, positions: readonly Position[], kilometers: number): number[][] {
  const bands: number[][] = positions.map(() => []);
  for (let index = 0; index < grid.columns * grid.rows; index += 1) {
    const position = gridPosition(grid, index % grid.columns, Math.floor(index / grid.columns));
    const offshore = offshoreMeters(position) / 1000;
    if (offshore < 0 || offshore > kilometers) continue;
    bands[Math.round((position[1] - southern) / bandDegrees)]?.push(index);
  }
  return bands;
}

const alongLine =
  (positions: readonly Position[]): Reader =>
  (grid, cells) =>
    Float32Array.from(positions, (position) => sampleBilinear(grid, cells, position));
