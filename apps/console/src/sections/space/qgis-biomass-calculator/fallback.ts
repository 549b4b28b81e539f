import type { DataOf } from '@kianda/contract';
import type { biomassOverview } from '@kianda/contract/space/biomass/biomass.contract';
import {
  type BiomassMethod,
  type BiomassRecord,
  type BiomassType,
  type BiomassZone,
  biomassBounds,
} from '@kianda/contract/space/biomass/biomass.schemas';

type Sample = readonly [
  type: BiomassType,
  tonnes: number,
  density: number,
  areaKm2: number,
  method: BiomassMethod,
  confidence: number,
];

/** Records of the specification; agricultural and forest biomass have none. */
const samples: readonly Sample[] = [
  ['terrestrial', 45_678_900, 12.5, 124_700, 'ndvi_regression', 0.82],
  ['marine_phytoplankton', 8_934_560, 2.8, 518_000, 'chl_to_npp', 0.78],
  ['marine_fish', 1_247_890, 0.24, 518_000, 'trophic_transfer', 0.65],
];

const recordOf = ([type, tonnes, density, area, method, confidence]: Sample): BiomassRecord => ({
  ...{ biomass_type: type, total_biomass: tonnes, low: null, high: null, biomass_density: density, area_km2: area },
  ...{ calculation_method: method, method: '', confidence_level: confidence, confidence: null },
  ...{ temporal_coverage: null, spatial_bounds: { ...biomassBounds }, terms: [], notes: [] },
  ...{ absence: null, remedy: null },
});

const zone: Omit<BiomassZone, 'zone_name' | 'zone_type' | 'area_km2' | 'marine_biomass_tons'> = {
  ...{ terrestrial_biomass_tons: null, biomass_density_kg_ha: null, vegetation_coverage: null },
  ...{ productivity_index: null, phytoplankton_tons: null, phytoplankton_low: null, phytoplankton_high: null },
  ...{ fish_tons: null, fish_low: null, fish_high: null, production: null, coverage: 0, absence: null },
};
const at = '2024-03-31T00:00:00Z';

/** The specification's sample, for when the server cannot be reached: every figure of it is an example. */
export const biomassFallback: DataOf<typeof biomassOverview> = {
  ...{ run: null, absence: null, newest: null },
  result: {
    records: samples.map(recordOf),
    totals: {
      ...{ total_terrestrial_tons: 45_678_900, total_marine_tons: 10_182_450, total_combined_tons: 55_861_350 },
      ...{ avg_density_kg_ha: 8.7, zones_analyzed: 18, last_calculation: at },
    },
    zones: [
      { ...zone, zone_name: 'ZEE Norte', zone_type: 'part', area_km2: 145_000, marine_biomass_tons: 3_456_789 },
      { ...zone, zone_name: 'ZEE Sul', zone_type: 'part', area_km2: 373_000, marine_biomass_tons: 6_789_012 },
    ],
    series: [
      {
        ...{ date: '2024-01', terrestrial_biomass: null, marine_phytoplankton: 1_800_000, phytoplankton_low: null },
        ...{ phytoplankton_high: null, marine_fish: 270_000, fish_low: null, fish_high: null, total_marine: null },
        ...{ ndvi_avg: null, chl_a_avg: 4, days: 0 },
      },
    ],
    ...{ inputs: [], validation: null, validationAbsence: null, draws: 0, seed: '', methodVersion: 1 },
    isSimulated: false,
  },
};

/** Sample record of a type; undefined where the specification has none. */
export const sampleOf = (type: BiomassType): BiomassRecord | undefined =>
  biomassFallback.result?.records.find(({ biomass_type }) => biomass_type === type);
