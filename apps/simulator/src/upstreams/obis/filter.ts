import { QC_FLAGS } from '@kianda/connectors/obis/wire';
import { dayMs, parseIsoDate } from '@kianda/geo';
import type { BiotaWorld, Occurrence } from '../../world/types.ts';
import { parseWkt } from './geometry.ts';
import { rankId, ranks } from './rows.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** A refusal as OBIS words it: the reason is in the body, the status is generic. */
export type Refusal = { readonly status: number; readonly error: string };

type Test = (occurrence: Occurrence) => boolean;

const knownFlags: ReadonlySet<string> = new Set(QC_FLAGS);

/** One value of a parameter; repeated parameters are joined by commas, as the provider does. */
export function param(query: Query, name: string): string | null {
  const value = query[name];
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(',') : value;
}

const nothing: Test = () => false;

/** Selection of a query, or its refusal. Unknown parameters are ignored. */
export function parseFilter(query: Query, biota: BiotaWorld): Test | Refusal {
  const tests: Test[] = [droppedTest(param(query, 'dropped'))];

  // The simulated register holds presences only.
  if (param(query, 'absence') === 'true') tests.push(nothing);

  const names = list(param(query, 'scientificname'));
  if (names !== null) {
    const wanted = new Set(names.map((name) => name.toLowerCase()));
    const known = biota.taxa.some((taxon) => namesOf(taxon).some((name) => wanted.has(name)));
    if (!known) return { status: 200, error: 'NAME_NOT_FOUND' };
    tests.push(({ taxon }) => namesOf(taxon).some((name) => wanted.has(name)));
  }
  const taxonIds = list(param(query, 'taxonid'));
  if (taxonIds !== null)
    tests.push(({ taxon }) =>
      [taxon.id, ...ranks.map((rank) => rankId(rank, taxon[rank]))].some((id) => taxonIds.includes(String(id))),
    );
  const datasets = list(param(query, 'datasetid'));
  if (datasets !== null) tests.push(({ dataset }) => datasets.includes(dataset.id));

  for (const [name, keep] of [
    ['startdate', (timeMs: number, atMs: number) => timeMs >= atMs],
    ['enddate', (timeMs: number, atMs: number) => timeMs < atMs + dayMs],
  ] as const) {
    const text = param(query, name);
    if (text === null) continue;
    const atMs = dateOf(text);
    if (atMs === null) return { status: 500, error: `Invalid date format: ${text}` };
    tests.push(({ timeMs }) => keep(timeMs, atMs));
  }
  const shallowest = numberOf(param(query, 'startdepth'));
  if (shallowest !== null) tests.push(({ depthMeters }) => depthMeters !== null && depthMeters >= shallowest);
  const deepest = numberOf(param(query, 'enddepth'));
  if (deepest !== null) tests.push(({ depthMeters }) => depthMeters !== null && depthMeters <= deepest);

  const wkt = param(query, 'geometry');
  if (wkt !== null) {
    const within = parseWkt(wkt);
    tests.push(within === null ? nothing : ({ lon, lat }) => lon !== null && lat !== null && within([lon, lat]));
  }
  const excluded = list(param(query, 'exclude'));
  // Flag names count in upper case only; any other text is ignored.
  if (excluded !== null) tests.push(({ flags }) => !flags.some((flag) => excluded.includes(flag)));
  const required = list(param(query, 'flags'));
  if (required?.some((flag) => knownFlags.has(flag.toUpperCase())))
    tests.push(({ flags }) =>
      required.every((flag) => !knownFlags.has(flag) || flags.some((raised) => raised === flag)),
    );
  else if (required !== null) tests.push(nothing);
  if (param(query, 'redlist') === 'true')
    tests.push(({ taxon }) => taxon.redList !== undefined && ['CR', 'EN', 'VU'].includes(taxon.redList));

  return (occurrence) => tests.every((test) => test(occurrence));
}

/** Records without a place or a name in the register are dropped: only `dropped` returns them. */
export function isDropped({ lon, lat, flags }: Occurrence): boolean {
  return lon === null || lat === null || flags.includes('NO_MATCH');
}

function droppedTest(value: string | null): Test {
  if (value === 'include') return () => true;
  return value === 'true' ? isDropped : (occurrence) => !isDropped(occurrence);
}

function namesOf(taxon: Occurrence['taxon']): string[] {
  return [taxon.scientificName, ...ranks.map((rank) => taxon[rank])].map((name) => name.toLowerCase());
}

function list(text: string | null): string[] | null {
  return text === null || text === '' ? null : text.split(',').map((part) => part.trim());
}

function numberOf(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

function dateOf(text: string): number | null {
  try {
    return parseIsoDate(text);
  } catch {
    return null; // an impossible date is the refusal its caller answers with
  }
}
