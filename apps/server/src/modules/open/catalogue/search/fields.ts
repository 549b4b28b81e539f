/** Fields that an answer should hold. Names are dotted paths; those of properties may lack `properties.`. */
export type Fields = { readonly include: readonly string[]; readonly exclude: readonly string[] };

/** Always there: an item that nobody can tell from another is of no use. */
const always = ['type', 'id', 'collection'];
/** Fields without which an answer is no STAC item. */
const defaults = [
  'type',
  'stac_version',
  'id',
  'geometry',
  'bbox',
  'links',
  'assets',
  'collection',
  'properties.datetime',
  'properties.start_datetime',
  'properties.end_datetime',
];
const top: ReadonlySet<string> = new Set([
  'type',
  'stac_version',
  'stac_extensions',
  'id',
  'geometry',
  'bbox',
  'links',
  'assets',
  'collection',
  'properties',
  'title',
  'description',
  'extent',
  'license',
  'keywords',
  'providers',
  'summaries',
  'item_assets',
  'itemType',
  'updated',
]);

/** `id,-properties.x` */
export function fieldsText(text: string): Fields {
  const names = text.split(',').filter((name) => name !== '');
  return {
    include: names.filter((name) => !name.startsWith('-')).map((name) => name.replace(/^[+ ]/, '')),
    exclude: names.filter((name) => name.startsWith('-')).map((name) => name.slice(1)),
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Keeps of an object what `fields` ask for; an included part of an excluded object stays. */
export function pickFields(document: Json, fields: Fields | null, standard: readonly string[] = defaults): Json {
  if (fields === null) return document;
  const include = fields.include.map(pathOf);
  const exclude = fields.exclude.map(pathOf);
  const both = include.length === 0 && exclude.length === 0;
  const wanted = include.length > 0 ? include : both ? standard.map((name) => name.split('.')) : null;
  const unwanted = exclude.filter((path) => !include.some((included) => same(included, path)));
  const selected = wanted === null ? document : only(document, wanted);
  return { ...pick(document, always), ...without(selected, unwanted, include) };
}

function pathOf(name: string): readonly string[] {
  const path = name.split('.');
  return top.has(path[0] ?? '') ? path : ['properties', name];
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && startsWith(a, b);
const startsWith = (path: readonly string[], head: readonly string[]) =>
  head.every((part, index) => path[index] === part);
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pick(document: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)));
}

function only(document: Json, paths: readonly (readonly string[])[]): Json {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(document)) {
    const below = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
    if (below.length === 0) continue;
    result[name] = below.some((path) => path.length === 0) || !isObject(value) ? value : only(value, below);
  }
  return result;
}

function without(
  document: Json,
  unwanted: readonly (readonly string[])[],
  included: readonly (readonly string[])[],
): Json {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(document)) {
    const below = unwanted.filter((path) => path[0] === name).map((path) => path.slice(1));
    const includedBelow = included.filter((path) => path[0] === name).map((path) => path.slice(1));
    const dropped = below.some((path) => path.length === 0);
    if (dropped && includedBelow.length === 0) continue;
    if (dropped && isObject(value) && !includedBelow.some((path) => path.length === 0))
      result[name] = only(value, includedBelow);
    else if (below.length > 0 && isObject(value))
      result[name] = without(
        value,
        below.filter((path) => path.length > 0),
        includedBelow,
      );
    else result[name] = value;
  }
  return result;
}
