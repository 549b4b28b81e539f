import { coastLongitude, hashUnit, type Random, randomNormal } from '@kianda/geo';
import { climateAt } from '../ocean/climate.ts';
import { eddiesAt } from '../ocean/eddies.ts';
import { kmPerDegree, seabedMeters } from '../ocean/shore.ts';
import { type Moment, sstClimatology } from '../ocean/water.ts';
import type { Sampling } from './datasets.ts';
import type { TaxonSeed } from './taxon.ts';

export type Place = { readonly lon: number; readonly lat: number; readonly seabedMeters: number; readonly km: number };

const box = { south: -18, north: -4.4, west: 8 } as const;
const townLatitudes = [-5.55, -6.1, -7.85, -8.8, -9.1, -10.7, -11.2, -12.35, -12.58, -15.2, -15.8, -16.6] as const;
const airBreathing = new Set(['bird', 'mammal', 'turtle']);

/** Nearest and farthest distance from the coast, km, at which a habitat is looked for. */
export const offshoreKm: Record<TaxonSeed['habitat'], readonly [number, number]> = {
  mangrove: [0.05, 3],
  coastal: [0.2, 18],
  reef: [0.2, 25],
  demersal: [1, 140],
  benthic: [0.5, 160],
  pelagic: [3, 420],
  deep: [40, 420],
};

/** The mean seasons, one moment a month: whether a place suits a species does not depend on the year. */
export function monthlyMoments(seed: number): readonly Moment[] {
  return Array.from({ length: 12 }, (_, month) => {
    const timeMs = Date.UTC(2010, month, 15);
    return { seed, climate: climateAt(seed, timeMs), eddies: eddiesAt(seed, timeMs) };
  });
}

function suitsWater(taxon: TaxonSeed, celsius: number): number {
  if (taxon.thermal === undefined) return 1;
  const [cold, warm] = taxon.thermal;
  const outside = celsius < cold ? cold - celsius : celsius > warm ? celsius - warm : 0;
  return Math.exp(-0.5 * (outside / 1.2) ** 2);
}

function latitudeOf(random: Random, sampling: Sampling, south: number, north: number): number {
  const anywhere = south + (north - south) * random();
  if (sampling.pattern === 'open') return anywhere;
  if (sampling.pattern === 'transects') return Math.round(anywhere * 2) / 2 + 0.03 * randomNormal(random);
  const town = townLatitudes[Math.floor(random() * townLatitudes.length)] ?? anywhere;
  return town >= south && town <= north ? town + 0.12 * randomNormal(random) : anywhere;
}

/** How well the water and the seabed of a place suit a species in a month, 0..1: its niche. */
export function nicheAt(taxon: TaxonSeed, place: Place, moment: Moment): number {
  const [shallow, deep] = taxon.depthRangeMeters;
  const onBottom = !airBreathing.has(taxon.group) && taxon.habitat !== 'pelagic';
  const depth = place.seabedMeters;
  const fitsDepth = onBottom ? depth >= shallow * 0.8 && depth <= deep * 1.2 + 5 : depth >= shallow;
  return (fitsDepth ? 1 : 0.02) * suitsWater(taxon, sstClimatology(moment, place.lon, place.lat));
}

/** Suitability of a place for a species in a month, 0..1: its niche, and the patches in which it lives. */
function suitability(taxon: TaxonSeed, taxonNumber: number, place: Place, moment: Moment): number {
  const patch = 0.35 + 0.65 * hashUnit(taxonNumber, Math.floor(place.lat * 2), Math.floor(place.km / 30));
  return patch * nicheAt(taxon, place, moment);
}

/** A place at sea for one record: the best of a few candidates, taken at once where it suits. */
export function placeOf(
  random: Random,
  { taxon, number: taxonNumber }: { readonly taxon: TaxonSeed; readonly number: number },
  sampling: Sampling,
  moment: Moment,
): Place {
  const overlaps = taxon.latRange[1] > box.south && taxon.latRange[0] < box.north;
  const south = overlaps ? Math.max(box.south, taxon.latRange[0]) : box.south;
  const north = overlaps ? Math.min(box.north, taxon.latRange[1]) : box.north;
  const [near, far] = offshoreKm[taxon.habitat];
  const townFar = sampling.pattern === 'towns' ? Math.max(near + 2, Math.min(far, 12)) : far;
  let best: Place | null = null;
  let bestScore = -1;
  for (let attempt = 0; attempt < 10; attempt++) {
    const lat = Math.min(box.north, Math.max(box.south, latitudeOf(random, sampling, south, north)));
    const share = random();
    const km = near + (townFar - near) * share * share;
    const lon = Math.max(box.west, coastLongitude(lat) - km / (kmPerDegree * Math.cos((lat * Math.PI) / 180)));
    const seabed = seabedMeters(lon, lat);
    if (seabed === null) continue;
    const place = { lon, lat, seabedMeters: seabed, km };
    const score = suitability(taxon, taxonNumber, place, moment);
    if (random() < score) return place;
    if (score > bestScore) {
      best = place;
      bestScore = score;
    }
  }
  if (best === null) throw new RangeError(`no place at sea for ${taxon.scientificName}`);
  return best;
}

/** Depth of one record in integer metres, or null where the kind of record has none. */
export function depthOf(random: Random, taxon: TaxonSeed, place: Place): number {
  if (taxon.group === 'bird') return 0;
  const [shallow, deep] = taxon.depthRangeMeters;
  const floor = Math.floor(place.seabedMeters);
  if (airBreathing.has(taxon.group)) return random() < 0.7 ? 0 : Math.min(floor, Math.floor(30 * random()));
  if (taxon.habitat === 'pelagic') {
    const range = Math.max(0, Math.min(deep, floor) - Math.min(shallow, floor));
    return Math.round(Math.min(shallow, floor) + range * random() ** 2);
  }
  return floor;
}
