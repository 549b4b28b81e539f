import { coastLongitude, gridOfBbox, gridPosition, isInZee } from '@kianda/geo';
import { describe, expect, it } from 'vitest';
import { scoresOf } from '../../apps/server/src/modules/models/models/training/fit.ts';
import { trainVersion } from '../../apps/server/src/modules/models/models/training/train.ts';
import type { LearningColumn } from '../../apps/server/src/modules/models/models/training/training.types.ts';
import { createBiota } from '../../apps/simulator/src/world/biota/occurrences.ts';
import { monthlyMoments, nicheAt, offshoreKm } from '../../apps/simulator/src/world/biota/placing.ts';
import type { TaxonSeed } from '../../apps/simulator/src/world/biota/taxon.ts';
import { kmPerDegree, seabedMeters } from '../../apps/simulator/src/world/ocean/shore.ts';
import { sstClimatology } from '../../apps/simulator/src/world/ocean/water.ts';

/**
 * Species whose niche is known, recorded by the simulator as all others are: by towns and along transects, in patches,
 * month by month. Species that live everywhere are recorded with the same effort, and stand for it as the background.
 */
const seed = 7;
const recordsOfSpecies = 300;
const habitats = ['pelagic', 'demersal', 'benthic'] as const;
const moments = monthlyMoments(seed);
const momentOf = (month: number) => moments[month] ?? fail(`month ${month}`);

const speciesOf = (scientificName: string, habitat: TaxonSeed['habitat']) =>
  ({
    ...{
      scientificName,
      habitat,
      authority: '',
      rank: 'Species',
      kingdom: 'Animalia',
      phylum: 'Chordata',
      group: 'fish',
    },
    ...{ class: 'Teleostei', order: '', family: '', genus: '', latRange: [-25, 5], depthRangeMeters: [0, 5_000] },
  }) as const satisfies TaxonSeed;

const known = Array.from({ length: 20 }, (_, number) => {
  const habitat = number % 2 === 0 ? 'pelagic' : number % 4 === 1 ? 'demersal' : 'benthic';
  const optimum = 18.5 + 0.65 * (number % 10);
  const depths =
    (
      [
        [20, 200],
        [5, 150],
        [10, 90],
      ] as const
    )[number % 3] ?? fail('depths');
  return {
    ...speciesOf(`Nota ${number}`, habitat),
    ...{
      thermal: [optimum, optimum] as const,
      depthRangeMeters: habitat === 'pelagic' ? ([0, 5_000] as const) : depths,
    },
  };
});
const everywhere = habitats.flatMap((habitat) =>
  [1, 2, 3, 4].map((number) => speciesOf(`Ubiqua ${habitat} ${number}`, habitat)),
);

type Place = { readonly lon: number; readonly lat: number; readonly month: number; readonly seabedMeters: number };

const biota = createBiota(seed, [...known, ...everywhere]);
const records = biota
  .occurrences(Date.UTC(2026, 0, 1))
  .flatMap(({ taxon, lon, lat, timeMs, bathymetryMeters, flags }) => {
    if (flags.length > 0 || lon === null || lat === null || bathymetryMeters === null) return [];
    const month = new Date(timeMs).getUTCMonth();
    return [{ name: taxon.scientificName, lon, lat, month, seabedMeters: bathymetryMeters }];
  });
const recordsOf = (accepts: (name: string) => boolean, most: number) => {
  const all = records.filter(({ name }) => accepts(name));
  return all.filter((_, row) => row % Math.max(1, Math.ceil(all.length / most)) === 0);
};

/** Every month of every place where a habitat is looked for. */
function placesWithin(habitat: TaxonSeed['habitat']) {
  const [near, far] = offshoreKm[habitat];
  const grid = gridOfBbox([8.2, -18.1, 14, -4.3], 0.2);
  return Array.from({ length: grid.columns * grid.rows }, (_, cell) => cell).flatMap((cell) => {
    const position = gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
    const [lon, lat] = position;
    const depth = seabedMeters(lon, lat);
    const km = (coastLongitude(lat) - lon) * kmPerDegree * Math.cos((lat * Math.PI) / 180);
    if (depth === null || !isInZee(position) || km < near || km > far) return [];
    return moments.map((_, month) => ({ lon, lat, month, km, seabedMeters: depth }));
  });
}

const columnsOf = (places: readonly Place[]): readonly LearningColumn[] => [
  {
    ...{ name: 'temperature', label: 'temperature', unit: '°C', kind: 'continuous' },
    values: Float64Array.from(places, ({ lon, lat, month }) => sstClimatology(momentOf(month), lon, lat)),
  },
  {
    ...{ name: 'depth', label: 'depth', unit: null, kind: 'continuous' },
    values: Float64Array.from(places, ({ seabedMeters: depth }) => Math.log10(1 + depth)),
  },
];

function train({ scientificName, habitat }: TaxonSeed) {
  const presences = recordsOf((name) => name === scientificName, recordsOfSpecies);
  const isEffort = (name: string) => name.startsWith(`Ubiqua ${habitat}`) && name !== scientificName;
  const rows = [...presences, ...recordsOf(isEffort, 2_000)];
  return trainVersion({
    ...{
      modelType: 'habitat_suitability',
      methods: [{ kind: 'maxent' }, { kind: 'maxent', features: ['L', 'Q'] }],
      seed,
    },
    columns: columnsOf(rows),
    target: { task: 'presence', values: Float64Array.from(rows, (_, row) => Number(row < presences.length)) },
    split: {
      kind: 'spatial_blocks',
      longitudes: Float64Array.from(rows, ({ lon }) => lon),
      latitudes: Float64Array.from(rows, ({ lat }) => lat),
    },
    baseline: { kind: 'mean', name: 'o mesmo em todo o lado' },
  });
}

/** Correlation of ranks, ties by their mean. */
function spearman(a: Float64Array, b: Float64Array): number {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const mean = (a.length - 1) / 2;
  const sum = (of: (row: number) => number) => x.reduce((total, _, row) => total + of(row), 0);
  const [dx, dy] = [(row: number) => (x[row] ?? 0) - mean, (row: number) => (y[row] ?? 0) - mean];
  return sum((row) => dx(row) * dy(row)) / Math.sqrt(sum((row) => dx(row) ** 2) * sum((row) => dy(row) ** 2));
}

function ranksOf(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, row) => row).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let place = from; place < to; place += 1) ranks[order[place] ?? 0] = (from + to - 1) / 2;
  }
  return ranks;
}

function fail(of: string): never {
  throw new RangeError(`the sea has no ${of}`);
}

describe('a habitat model, of species whose niche is known', () => {
  const places = new Map(habitats.map((habitat) => [habitat, placesWithin(habitat)]));

  it.each(known)('finds where $scientificName ($habitat, about $thermal.0 °C) is at home', (species) => {
    const { artefact, curves } = train(species);
    const within = places.get(species.habitat as 'pelagic') ?? fail('places');
    const truth = Float64Array.from(within, (place) => nicheAt(species, place, momentOf(place.month)));
    expect(spearman(scoresOf(artefact.fitted, columnsOf(within)), truth)).toBeGreaterThan(0.8);
    const response = curves.find(({ kind, name }) => kind === 'response' && name === 'temperature')?.points ?? [];
    const best = response.reduce((most, point) => (point.y > most.y ? point : most));
    expect(Math.abs(best.x - species.thermal[0])).toBeLessThan(1.5);
  });

  it('finds nothing where there is nothing: of twelve species that live everywhere, ten intervals cover 0.5', () => {
    const covered = everywhere
      .map((species) => train(species).skill)
      .filter(({ low, high }) => (low ?? 1) < 0.5 && (high ?? 0) > 0.5);
    expect(covered.length).toBeGreaterThanOrEqual(10);
  });
});
