/** Items and searches drawn by a seed: values good and bad, places whose edges touch, filters of every held property. */
import { seededRandom } from '@kianda/geo';
import type { NewItem, StoredItem } from '../items.types.ts';
import { boxAround, footprintText, isOwnBox } from '../search/spatial.ts';

export const random = seededRandom('filtros do catálogo');
export const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const between = (low: number, high: number) => low + random() * (high - low);
export const collections = ['um', 'dois', 'três'];

/** Values of a property as items have them: good ones, of another type, null, and none at all. */
const clouds = [0, 10, 33.3, 50, 50, 99.9, 100, -0, '50', '', true, null, undefined, undefined];
const platforms = ['sentinel-2a', 'Sentinel-2B', 'ágora', 'agora', '', '￿', '😀', "o'riso", 5, false, null, undefined];
const titles = ['Nuvens', 'nuvens', 'Água', 'agua', 'Item 10', 'Item 9', '', undefined, 7];
const yesOrNo = [true, false, 'true', 1, null, undefined];

/** Places of all sorts on a coarse grid, so that edges and corners often touch those of the filters. */
function geometry(): StoredItem['geometry'] {
  const [x, y] = [Math.round(between(8, 13)), Math.round(between(-18, -14))];
  const [east, north] = [x + oneOf([0.25, 0.5, 1]), y + oneOf([0.25, 0.5, 1])];
  const ring = [
    [x, y],
    [east, y],
    [east, north],
    [x, north],
    [x, y],
  ];
  const triangle = [ring[0], ring[1], ring[2], ring[0]];
  return oneOf([
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Polygon', coordinates: [triangle] },
    { type: 'Point', coordinates: [x, y] },
    null,
  ]);
}

export function item(number: number): NewItem {
  const at = new Date(Date.UTC(2024, Math.floor(between(0, 12)), 1 + Math.floor(between(0, 28))));
  const until = new Date(at.getTime() + oneOf([0, 0, 86_400_000, 5 * 86_400_000]));
  const place = geometry();
  const box = place === null ? null : boxAround(place);
  const properties = {
    datetime: at.toISOString(),
    'eo:cloud_cover': oneOf<unknown>(clouds),
    title: oneOf<unknown>(titles),
    platform: oneOf<unknown>(platforms),
    license: oneOf<unknown>(['CC-BY-4.0', 'proprietary', undefined]),
    'kianda:dataset': oneOf<unknown>(['mur', 'MUR', 'chl_100%', undefined]),
    'kianda:rows': oneOf<unknown>([0, 7, 1_000, '7', undefined]),
    'kianda:zee_mean': oneOf<unknown>([between(-2, 30), 22.5, undefined]),
    'kianda:simulated': oneOf<unknown>(yesOrNo),
  };
  return {
    collection: oneOf(collections),
    id: `i${number}`,
    datetime: at,
    start_at: at,
    end_at: until,
    footprint: box === null ? null : footprintText(box),
    is_box: place === null || isOwnBox(place),
    item: {
      geometry: place,
      properties: JSON.parse(JSON.stringify(properties)) as StoredItem['properties'],
      assets: {},
      stac_extensions: [],
    },
    content_hash: `${number}`,
    own: true,
    connector_id: null,
    stream_id: null,
    retrieved_at: at,
    simulated_seed: null,
    created_at: at,
    updated_at: until,
  };
}

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const anyText = () =>
  text(oneOf(['sentinel-2a', 'Sentinel-2B', 'agora', 'ÁGORA', '', '￿', '😀', "o'riso", 'm', 'MUR']));
const anyNumber = () => oneOf(['0', '50', '33.3', '-1', '7', '22.5', '100']);
const anyInstant = () =>
  oneOf(["TIMESTAMP('2024-05-03T00:00:00Z')", "TIMESTAMP('2024-11-20T12:00:00Z')", "DATE('2024-08-10')"]);
const comparison = () => oneOf(['=', '<>', '<', '<=', '>', '>=']);
const numberName = () =>
  oneOf(['"eo:cloud_cover"', '"kianda:rows"', '"properties.kianda:zee_mean"', '"eo:cloud_cover"']);
const textName = () => oneOf(['platform', 'license', '"kianda:dataset"', '"kianda:dataset"', 'collection', 'id']);
const instantName = () => oneOf(['datetime', 'start_datetime', 'end_datetime', 'created', 'updated']);

const leaves: readonly (() => string)[] = [
  () => `${numberName()} ${comparison()} ${anyNumber()}`,
  () => `${anyNumber()} ${comparison()} ${numberName()}`,
  () => `${numberName()} ${comparison()} ${numberName()}`,
  () => `${numberName()} + 1 ${comparison()} ${anyNumber()} * 2`,
  () => `${numberName()} BETWEEN ${anyNumber()} AND ${anyNumber()}`,
  () => `${numberName()} IN (${anyNumber()}, ${anyNumber()})`,
  () => `${textName()} ${comparison()} ${anyText()}`,
  () => `${textName()} BETWEEN ${anyText()} AND ${anyText()}`,
  () => `${textName()} IN (${anyText()}, ${anyText()}, ${text(oneOf(collections))}, 'i7')`,
  () => `${textName()} LIKE ${text(oneOf(['%a%', 's_ntinel%', 'mur', '%\\%', '%']))}`,
  () => `CASEI(${textName()}) = CASEI(${anyText()})`,
  () => `ACCENTI(${textName()}) = ACCENTI(${anyText()})`,
  () => `${textName()} ${comparison()} ${textName()}`,
  () => `${oneOf([numberName, textName, instantName])()} IS ${oneOf(['', 'NOT '])}NULL`,
  () => `${instantName()} ${comparison()} ${anyInstant()}`,
  () => `${instantName()} BETWEEN ${anyInstant()} AND ${anyInstant()}`,
  () => `T_AFTER(${instantName()}, ${anyInstant()})`,
  () => `T_INTERSECTS(INTERVAL(start_datetime, end_datetime), INTERVAL('2024-03-01', '2024-06-10'))`,
  () => `"kianda:simulated" = ${oneOf(['true', 'false'])}`,
  () => '"kianda:simulated"',
  () => '"kianda:simulated" IS NULL',
];

export function condition(depth: number): string {
  const kind = depth === 0 ? 'leaf' : oneOf(['leaf', 'and', 'or', 'not']);
  if (kind === 'leaf') return oneOf(leaves)();
  if (kind === 'not') return `NOT (${condition(depth - 1)})`;
  return `(${condition(depth - 1)} ${kind.toUpperCase()} ${condition(depth - 1)})`;
}

export const places = [
  'S_INTERSECTS(geometry, POLYGON((8 -18, 11 -18, 8 -15, 8 -18)))',
  'S_INTERSECTS(geometry, POLYGON((8 -18, 13 -18, 13 -14, 8 -14, 8 -18), (9 -17, 12 -17, 12 -15, 9 -15, 9 -17)))',
  'S_INTERSECTS(geometry, MULTIPOLYGON(((8 -18, 9.1 -18, 9.1 -17, 8 -18)), ((11.2 -16, 12 -16, 12 -15.3, 11.2 -16))))',
  'S_INTERSECTS(POINT(10 -16), geometry)',
  'S_INTERSECTS(geometry, LINESTRING(8 -18, 13 -14))',
  'S_WITHIN(geometry, POLYGON((8 -18, 11 -18, 11 -15, 8 -15, 8 -18)))',
  'S_CONTAINS(geometry, POINT(10.1 -15.9))',
  'S_TOUCHES(geometry, POLYGON((9 -17, 10 -17, 10 -16, 9 -16, 9 -17)))',
];

const sortNames = [
  'id',
  'collection',
  'datetime',
  'start_datetime',
  'properties.end_datetime',
  'created',
  'updated',
  'title',
  'platform',
  'eo:cloud_cover',
  'properties.eo:cloud_cover',
  'kianda:dataset',
  'kianda:zee_mean',
  'kianda:rows',
];

/** One to three properties, each in its direction. */
export const sortby = (): string =>
  Array.from({ length: oneOf([1, 1, 1, 2, 3]) }, () => `${oneOf(['-', '+', ''])}${oneOf(sortNames)}`).join(',');

const numberQuery = () => ({
  [oneOf(['eo:cloud_cover', 'properties.eo:cloud_cover', 'kianda:rows', 'kianda:zee_mean'])]: {
    [oneOf(['lt', 'lte', 'gt', 'gte', 'eq'])]: oneOf<unknown>([0, 50, '33.3', 22.5, 7, -0]),
  },
});

/** Conditions of the query extension, such as the index in memory judges. */
export const query = (): Record<string, Record<string, unknown>> => ({
  ...(random() < 0.6 ? numberQuery() : {}),
  ...(random() < 0.3 ? { 'kianda:dataset': { in: ['mur', oneOf(['MUR', 'chl_100%', 'x'])] } } : {}),
  ...(random() < 0.2
    ? { 'eo:cloud_cover': { gte: 10, lt: oneOf([50, 99.9]), in: oneOf([[10, 33.3], [], ['50']]) } }
    : {}),
  ...(random() < 0.2 ? { platform: { eq: oneOf(platforms.filter((name) => typeof name === 'string')) } } : {}),
  ...(random() < 0.2 ? { collection: { [oneOf(['eq', 'neq'])]: oneOf(collections) } } : {}),
  ...(random() < 0.2
    ? { [oneOf(['datetime', 'updated'])]: { [oneOf(['lt', 'lte', 'gt', 'gte', 'neq'])]: '2024-05-03T00:00:00+01:00' } }
    : {}),
  ...(random() < 0.2 ? { 'kianda:simulated': { eq: oneOf([true, false, 'true']) } } : {}),
});
