import { hashUnit, valueNoise1 } from '@kianda/geo';
import { atLatitude as linear } from '../ocean/shore.ts';
import type { FisheriesWorld, FishingSector, Landing } from '../types.ts';
import { type FishedSpecies, fishedSpecies, totalThousandTonnes } from './species.ts';

const firstYear = 1950;

/** Share of each sector: the industrial fleets of the seventies, then the segments of 2018–2021 (INE). */
const sectorShares: readonly (readonly [FishingSector, readonly (readonly [year: number, share: number])[]])[] = [
  [
    'industrial',
    [
      [1950, 0.62],
      [1972, 0.86],
      [1990, 0.8],
      [2005, 0.6],
      [2019, 0.507],
      [2030, 0.5],
    ],
  ],
  [
    'artisanal',
    [
      [1950, 0.28],
      [1972, 0.09],
      [1990, 0.13],
      [2005, 0.27],
      [2019, 0.348],
      [2030, 0.35],
    ],
  ],
  [
    'semi-industrial',
    [
      [1950, 0.06],
      [1972, 0.03],
      [1990, 0.04],
      [2005, 0.09],
      [2019, 0.095],
      [2030, 0.1],
    ],
  ],
  [
    'subsistence',
    [
      [1950, 0.04],
      [1972, 0.02],
      [1990, 0.03],
      [2005, 0.04],
      [2019, 0.045],
      [2030, 0.045],
    ],
  ],
];

/** Flags of the industrial catch. */
function flagShares(year: number): readonly (readonly [string, number])[] {
  if (year < 1975)
    return [
      ['AGO', 0.78],
      ['PRT', 0.14],
      ['ESP', 0.05],
      ['SUN', 0.03],
    ];
  if (year < 1992)
    return [
      ['AGO', 0.24],
      ['SUN', 0.58],
      ['ESP', 0.1],
      ['CUB', 0.08],
    ];
  return [
    ['AGO', 0.72],
    ['CHN', 0.12],
    ['NAM', 0.06],
    ['ESP', 0.06],
    ['RUS', 0.04],
  ];
}

/**
 * Landings by year, species, sector and flag. Parts are not made to add up to the year's total, as they do not in the
 * official statistics either (1,762,098 t of parts against 1,770,643 t for 2018–2021).
 */
export function createFisheries(seed: number): FisheriesWorld {
  const years = new Map<number, readonly Landing[]>();

  function landingsOf(year: number): readonly Landing[] {
    let landings = years.get(year);
    if (landings === undefined) {
      landings = fishedSpecies.flatMap((species, index) => speciesLandings(seed, species, index, year));
      years.set(year, landings);
    }
    return landings;
  }

  return {
    firstYear,
    landings(untilMs) {
      const lastYear = new Date(untilMs).getUTCFullYear() - 1;
      const all: Landing[] = [];
      for (let year = firstYear; year <= lastYear; year++) all.push(...landingsOf(year));
      return all;
    },
  };
}

function speciesLandings(seed: number, species: FishedSpecies, index: number, year: number): Landing[] {
  const swing =
    1 + 0.28 * valueNoise1(seed + index * 7919, year / 2.7) + 0.12 * (hashUnit(seed, 'catch', index, year) - 0.5);
  const speciesTonnes = linear(totalThousandTonnes, year) * 1000 * linear(species.shares, year) * swing;
  const landings: Landing[] = [];
  for (const [sector, shares] of sectorShares) {
    const emphasis = sector === 'industrial' ? 2 - Math.min(1.9, species.smallScale) : species.smallScale;
    const sectorTonnes = speciesTonnes * linear(shares, year) * emphasis;
    const flags = sector === 'industrial' ? flagShares(year) : ([['AGO', 1]] as const);
    for (const [flag, share] of flags) {
      const tonnes = Number((sectorTonnes * share).toFixed(2));
      if (tonnes < 0.5) continue;
      landings.push({
        year,
        scientificName: species.scientificName,
        commonNamePt: species.commonNamePt,
        commonNameEn: species.commonNameEn,
        trophicLevel: species.trophicLevel,
        sector,
        gear: sector === 'industrial' || sector === 'semi-industrial' ? species.gear : 'small scale',
        flag,
        tonnes,
        valueUsd: Math.round(tonnes * species.usdPerTonne),
      });
    }
  }
  return landings;
}
