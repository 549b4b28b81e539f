import type { StacItem } from '@kianda/contract/open/catalogue/stac-schemas';
import { derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { type ColourScale, createColourScale, type ScaleOptions } from '@kianda/viz/colour/scale.ts';
import { type Field, fieldQuantiles } from '@kianda/viz/field/decode.ts';

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'number');

/**
 * Field of a grid's CSV (longitude, latitude, value; cells without a value are left out), on the grid that the item
 * describes by `proj:shape` and `proj:transform`. Throws where the item describes none.
 */
export function fieldOfCsv(item: StacItem, csv: string): Field {
  const { 'proj:shape': shape, 'proj:transform': transform } = item.properties;
  if (!isNumbers(shape) || !isNumbers(transform)) throw new RangeError('field: the item describes no grid');
  const [rows = 0, columns = 0] = shape;
  const [lonStep = 0, , left = 0, , negativeLatStep = 0, top = 0] = transform;
  const latStep = -negativeLatStep;
  const grid = {
    west: left + lonStep / 2,
    south: top - (rows - 0.5) * latStep,
    lonStepDegrees: lonStep,
    latStepDegrees: latStep,
    columns,
    rows,
  };
  const values = new Float32Array(rows * columns).fill(Number.NaN);
  for (const line of csv.split('\n').slice(1)) {
    if (line === '') continue;
    const [lon = Number.NaN, lat = Number.NaN, value = Number.NaN] = line.split(',').map(Number);
    const column = Math.round((lon - grid.west) / lonStep);
    const row = Math.round((lat - grid.south) / latStep);
    if (column >= 0 && column < columns && row >= 0 && row < rows) values[row * columns + column] = value;
  }
  return { grid, values };
}

type Shown = { readonly label: string; readonly unit: string; readonly scale: ColourScale };

/** Name, unit and colours of a grid, as elsewhere in the platform; null for one without any value. */
export function appearanceOf(key: string, title: string, field: Field): Shown | null {
  const name = key.replace(/\.\w+$/, '');
  const variable = (fieldVariables as Readonly<Record<string, ScaleOptions & { label: string; unit: string }>>)[name];
  if (variable !== undefined) return { label: variable.label, unit: variable.unit, scale: createColourScale(variable) };
  const products: Readonly<Record<string, { label: string; unit: string; field: ScaleOptions | null }>> =
    derivedProducts;
  const product = products[name];
  if (product !== undefined && product.field !== null) {
    return { label: product.label, unit: product.unit, scale: createColourScale(product.field) };
  }
  const range = fieldQuantiles(field, 0.02, 0.98);
  if (range === null) return null;
  const [low, high] = range;
  const ends: readonly [number, number] = low < high ? range : [low - 1, high + 1];
  return { label: title, unit: '', scale: createColourScale({ ramp: 'thermal', range: ends, log: false }) };
}

export type TableHead = {
  readonly header: readonly string[];
  /** With the number of each line below the header. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  readonly total: number;
};

/** First rows of a CSV; handles quotes and line breaks in them. */
export function headOfCsv(csv: string, wanted: number): TableHead {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < csv.length; index += 1) {
    const letter = csv[index] ?? '';
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (csv[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',') {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      row = [];
      cell = '';
    } else cell += letter;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  const [header = [], ...body] = rows;
  return {
    header,
    rows: body.slice(0, wanted).map((cells, index) => ({ line: index + 1, cells })),
    total: body.length,
  };
}
