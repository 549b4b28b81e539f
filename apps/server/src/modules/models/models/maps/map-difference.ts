import { isDeepStrictEqual } from 'node:util';
import { cog } from '../../../../platform/formats/cog.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { MapRaster } from './map-file.ts';
import type { MapRow } from './maps.tables.ts';

/** Throws where two maps can't be taken from each other, with the first thing that differs. */
export function requireAlike(one: MapRow, other: MapRow): void {
  const refused = (why: string) => new AppError('conflict', { detail: `Estes mapas não se subtraem: ${why}.` });
  if (one.model_type !== other.model_type) throw refused('são de modelos diferentes');
  if (one.card.classes.length + other.card.classes.length > 0) throw refused('têm classes, e não números');
  if (one.card.unit !== other.card.unit) throw refused('têm unidades diferentes');
  if (one.month !== other.month) throw refused('são de meses diferentes');
  if (!isDeepStrictEqual(one.inputs, other.inputs)) throw refused('têm entradas diferentes');
  const sides = ({ west, south, columns, rows, cell_degrees }: MapRow) => [west, south, columns, rows, cell_degrees];
  if (!isDeepStrictEqual(sides(one), sides(other))) throw refused('têm células diferentes');
}

type Side = { readonly row: MapRow; readonly raster: MapRaster };

/** The difference of two maps in each cell, NaN where either has none, and the values that it is of. */
export function differenceFile(one: Side, other: Side): Promise<Uint8Array> {
  const { unit } = one.row.card;
  const first = one.raster.bands.value;
  const second = other.raster.bands.value;
  const band = (name: string, values: Float32Array) => ({ name, unit, values, kind: 'number' as const });
  return cog(one.raster.grid, [
    band(
      `Diferença: versão ${one.row.version} menos versão ${other.row.version}`,
      first.map((value, cell) => value - (second[cell] ?? Number.NaN)),
    ),
    band(`Versão ${one.row.version}`, first),
    band(`Versão ${other.row.version}`, second),
  ]);
}
