/** One variable of a griddap dataset, with its name in Kianda. */
export type GriddapVariable = {
  readonly name: string;
  readonly variable: string;
  /** As shown. */
  readonly unit: string;
  /** Accepted texts of `units`; any other is a change of schema (kelvin for °C is the classic). */
  readonly providerUnits: readonly string[];
};

/** A griddap dataset: axes in the order time, level (if any), latitude, longitude. */
export type GriddapDataset = {
  readonly id: string;
  /** Name of the level axis, always read at 0; null when there is none. */
  readonly levelAxis: 'altitude' | 'zlev' | null;
  readonly latitudeDescending: boolean;
  readonly stride: number;
  readonly variables: readonly GriddapVariable[];
};

type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** Address of one instant of a dataset over a box, or of all its instants between two, as NetCDF-3. */
export function gridUrl(
  baseUrl: string,
  dataset: GriddapDataset,
  time: number | { readonly fromMs: number; readonly toMs: number },
  box: Box,
): string {
  const stride = dataset.stride === 1 ? '' : `:${dataset.stride}`;
  const [from, to] = dataset.latitudeDescending ? [box.north, box.south] : [box.south, box.north];
  const axes = [
    typeof time === 'number' ? `[(${instant(time)})]` : `[(${instant(time.fromMs)}):1:(${instant(time.toMs)})]`,
    dataset.levelAxis === null ? '' : '[(0.0)]',
    `[(${degrees(from)})${stride}:(${degrees(to)})]`,
    `[(${degrees(box.west)})${stride}:(${degrees(box.east)})]`,
  ].join('');
  return griddap(baseUrl, dataset.id, 'nc', dataset.variables.map(({ name }) => `${name}${axes}`).join(','));
}

/** Address of a variable without a time over a box, as a `.json` table. Latitudes rise. */
export function stillGridUrl(
  baseUrl: string,
  { id, variable, stride }: { readonly id: string; readonly variable: string; readonly stride: number },
  box: Box,
): string {
  const along = (from: number, to: number) => `[(${degrees(from)}):${stride}:(${degrees(to)})]`;
  return griddap(baseUrl, id, 'json', `${variable}${along(box.south, box.north)}${along(box.west, box.east)}`);
}

/** Address of part of a dataset's time axis: `(last)`, an index, or `(from):(to)`. */
export function timeAxisUrl(
  baseUrl: string,
  datasetId: string,
  part: 'first' | 'last' | { readonly fromMs: number; readonly toMs: number },
): string {
  const range =
    part === 'first' ? '0' : part === 'last' ? '(last)' : `(${instant(part.fromMs)}):1:(${instant(part.toMs)})`;
  return griddap(baseUrl, datasetId, 'json', `time[${range}]`);
}

function griddap(baseUrl: string, id: string, extension: string, query: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/griddap/${id}.${extension}?${encode(query)}`;
}

/** Tomcat in front of ERDDAP answers 400 to a bare bracket. */
function encode(query: string): string {
  return query.replaceAll('[', '%5B').replaceAll(']', '%5D');
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString().replace('.000Z', 'Z');
}

/**
 * Formats degrees as ERDDAP does: a bare integer in parentheses is a value as well, yet `18` and `18.0` are the same
 * index.
 */
function degrees(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
