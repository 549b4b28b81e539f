import { dayMs, hash32, type Random, seededRandom } from '@kianda/geo';
import type { BiotaTaxon, BiotaWorld, Occurrence, OccurrenceFlag } from '../types.ts';
import { type Sampling, samplings } from './datasets.ts';
import { depthOf, monthlyMoments, placeOf } from './placing.ts';
import type { TaxonGroup, TaxonSeed } from './taxon.ts';

/** Records that were there before the stream of new ones began. */
const wholeFirstRecords = 28_000;
const streamStartMs = Date.UTC(2025, 0, 1);
const wholeRecordsPerDay = 20;

/** Frequency of records of a group; within a group a few species make up most records, as everywhere. */
const groupWeight: Record<TaxonGroup, number> = {
  fish: 46,
  bird: 10,
  mammal: 7,
  turtle: 4,
  mollusc: 8,
  crustacean: 9,
  cnidarian: 4,
  echinoderm: 4,
  algae: 3,
  annelid: 2,
  sponge: 1,
  tunicate: 1,
  other: 1,
};

/**
 * The simulated biota: the given species and all records of them, made when first read. A `share` below one thins the
 * records, for those who pull all of them again and again.
 */
export function createBiota(seed: number, seeds: readonly TaxonSeed[], share = 1): BiotaWorld {
  const firstRecords = Math.round(wholeFirstRecords * share);
  const recordMs = dayMs / (wholeRecordsPerDay * share);
  const taxa: readonly BiotaTaxon[] = seeds.map((taxon, index) => ({ ...taxon, id: 90_000_001 + index }));
  const pickTaxon = taxonPicker(seed, taxa);
  const pickSampling = samplingPicker();
  const moments = monthlyMoments(seed);
  let records: Occurrence[] = [];
  let sorted: readonly Occurrence[] = [];

  function record(number: number): Occurrence {
    const random = seededRandom(hash32(seed, 'occurrence', number));
    const taxonNumber = pickTaxon(random());
    const taxon = taxa[taxonNumber];
    if (taxon === undefined) throw new RangeError('the simulated sea has no species');
    const streamedMs = number < firstRecords ? null : streamStartMs + (number - firstRecords + 1) * recordMs;
    const sampling = pickSampling(random, taxon.group, streamedMs !== null);
    const { timeMs, publishedMs } = timesOf(random, sampling, streamedMs);
    const moment = moments[new Date(timeMs).getUTCMonth()];
    if (moment === undefined) throw new RangeError(`no month for ${timeMs}`);
    const place = placeOf(random, { taxon, number: taxonNumber }, sampling, moment);
    const sound: Occurrence = {
      id: idOf(seed, number),
      taxon,
      dataset: sampling.dataset,
      lon: Number(place.lon.toFixed(5)),
      lat: Number(place.lat.toFixed(5)),
      timeMs,
      publishedMs,
      depthMeters: depthOf(random, taxon, place),
      bathymetryMeters: Math.round(place.seabedMeters),
      shoreDistanceMeters: Math.round(place.km * 1000),
      coordinateUncertaintyMeters: sampling.dataset.basisOfRecord === 'PreservedSpecimen' ? 5_000 : 100,
      individualCount: 1 + Math.floor(40 * random() ** 6),
      flags: [],
    };
    return withFault(random, sound);
  }

  function publishedCount(untilMs: number): number {
    return firstRecords + Math.max(0, Math.floor((untilMs - streamStartMs) / recordMs));
  }

  function occurrences(untilMs: number): readonly Occurrence[] {
    const count = publishedCount(untilMs);
    if (records.length === 0) records = Array.from({ length: firstRecords }, (_, number) => record(number));
    if (untilMs < streamStartMs) return records.filter(({ publishedMs }) => publishedMs <= untilMs).sort(byId);
    if (count < records.length) return sorted.filter(({ publishedMs }) => publishedMs <= untilMs);
    if (count > records.length || sorted.length === 0) {
      for (let number = records.length; number < count; number++) records.push(record(number));
      sorted = sortById(seed, records);
    }
    return sorted;
  }

  return {
    taxa,
    datasets: samplings.map(({ dataset }) => dataset),
    occurrences,
    occurrenceById(id, untilMs) {
      const all = occurrences(untilMs);
      let low = 0;
      let high = all.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((all[middle]?.id ?? '') < id) low = middle + 1;
        else high = middle;
      }
      const found = all[low];
      return found?.id === id ? found : null;
    },
  };
}

function byId(a: Occurrence, b: Occurrence): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/**
 * All records by id. Ids begin with a 32-bit hash of their number that no two numbers share (each step of `hash32` is
 * one-to-one), and sorting 40,000 numbers is five times as fast as sorting the texts.
 */
function sortById(seed: number, records: readonly Occurrence[]): readonly Occurrence[] {
  const shift = 2 ** 20; // more records than 140 years bring; hash and number then fill 52 bits exactly
  const keys = Float64Array.from(records, (_, number) => hash32(seed, number, 0) * shift + number).sort();
  return Array.from(keys, (key) => records[key % shift] as Occurrence);
}

function idOf(seed: number, number: number): string {
  const part = (k: number) => hash32(seed, number, k).toString(16).padStart(8, '0');
  const [a, b, c, d] = [part(0), part(1), part(2), part(3)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-9${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

/** Index of the first entry of rising sums that is above the target. */
function indexAbove(sums: Float64Array, target: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

function taxonPicker(seed: number, taxa: readonly TaxonSeed[]): (chance: number) => number {
  const weights = taxa.map((_, index) => 0.05 + seededRandom(hash32(seed, 'abundance', index))() ** 4);
  const groupSums = new Map<TaxonGroup, number>();
  for (const [index, { group }] of taxa.entries()) {
    groupSums.set(group, (groupSums.get(group) ?? 0) + (weights[index] ?? 0));
  }
  let sum = 0;
  const sums = Float64Array.from(taxa, ({ group }, index) => {
    sum += (groupWeight[group] * (weights[index] ?? 0)) / (groupSums.get(group) ?? 1);
    return sum;
  });
  return (chance) => indexAbove(sums, chance * sum);
}

function samplingPicker(): (random: Random, group: TaxonGroup, ongoing: boolean) => Sampling {
  const lists = new Map<string, { samplings: readonly Sampling[]; sums: Float64Array; total: number }>();
  return (random, group, ongoing) => {
    const key = `${group}/${ongoing}`;
    let list = lists.get(key);
    if (list === undefined) {
      const fitting = samplings.filter(
        ({ groups, dataset }) => (groups === null || groups.includes(group)) && (!ongoing || dataset.lastYear === null),
      );
      let total = 0;
      const sums = Float64Array.from(fitting, ({ weight }) => {
        total += weight;
        return total;
      });
      list = { samplings: fitting, sums, total };
      lists.set(key, list);
    }
    const sampling = list.samplings[indexAbove(list.sums, random() * list.total)];
    if (sampling === undefined) throw new RangeError(`no dataset records the group ${group}`);
    return sampling;
  };
}

/**
 * When it was seen, and when it appeared: old records all at once by 2025, new ones at an even pace. `streamedMs` is when
 * a new one appears; null for an old one.
 */
function timesOf(
  random: Random,
  { dataset }: Sampling,
  streamedMs: number | null,
): { timeMs: number; publishedMs: number } {
  if (streamedMs !== null)
    return { timeMs: Math.floor(streamedMs - dayMs * (2 + 240 * random() ** 2)), publishedMs: streamedMs };
  const start = Date.UTC(dataset.firstYear, 0, 1);
  const end = Math.min(streamStartMs - 30 * dayMs, Date.UTC((dataset.lastYear ?? 9_000) + 1, 0, 1));
  const timeMs = Math.floor(start + (end - start) * random() ** 0.55);
  const publishedMs = Math.min(streamStartMs, Math.floor(timeMs + dayMs * (30 + 900 * random())));
  return { timeMs, publishedMs };
}

/** Faults of records, with the share of records that has each. */
const faultShares: readonly (readonly [OccurrenceFlag, number])[] = [
  ['NO_DEPTH', 0.07],
  ['ON_LAND', 0.008],
  ['DEPTH_EXCEEDS_BATH', 0.006],
  ['NO_MATCH', 0.003],
  ['MIN_DEPTH_EXCEEDS_MAX', 0.002],
  ['NO_COORD', 0.0015],
  ['ZERO_COORD', 0.0015],
  ['DATE_IN_FUTURE', 0.0008],
];

function withFault(random: Random, sound: Occurrence): Occurrence {
  let chance = random();
  for (const [flag, share] of faultShares) {
    chance -= share;
    if (chance < 0) return spoil(random, sound, flag);
  }
  return sound;
}

function spoil(random: Random, sound: Occurrence, flag: OccurrenceFlag): Occurrence {
  const flags: OccurrenceFlag[] = [flag];
  switch (flag) {
    case 'NO_DEPTH':
      return { ...sound, flags, depthMeters: null };
    case 'ON_LAND': {
      // Far enough east to be inland whatever the distance from the coast was.
      const lon = Number((14.2 + random()).toFixed(5));
      return { ...sound, flags, lon, bathymetryMeters: -200, shoreDistanceMeters: -40_000 };
    }
    case 'DEPTH_EXCEEDS_BATH':
      return { ...sound, flags, depthMeters: (sound.bathymetryMeters ?? 0) + 150 };
    case 'NO_COORD':
      return { ...sound, flags, lon: null, lat: null, bathymetryMeters: null, shoreDistanceMeters: null };
    case 'ZERO_COORD':
      return { ...sound, flags, lon: 0, lat: 0, bathymetryMeters: null, shoreDistanceMeters: null };
    case 'DATE_IN_FUTURE':
      return { ...sound, flags, timeMs: sound.publishedMs + 60 * 365 * dayMs };
    default:
      return { ...sound, flags };
  }
}
