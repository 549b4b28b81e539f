import type { DailyFields, DailySource } from '../core/daily.ts';
import { ProviderError } from '../core/failures.ts';
import { ANGOLA_BOX, evenAxis, flipRows, roundDegrees } from '../core/grid.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import type { GridSlice } from '../core/records.ts';
import { addressOf } from '../core/status.ts';
import { configUrl, rewriteHref } from './hosts.ts';
import { type CmemsDataset, type CmemsVariable, isCurrent, versionLinks } from './map.ts';
import { clientsConfig, type DatasetItem, datasetItem, datasetProductMapping, productCollection } from './wire.ts';
import { openZarr, type ZarrReader } from './zarr.ts';

/** The models change little in five days: a climatology of ten years reads some 730 of them. */
export const CLIMATOLOGY_STEP_DAYS = 5;

const CLIENT = { 'x-cop-client': 'kianda', 'x-cop-client-version': '2.0.0' } as const;
/** Above this, a value is the netCDF default fill (9.97e36), even if the metadata disagree. */
const ABSURD = 1e30;

type Cube = {
  readonly store: ZarrReader;
  readonly timesMs: readonly number[];
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
  /** Depths of its levels in metres, in the order of the store; null for a field of the surface alone. */
  readonly depthsMeters: readonly number[] | null;
  readonly grid: Pick<GridSlice, 'west' | 'south' | 'lonStepDegrees' | 'latStepDegrees'>;
  readonly descending: boolean;
};

/** Reads a Copernicus Marine dataset day by day, at the surface or the depth of each variable: configuration → catalogue → newest version → Zarr chunks. */
export async function cmemsSource(
  dataset: CmemsDataset,
  settings: ConnectorSettings,
  context: PullContext,
): Promise<DailySource> {
  let raw: RawBody[] = [];

  /** Fetches an S3 object; null when there is none: S3 answers 404, or 403 where the bucket may not be listed. */
  async function fetch(url: string): Promise<HttpResponse | null> {
    const response = await context.http.request({
      url: identified(url, settings),
      accept: [403, 404],
      signal: context.signal,
    });
    raw.push(response);
    return response.status === 403 || response.status === 404 ? null : response;
  }
  async function json<Schema extends Parameters<typeof parseJson>[1]>(url: string, schema: Schema) {
    const response = await fetch(rewriteHref(url, settings));
    if (response === null) throw new ProviderError('provider', `${addressOf(url)} não existe`, { permanent: false });
    return parseJson(response, schema);
  }

  async function currentItem(catalogue: { readonly stacRoot: string; readonly idMapping: string }) {
    const products = (await json(catalogue.idMapping, datasetProductMapping))[dataset.id]?.split(',') ?? [];
    for (const product of products) {
      const productUrl = `${catalogue.stacRoot.replace(/\/+$/, '')}/${product.trim()}/product.stac.json`;
      for (const href of versionLinks(await json(productUrl, productCollection), dataset.id)) {
        const item = await json(new URL(href, productUrl).href, datasetItem);
        if (isCurrent(item, context.nowMs())) return item;
      }
    }
    throw new ProviderError('schema', `O catálogo não tem uma versão publicada de ${dataset.id}`);
  }

  /** Finds the dataset's item; the second catalogue is a copy in another data centre, for when the first is away. */
  async function findItem(): Promise<DatasetItem> {
    const { catalogues } = await json(configUrl(settings), clientsConfig);
    let failure: unknown;
    for (const catalogue of catalogues) {
      try {
        return await currentItem(catalogue);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.permanent) throw error;
        context.log('warn', 'Catálogo inacessível', { stac: catalogue.stac, error: error.message });
        failure = error;
      }
    }
    throw failure;
  }

  const item = await findItem();
  const cube = await openCube(
    await openZarr(rewriteHref(item.assets.timeChunked.href, settings), fetch),
    dataset,
    item.id,
  );

  return {
    async newestMs() {
      // The dataset includes ten days of forecast, and a day still to come is not an observation.
      return cube.timesMs.findLast((timeMs) => timeMs <= context.nowMs()) ?? null;
    },
    async timesMs(fromMs, toMs) {
      return cube.timesMs.filter((timeMs) => timeMs >= fromMs && timeMs <= toMs);
    },
    async read(timeMs): Promise<DailyFields> {
      const records: GridSlice[] = [];
      for (const variable of dataset.variables) {
        const slice = await readSlice(cube, dataset.id, variable, timeMs);
        if (slice !== null) records.push(slice);
        else context.log('info', 'Dia sem dados no provedor', { dataset: item.id, variable: variable.name, timeMs });
      }
      const bodies = raw;
      raw = [];
      return { records, rejected: [], raw: bodies };
    },
  };
}

/** The provider asks clients to name themselves in the query. */
function identified(url: string, settings: ConnectorSettings): string {
  const named = new URL(url);
  for (const [name, value] of Object.entries(CLIENT)) named.searchParams.set(name, value);
  const user = settings.credentials?.username;
  if (user !== undefined && user !== '') named.searchParams.set('x-cop-user', user);
  return named.href;
}

async function openCube(store: ZarrReader, dataset: CmemsDataset, itemId: string): Promise<Cube> {
  const fail = (message: string): never => {
    throw new ProviderError('schema', `${itemId}: ${message}`);
  };
  const first = dataset.variables[0] ?? fail('sem variáveis pedidas');
  const { dimensions } = await store.array(first.name);
  const levelName = dimensions.length === 4 ? (dimensions[1] ?? '') : null;
  const expected = ['time', ...(levelName === null ? [] : [levelName]), 'latitude', 'longitude'].join();
  if (dimensions.join() !== expected || (levelName !== null && !['elevation', 'depth'].includes(levelName)))
    fail(`dimensões ${dimensions.join()}; esperadas time,elevation,latitude,longitude`);
  const time = await store.axis('time');
  const latitudes = (await store.axis('latitude')).values;
  const longitudes = (await store.axis('longitude')).values;
  const rows = within(latitudes, ANGOLA_BOX.south, ANGOLA_BOX.north) ?? fail('latitude fora da área');
  const columns = within(longitudes, ANGOLA_BOX.west, ANGOLA_BOX.east) ?? fail('longitude fora da área');
  const lat = evenAxis(latitudes.slice(...rows)) ?? fail('latitude de passo irregular');
  const lon = evenAxis(longitudes.slice(...columns)) ?? fail('longitude de passo irregular');
  return {
    store,
    timesMs: instants(time.values, time.attributes.units, fail),
    rows,
    columns,
    depthsMeters: levelName === null ? null : depthsOf(levelName, (await store.axis(levelName)).values, fail),
    grid: {
      west: roundDegrees(lon.first),
      south: roundDegrees(Math.min(lat.first, lat.first + (rows[1] - rows[0] - 1) * lat.step)),
      lonStepDegrees: roundDegrees(lon.step),
      latStepDegrees: roundDegrees(Math.abs(lat.step)),
    },
    descending: lat.step < 0,
  };
}

/**
 * Range [from, to) of the values inside an interval, with a small tolerance because axes are float32. Null when none
 * is.
 */
function within(values: readonly number[], low: number, high: number): readonly [number, number] | null {
  const inside = (value: number): boolean => value >= low - 1e-4 && value <= high + 1e-4;
  const from = values.findIndex(inside);
  return from < 0 ? null : [from, values.findLastIndex(inside) + 1];
}

/** An attribute as text: zarr attributes are whatever JSON the provider wrote. */
function textOf(attribute: unknown): string {
  return typeof attribute === 'string' ? attribute : (JSON.stringify(attribute) ?? 'unidade desconhecida');
}

const UNIT_MS = { millisecond: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

function instants(values: readonly number[], units: unknown, fail: (message: string) => never): number[] {
  const text = units === undefined ? 'milliseconds since 1970-01-01' : textOf(units);
  const match = /^(millisecond|second|minute|hour|day)s? since (\d{4}-\d{2}-\d{2})/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return fail(`unidade de tempo ${text} desconhecida`);
  const [unit, epoch] = [match[1] as keyof typeof UNIT_MS, match[2]];
  const epochMs = Date.parse(`${epoch}T00:00:00Z`);
  return values.map((value) => epochMs + value * UNIT_MS[unit]);
}

/** `elevation` is negative below the surface, `depth` positive: metres down either way. */
function depthsOf(name: string, values: readonly number[], fail: (message: string) => never): readonly number[] {
  if (values.length === 0 || values.some((value) => !Number.isFinite(value))) return fail(`${name} sem níveis`);
  return values.map((value) => Math.round(Math.abs(value) * 1000) / 1000);
}

/** Index of the level nearest to a depth. */
function levelAt(depthsMeters: readonly number[], wantedMeters: number): number {
  const away = depthsMeters.map((depth) => Math.abs(depth - wantedMeters));
  return away.indexOf(Math.min(...away));
}

async function readSlice(
  cube: Cube,
  datasetId: string,
  wanted: CmemsVariable,
  timeMs: number,
): Promise<GridSlice | null> {
  const field = await cube.store.array(wanted.name);
  const unit = textOf(field.attributes.units);
  if (!wanted.providerUnits.includes(unit))
    throw new ProviderError('schema', `${wanted.name} em ${unit}; esperado ${wanted.providerUnits.join(' ou ')}`);
  const level = cube.depthsMeters === null ? null : levelAt(cube.depthsMeters, wanted.depthMeters ?? 0);
  const packed = await field.read([
    cube.timesMs.indexOf(timeMs),
    ...(level === null ? [] : [level]),
    cube.rows,
    cube.columns,
  ]);
  if (packed === null) return null;
  const values = Float32Array.from(unpack(packed, field.attributes, field.fillValue));
  const rows = cube.rows[1] - cube.rows[0];
  const columns = cube.columns[1] - cube.columns[0];
  return {
    kind: 'grid-slice',
    dataset: datasetId,
    variable: wanted.variable,
    unit: wanted.unit,
    timeMs,
    depthMeters: level === null ? 0 : (cube.depthsMeters?.[level] ?? 0),
    ...cube.grid,
    columns,
    rows,
    values: cube.descending ? flipRows(values, rows, columns) : values,
  };
}

/** CF packing: fill values are compared before scale and offset are applied. */
function unpack(
  packed: Float64Array,
  attributes: Readonly<Record<string, unknown>>,
  fill: number | null,
): Float64Array {
  const numeric = (name: string): number | null => {
    const value = attributes[name];
    return typeof value === 'number' ? value : null;
  };
  const fills = [fill, numeric('_FillValue'), numeric('missing_value')]
    .filter((value) => value !== null)
    .flatMap((value) => [value, Math.fround(value)]);
  const scale = numeric('scale_factor') ?? 1;
  const offset = numeric('add_offset') ?? 0;
  return packed.map((value) =>
    fills.includes(value) || !(Math.abs(value) < ABSURD) ? Number.NaN : value * scale + offset,
  );
}
