import { performance } from 'node:perf_hooks';
import type { Position } from '@kianda/geo';
import { type DailyFields, dailyVariable } from '../../../sea/ocean/index.ts';
import type { FeatureRow } from '../../retention/index.ts';
import type { SourceMarks } from '../kept/kept-stores.ts';
import type { ModelContext } from '../models.context.ts';
import { type Environment, environmentNames, environmentVariables, readEnvironment } from '../tables/environment.ts';
import type { ModelArtefact } from '../training/training.types.ts';
import { dayOf, type Item, isLag, type Lags, type Lookups, lagsNear, positionOf } from './inputs.ts';

/** The usual sea changes slowly: it is looked at anew after it. */
const freshMs = 600_000;
/** Items of a request that are looked up in the feature store; more are looked up in memory. */
export const mostKept = 100;
const tenYearsMs = 3_650 * 86_400_000;

type Sea = { readonly environment: Environment; readonly daily: DailyFields | null };
type SeaMarks = { readonly sea: string; readonly daily: string };
/** The usual sea at a place, as the feature store keeps it. */
type SeaFeature = Readonly<Record<string, { readonly value: number | null; readonly source: string }>>;
type Asked = { readonly position: Position; readonly day: Date };

const keyOf = (view: string, [lon, lat]: Position): string => `${view} ${lon} ${lat}`;

/** The parts that places are looked up with. */
export type LookupContext = Pick<ModelContext, 'platform' | 'stores' | 'marks' | 'retention'>;

/** Looks up the places and days of a request: in the feature store first, and in the fields where it has none. */
export function createSeaLookups(context: LookupContext) {
  const { platform, stores, marks } = context;
  const { clock } = platform;
  const sea = remembered(
    clock.nowMs,
    async (): Promise<Sea> => ({
      environment: await readEnvironment(stores.climate),
      daily: await stores.climate.dailyTemperature(),
    }),
  );
  const seaMarks = remembered(clock.nowMs, () => readMarks(marks));
  const parts: Parts = { retention: context.retention, nowMs: clock.nowMs, sea };

  async function fromMemory(): Promise<Lookups> {
    const { environment, daily } = await sea();
    const lags = (position: Position, day: Date) => lagsNear(daily, position, day);
    return { valueAt: (name, position) => environment.valueAt(name, position), lags, todayMs: clock.nowMs() };
  }

  /** Everything that the items of a request need and do not give themselves. */
  return async function lookupsFor(artefact: ModelArtefact, items: readonly Item[]): Promise<Lookups> {
    if (items.length > mostKept) return fromMemory();
    const todayMs = clock.nowMs();
    const asked = (isWanted: (name: string) => boolean): Asked[] =>
      items.flatMap((item) => {
        const position = positionOf(artefact, item);
        const needs = artefact.columns.some(({ name }) => isWanted(name) && item.inputs[name] === undefined);
        return position === null || !needs ? [] : [{ position, day: dayOf(item, todayMs) }];
      });
    const [wantsSea, wantsLags] = [asked((name) => environmentNames.includes(name)), asked(isLag)];
    if (wantsSea.length + wantsLags.length === 0) return { valueAt: () => null, lags: () => null, todayMs };
    const now = await seaMarks();
    const features =
      wantsSea.length === 0 ? new Map<string, SeaFeature>() : await seaFeatures(parts, wantsSea, now.sea);
    const lags = wantsLags.length === 0 ? new Map<string, Lags>() : await lagFeatures(parts, wantsLags, now.daily);
    return {
      todayMs,
      valueAt(name, position) {
        const found = features.get(keyOf('sea', position))?.[name];
        return found === undefined ? null : { value: found.value ?? Number.NaN, source: found.source };
      },
      lags: (position, day) => lags.get(lagKey({ position, day })) ?? null,
    };
  };
}

type Parts = {
  readonly retention: ModelContext['retention'];
  readonly nowMs: () => number;
  readonly sea: () => Promise<Sea>;
};

/** The usual sea at each place, by its key. */
async function seaFeatures(
  { retention, nowMs, sea }: Parts,
  asked: readonly Asked[],
  watermark: string,
): Promise<Map<string, SeaFeature>> {
  const positions = [...new Map(asked.map(({ position }) => [keyOf('sea', position), position]))];
  const atMs = nowMs();
  const found = await retention.featuresAsOf(
    'sea',
    positions.map(([key]) => ({ key, atMs, ttlMs: tenYearsMs, watermark })),
  );
  const known = new Map<string, SeaFeature>();
  positions.forEach(([key], place) => {
    if (found[place] !== undefined) known.set(key, found[place] as SeaFeature);
  });
  const missing = positions.filter(([key]) => !known.has(key));
  if (missing.length === 0) return known;
  const begun = performance.now();
  const { environment } = await sea();
  const eventAt = new Date(Math.max(0, ...environment.sources.map(({ to }) => to?.getTime() ?? 0)));
  const rows = missing.map(([key, position]): FeatureRow => {
    const content = featureOf(environment, position);
    known.set(key, content);
    const values = Object.values(content);
    return {
      ...{ key, view: 'sea', label: `Mar habitual em ${placeText(position)}`, eventAt, validUntil: null, watermark },
      ...{ content, quality: values.filter(({ value }) => value !== null).length / Math.max(1, values.length) },
      metadata: { longitude: position[0], latitude: position[1], features_count: values.length },
    };
  });
  retention.keepFeatures(
    rows.filter(({ content }) => Object.keys(content).length > 0),
    (performance.now() - begun) / missing.length,
  );
  return known;
}

/** The days before each place and day, by both. */
async function lagFeatures(
  { retention, sea }: Parts,
  asked: readonly Asked[],
  watermark: string,
): Promise<Map<string, Lags>> {
  const once = [...new Map(asked.map((one) => [lagKey(one), one])).values()];
  const found = await retention.featuresAsOf(
    'sea-lags',
    once.map(({ position, day }) => ({
      ...{ key: keyOf('lags', position), atMs: day.getTime(), ttlMs: tenYearsMs, watermark },
    })),
  );
  const known = new Map<string, Lags>();
  once.forEach((one, place) => {
    if (found[place] !== undefined) known.set(lagKey(one), found[place] as Lags);
  });
  const missing = once.filter((one) => !known.has(lagKey(one)));
  if (missing.length === 0) return known;
  const begun = performance.now();
  const { daily } = await sea();
  const rows = missing.flatMap((one): FeatureRow[] => {
    const lags = lagsNear(daily, one.position, one.day);
    if (lags === null || daily === null) return [];
    known.set(lagKey(one), lags);
    return [lagRow(one, lags, { daily, watermark })];
  });
  retention.keepFeatures(rows, (performance.now() - begun) / missing.length);
  return known;
}

function lagRow(
  { position }: Asked,
  lags: Lags,
  { daily, watermark }: { readonly daily: DailyFields; readonly watermark: string },
): FeatureRow {
  const [longitude, latitude] = position;
  const values = Object.values(lags.values);
  return {
    ...{ key: keyOf('lags', position), view: 'sea-lags', watermark, content: lags },
    label: `Temperatura dos dias anteriores em ${placeText(position)}`,
    eventAt: new Date(lags.atMs),
    // Of a later day another value is the newest.
    validUntil: daily.days.find(({ day }) => day.getTime() > lags.atMs)?.day ?? null,
    quality: values.filter((value) => value !== null).length / values.length,
    metadata: { longitude, latitude, features_count: values.length },
  };
}

const lagKey = ({ position, day }: Asked): string => `${keyOf('lags', position)} ${day.getTime()}`;
const placeText = ([lon, lat]: Position): string => `${lat.toFixed(2)}; ${lon.toFixed(2)}`;

/** Every variable of the usual sea at a place; null where a field has no value. */
function featureOf(environment: Environment, position: Position): SeaFeature {
  return Object.fromEntries(
    environment.columnsAt([position]).flatMap(({ name }) => {
      const found = environment.valueAt(name, position);
      return found === null ? [] : [[name, { ...found, value: Number.isFinite(found.value) ? found.value : null }]];
    }),
  );
}

async function readMarks(marks: SourceMarks): Promise<SeaMarks> {
  const all = await marks.fields([...environmentVariables, dailyVariable]);
  const sea = environmentVariables.map((variable) => `${variable} ${all.get(variable) ?? ''}`).join(' · ');
  return { sea, daily: `${dailyVariable} ${all.get(dailyVariable) ?? ''}` };
}

/** Reads once in ten minutes; a failure is not kept. */
function remembered<T>(nowMs: () => number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly atMs: number; readonly value: Promise<T> } | null = null;
  return () => {
    const now = nowMs();
    if (last === null || now - last.atMs > freshMs) {
      const value = read();
      const own = { atMs: now, value };
      last = own;
      value.catch(() => {
        if (last === own) last = null;
      });
    }
    return last.value;
  };
}
