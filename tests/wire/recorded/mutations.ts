/** Keys and indexes that lead to an object of a value. */
type Step = readonly (string | number)[];

const NEW_FIELD = 'campoQueNinguémConhece';

/** Where the objects of a value are. Of a list only the first stands for its place: its path is the same. */
export function steps(value: unknown, at: Step = []): readonly Step[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : steps(value[0], [...at, 0]);
  if (typeof value !== 'object' || value === null) return [];
  return [at, ...Object.entries(value).flatMap(([key, each]) => steps(each, [...at, key]))];
}

/** The value with an unknown field in the object at a place, and in all its neighbours of the same list. */
export function withField(value: unknown, step: Step): unknown {
  const [key, ...rest] = step;
  if (key === undefined) return { ...(value as object), [NEW_FIELD]: { forma: 'outra' } };
  if (Array.isArray(value)) return value.map((each) => (steps(each, []).length === 0 ? each : withField(each, rest)));
  const object = value as Record<string, unknown>;
  return key in object ? { ...object, [key]: withField(object[key as string], rest) } : object;
}

/** Where the fields of a value are, those of all its objects. */
export function fields(value: unknown): readonly Step[] {
  return steps(value).flatMap((step) => Object.keys(at(value, step)).map((key) => [...step, key]));
}

/** The value without one field, in the object that holds it and in all its neighbours of the same list. */
export function withoutField(value: unknown, step: Step): unknown {
  const [key, ...rest] = step;
  if (Array.isArray(value)) return value.map((each) => (isObject(each) ? withoutField(each, rest) : each));
  if (key === undefined || !isObject(value) || !(key in value)) return value;
  return rest.length === 0 ? removed(value, String(key)) : { ...value, [key]: withoutField(value[String(key)], rest) };
}

/** `taxon.names[].name` of a step. */
export function nameOf(step: Step): string {
  return step
    .map((key) => (typeof key === 'number' ? '[]' : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

export function at(value: unknown, step: Step): object {
  let found: unknown = value;
  for (const key of step) found = Reflect.get(found as object, key);
  return found as object;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function removed(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

type Reason = { readonly differences?: readonly string[]; readonly call?: string };

/** Differences between recorded and simulated answers that are none of form (`+` simulated alone, `-` recorded alone). */
export const reasons: Readonly<Record<string, Reason>> = {
  // Optional in Darwin Core: the three recorded rows happen to lack them.
  'obis/occurrence.json': { differences: ['+.catalogNumber', '+.category'] },
  // The recorded rows are of mushrooms, which have no depth; the simulated publishers give no `taxonID`.
  'gbif/search.json': { differences: ['+.depth', '-.taxonID'] },
  // The recorded forecast was asked for temperature, ours for wind.
  'open-meteo/forecast-hours.json': {
    differences: [
      ...['+.hourly.wind_direction_10m', '+.hourly.wind_direction_10m[]'],
      ...['+.hourly.wind_speed_10m', '+.hourly.wind_speed_10m[]'],
      ...['+.hourly_units.wind_direction_10m', '+.hourly_units.wind_speed_10m'],
      ...['-.hourly_units.precipitation_probability', '-.hourly_units.temperature_2m', '-.hourly_units.weather_code'],
    ],
  },
  // Present, and empty in the simulator: only profiles with a known fault have it.
  'argo/profiles-without-data.json': { differences: ['+.data_warning'] },
  'cds/job-failed.json': {
    call: 'only days that are not there yet fail in the simulator, and then with its own problem',
  },
  'cds/results-failed.json': { call: 'as above' },
  'cmems/id-mapping.json': { call: 'its keys are the names of data sets, and the simulator has seven of them' },
  'cmems-bgc/id-mapping.json': { call: 'as above' },
  // The real tree has more ranks.
  'worms/classification.json': { call: 'trees differ in depth; each level is read by one schema' },
  // The simulated events lie in no protected area, not on the high seas and beyond twelve miles.
  'gfw/event.json': { differences: ['-.regions.eez12Nm[]', '-.regions.highSeas[]', '-.regions.mpa[]'] },
};
