import { dayMs, hash32, hashUnit, hourMs, isAtSea } from '@kianda/geo';
import { identityOf, type RecordIdentity } from '../../world/biota/identity.ts';
import type { BiotaWorld, Occurrence } from '../../world/types.ts';

/** A record of GBIF: an occurrence of the simulated sea with the fields of its publisher. */
export type Entry = {
  readonly key: number;
  readonly occurrence: Occurrence;
  readonly datasetKey: string;
  readonly license: string;
  readonly identity: RecordIdentity;
  readonly lon: number | null;
  readonly lat: number | null;
  readonly timeMs: number;
};

/** Datasets of the simulated sea that publish to GBIF as well as to OBIS, by how their titles begin. */
const publishedHere = ['Aves marinhas', 'Coleções zoológicas', 'Herbário', 'Ciência cidadã'];
/** A dataset that is published at GBIF alone: sightings on the shore, whose observers choose their licences one by one. */
const shoreDatasetKey = '50c9509d-22c7-4a22-a47d-8c48425ef4a7';
const shoreShare = 0.06;
const interpretationMs = 6 * hourMs;
/** A dataset is interpreted anew every so often, all of it in one day. */
const crawlEveryMs = 100 * dayMs;
const crawlsSinceMs = Date.UTC(2025, 0, 1);

const licences = {
  CC0: 'http://creativecommons.org/publicdomain/zero/1.0/legalcode',
  'CC BY': 'http://creativecommons.org/licenses/by/4.0/legalcode',
  'CC BY-NC': 'http://creativecommons.org/licenses/by-nc/4.0/legalcode',
};

/** Everything GBIF has of the sea so far, by key; the same array until something new is published. */
export function createEntries(biota: BiotaWorld): (nowMs: number) => readonly Entry[] {
  let source: readonly Occurrence[] | null = null;
  let entries: readonly Entry[] = [];
  return (nowMs) => {
    const all = biota.occurrences(nowMs - interpretationMs);
    if (all !== source) {
      source = all;
      entries = all.flatMap(entriesOf).sort((a, b) => a.key - b.key);
    }
    return entries;
  };
}

/** When GBIF last interpreted an entry: when it came, or with the latest crawl of its dataset. */
export function lastInterpretedMs({ datasetKey, occurrence }: Entry, nowMs: number): number {
  const phaseMs = (hash32('crawl', datasetKey) % 100) * dayMs;
  const crawls = Math.floor((nowMs - crawlsSinceMs - phaseMs) / crawlEveryMs);
  const crawledMs = crawls < 0 ? 0 : crawlsSinceMs + phaseMs + crawls * crawlEveryMs;
  return Math.max(occurrence.publishedMs + interpretationMs, crawledMs);
}

function entriesOf(occurrence: Occurrence): Entry[] {
  const number = Number.parseInt(occurrence.id.slice(0, 8), 16);
  const found: Entry[] = [];
  const { dataset, lon, lat, timeMs } = occurrence;
  if (publishedHere.some((title) => dataset.title.startsWith(title))) {
    const identity = identityOf(occurrence);
    found.push({
      key: 5_000_000_000 + number,
      occurrence,
      datasetKey: gbifKey(dataset.id),
      license: licences[dataset.license],
      // GBIF's publishers fill in an identifier where the catalogue has none.
      identity: { ...identity, occurrenceId: identity.occurrenceId ?? `gbif:${identity.catalogNumber}` },
      lon,
      lat,
      timeMs,
    });
  }
  if (hashUnit('shore', number) < shoreShare && lon !== null && lat !== null && isAtSea([lon, lat]))
    found.push(shoreEntry(occurrence, number, lon, lat));
  return found;
}

/** Somebody else's sighting of the same species, not far from there and on another day. */
function shoreEntry(occurrence: Occurrence, number: number, lon: number, lat: number): Entry {
  const picked = (['CC0', 'CC BY', 'CC BY-NC'] as const)[hash32('licence', number) % 3] ?? 'CC BY';
  return {
    key: 10_000_000_000 + number,
    occurrence,
    datasetKey: shoreDatasetKey,
    license: licences[picked],
    identity: {
      occurrenceId: `https://avistamentos.example/${number}`,
      catalogNumber: String(number),
      institutionCode: 'Avistamentos',
    },
    lon: Number((lon - 0.02 * hashUnit('lon', number)).toFixed(5)),
    lat: Number((lat + 0.02 * hashUnit('lat', number) - 0.01).toFixed(5)),
    timeMs: occurrence.timeMs - dayMs * (1 + Math.floor(20 * hashUnit('day', number))),
  };
}

/** Key of a dataset at GBIF, not that of OBIS. */
function gbifKey(datasetId: string): string {
  const part = (k: number) => hash32('gbif-dataset', datasetId, k).toString(16).padStart(8, '0');
  const [a, b, c, d] = [part(0), part(1), part(2), part(3)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
}
