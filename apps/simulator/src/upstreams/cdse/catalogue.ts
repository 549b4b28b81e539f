import { dayMs, hash32, hashUnit, hourMs, type Position, startOfUtcDay } from '@kianda/geo';
import { type Frame, framesBetween, swath } from './orbits.ts';

/** The simulated archive begins here. */
export const archiveStartMs = Date.UTC(2025, 9, 1);

type Instrument = {
  readonly type: string;
  readonly folder: string;
  readonly night: boolean;
  readonly leftMeters: number;
  readonly rightMeters: number;
  readonly megabytes: number;
  readonly deliveries: readonly { readonly timeliness: 'NR' | 'ST' | 'NT'; readonly afterMs: number }[];
};

const instruments: readonly Instrument[] = [
  {
    type: 'OL_2_WFR___',
    folder: 'OLCI',
    night: false,
    leftMeters: 535_000,
    rightMeters: 735_000,
    megabytes: 320,
    deliveries: [
      { timeliness: 'NR', afterMs: 2.4 * hourMs },
      { timeliness: 'NT', afterMs: 34 * hourMs },
    ],
  },
  {
    type: 'SL_2_WST___',
    folder: 'SLSTR',
    night: true,
    leftMeters: 700_000,
    rightMeters: 700_000,
    megabytes: 30,
    deliveries: [
      { timeliness: 'NR', afterMs: 2.6 * hourMs },
      { timeliness: 'NT', afterMs: 38 * hourMs },
    ],
  },
  {
    type: 'SR_2_WAT___',
    folder: 'SRAL',
    night: true,
    leftMeters: 5000,
    rightMeters: 5000,
    megabytes: 12,
    deliveries: [
      { timeliness: 'NR', afterMs: 2.9 * hourMs },
      { timeliness: 'ST', afterMs: 45 * hourMs },
      { timeliness: 'NT', afterMs: 26 * dayMs },
    ],
  },
];

export type CatalogueProduct = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly s3Path: string;
  readonly frame: Frame;
  readonly timeliness: string;
  readonly ring: readonly Position[];
  /** The catalogue knows the place of every product, but does not show all of them. */
  readonly footprintShown: boolean;
  readonly publishedMs: number;
  readonly deletedMs: number | null;
  readonly deletionCause: string | null;
  readonly cloudCover: number | null;
  readonly bytes: number;
};

const catalogues = new Map<number, (nowMs: number) => readonly CatalogueProduct[]>();

/** The catalogue of a seed, made once for all the ways in to it. */
export function catalogueOf(seed: number): (nowMs: number) => readonly CatalogueProduct[] {
  const known = catalogues.get(seed) ?? createCatalogue(seed);
  catalogues.set(seed, known);
  return known;
}

/** Products of the catalogue at an instant: published, and not withdrawn. */
export function heldAt(products: readonly CatalogueProduct[], nowMs: number): CatalogueProduct[] {
  return products.filter(
    ({ publishedMs, deletedMs }) => publishedMs <= nowMs && (deletedMs === null || deletedMs > nowMs),
  );
}

/** Every product sensed around the box since the archive began, made a day at a time; what has its date is another question. */
function createCatalogue(seed: number): (nowMs: number) => readonly CatalogueProduct[] {
  const products: CatalogueProduct[] = [];
  let madeUntilMs = archiveStartMs;
  return (nowMs) => {
    const untilMs = startOfUtcDay(nowMs) + dayMs;
    if (untilMs > madeUntilMs) {
      for (const platform of ['S3A', 'S3B'] as const)
        for (const frame of framesBetween(platform, madeUntilMs, untilMs)) products.push(...productsOf(frame, seed));
      products.sort((a, b) => a.publishedMs - b.publishedMs || a.id.localeCompare(b.id));
      madeUntilMs = untilMs;
    }
    return products;
  };
}

function* productsOf(frame: Frame, seed: number): Generator<CatalogueProduct> {
  for (const instrument of instruments) {
    if (!frame.daytime && !instrument.night) continue;
    const ring = swath(frame, instrument.leftMeters, instrument.rightMeters);
    // No client asks far from the box: the simulated archive holds the south-east Atlantic and its neighbours.
    if (!ring.some(([lon]) => lon > 4 && lon < 18)) continue;
    for (const { timeliness, afterMs } of instrument.deliveries) {
      const key = `${seed}/${frame.platform}/${instrument.type}/${frame.startMs}/${timeliness}`;
      const publishedMs = Math.round(frame.endMs + afterMs * (0.95 + 0.1 * hashUnit('cdse-delay', key)));
      const withdrawn = hashUnit('cdse-deleted', key) < 0.02;
      const name = nameOf(frame, instrument.type, timeliness, publishedMs);
      const date = new Date(frame.startMs).toISOString().slice(0, 10).replaceAll('-', '/');
      yield {
        id: uuidOf(key),
        name,
        type: instrument.type,
        s3Path: `/eodata/Sentinel-3/${instrument.folder}/${instrument.type}/${date}/${name}`,
        frame,
        timeliness,
        ring,
        footprintShown: hashUnit('cdse-footprint', key) >= 0.02,
        publishedMs,
        deletedMs: withdrawn ? publishedMs + 30 * hourMs : null,
        deletionCause: withdrawn ? 'Duplicated product' : null,
        cloudCover: instrument.type === 'SR_2_WAT___' ? null : Math.round(hashUnit('cdse-cloud', key) * 10_000) / 100,
        bytes: Math.round(instrument.megabytes * 1_048_576 * (0.7 + 0.6 * hashUnit('cdse-size', key))),
      };
    }
  }
}

function nameOf(frame: Frame, type: string, timeliness: string, publishedMs: number): string {
  const three = (value: number) => String(value).padStart(3, '0');
  const place = type === 'SR_2_WAT___' ? '____' : String(frame.frame).padStart(4, '0').slice(-4);
  const times = [frame.startMs, frame.endMs, publishedMs].map(compact).join('_');
  const duration = String((frame.endMs - frame.startMs) / 1000 - 1).padStart(4, '0');
  return `${frame.platform}_${type}_${times}_${duration}_${three(frame.cycle % 1000)}_${three(frame.relativeOrbit)}_${place}_MAR_O_${timeliness}_003.SEN3`;
}

function compact(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}

function uuidOf(text: string): string {
  const hex = [1, 2, 3, 4].map((part) => hash32('cdse-id', part, text).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
