import { gridPosition, isInZee, metersPerDegree, type Position, pointInPolygon, sampleBilinear } from '@kianda/geo';
import type { SeaCells } from '@kianda/science/biomass/sea-days';
import type { SeaTask, ZoneShape } from './compute.types.ts';

export type ZeeCells = {
  readonly cells: SeaCells;
  /** Place of each in the grid. */
  readonly places: Uint32Array;
  readonly positions: readonly Position[];
};

/** Cells of the grid whose centre lies in the ZEE, with their area on the sphere and their depth. */
export function zeeCells({ grid, seabed }: Pick<SeaTask, 'grid' | 'seabed'>): ZeeCells {
  const places = Array.from({ length: grid.columns * grid.rows }, (_, place) => place).filter((place) =>
    isInZee(gridPosition(grid, place % grid.columns, Math.floor(place / grid.columns))),
  );
  const positions = places.map((place) => gridPosition(grid, place % grid.columns, Math.floor(place / grid.columns)));
  const square = grid.lonStepDegrees * grid.latStepDegrees * metersPerDegree ** 2;
  return {
    places: Uint32Array.from(places),
    positions,
    cells: {
      lat: Float64Array.from(positions, ([, lat]) => lat),
      area: Float64Array.from(positions, ([, lat]) => Math.abs(square) * Math.cos((lat * Math.PI) / 180)),
      seabed: Float64Array.from(positions, (position) =>
        seabed === null ? Number.NaN : sampleBilinear(seabed.grid, seabed.values, position),
      ),
    },
  };
}

/** Indexes of the cells of a zone among those of the ZEE. */
export function cellsOf({ geometry, south, north }: ZoneShape, positions: readonly Position[]): Uint32Array {
  const inside = (position: Position) =>
    position[1] >= south &&
    position[1] < north &&
    (geometry === null || geometry.some((one) => pointInPolygon(position, one)));
  return Uint32Array.from(positions.flatMap((position, cell) => (inside(position) ? [cell] : [])));
}
