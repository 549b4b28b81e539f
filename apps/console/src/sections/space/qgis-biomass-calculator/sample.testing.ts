import type { DataOf } from '@kianda/contract';
import type { biomassOverview } from '@kianda/contract/space/biomass/biomass.contract';
import {
  type BiomassRecord,
  type BiomassRun,
  type BiomassType,
  type BiomassZone,
  biomassBounds,
} from '@kianda/contract/space/biomass/biomass.schemas';

const at = '2026-08-31T08:00:00.000Z';

export const sampleRun: BiomassRun = {
  ...{ id: '5a3c1d10-0000-4000-8000-000000000071', number: 7, days: 30, state: 'succeeded', progress: null },
  ...{ message: null, error: null, requestedBy: 'Rui Sal', requestedAt: at, endedAt: at },
  ...{ phytoplanktonTonnes: 4_200_000, fishTonnes: 830_000, confidence: 0.62, isSimulated: true },
};

const none = { low: null, high: null, biomass_density: null, area_km2: null, confidence_level: null, confidence: null };

const absent = (type: BiomassType): BiomassRecord => ({
  ...{ biomass_type: type, total_biomass: null, ...none, calculation_method: 'ndvi_regression', method: 'Regressão.' },
  ...{ temporal_coverage: null, spatial_bounds: { ...biomassBounds }, terms: [], notes: [] },
  ...{ absence: 'Sem fonte de vegetação ligada.', remedy: 'Ligar um conector de NDVI.' },
});

const present = (type: BiomassType, total: number, confidence: number): BiomassRecord => ({
  ...{ biomass_type: type, total_biomass: total, low: total / 3, high: total * 3, biomass_density: total / 490_000 },
  ...{ area_km2: 490_000, calculation_method: type === 'marine_fish' ? 'trophic_transfer' : 'chl_to_npp' },
  ...{ method: 'Método publicado.', confidence_level: confidence },
  confidence: { value: confidence, precision: confidence, coverage: 1, days: 1 },
  ...{ temporal_coverage: '2026-08-02/2026-09-01', spatial_bounds: { ...biomassBounds } },
  terms: [
    {
      ...{ symbol: 'C:Chl', label: 'Carbono por clorofila', value: 51.4, unit: 'g/g', kind: 'parameter' },
      ...{ distribution: 'log-normal, 95 % entre 15 e 176', source: 'Sathyendranath et al. 2009' },
    },
    { symbol: 'B', label: 'Total', value: total, unit: 't', distribution: null, source: 'M × C:Chl', kind: 'result' },
  ],
  ...{ notes: ['O que as nuvens tapam vale a média do que se viu na zona.'], absence: null, remedy: null },
});

export const sampleZone: BiomassZone = {
  ...{ zone_name: 'ZEE de Angola', zone_type: 'zee', area_km2: 490_000, terrestrial_biomass_tons: null },
  ...{ marine_biomass_tons: 5_030_000, biomass_density_kg_ha: 102.7, vegetation_coverage: null },
  ...{ productivity_index: 0.4, phytoplankton_tons: 4_200_000, phytoplankton_low: 1_400_000 },
  ...{ phytoplankton_high: 12_600_000, fish_tons: 830_000, fish_low: 280_000, fish_high: 2_490_000 },
  ...{ production: 812, coverage: 0.98, absence: null },
};

const month = (date: string, tonnes: number | null) => ({
  ...{ date, terrestrial_biomass: null, ndvi_avg: null, days: tonnes === null ? 0 : 28 },
  ...{ marine_phytoplankton: tonnes, phytoplankton_low: tonnes, phytoplankton_high: tonnes },
  ...{ marine_fish: tonnes, fish_low: tonnes, fish_high: tonnes, total_marine: tonnes, chl_a_avg: tonnes && 0.84 },
});

/** A calculation with two types of the sea, and the three of the land without a source. */
export const sampleBiomass: DataOf<typeof biomassOverview> = {
  ...{ run: sampleRun, absence: null, newest: null },
  result: {
    records: [
      absent('terrestrial'),
      present('marine_phytoplankton', 4_200_000, 0.62),
      present('marine_fish', 830_000, 0.41),
      absent('agricultural'),
      absent('forest'),
    ],
    totals: {
      ...{ total_terrestrial_tons: null, total_marine_tons: 5_030_000, total_combined_tons: null },
      ...{ avg_density_kg_ha: 102.7, zones_analyzed: 9, last_calculation: at },
    },
    zones: [sampleZone],
    series: [month('2026-06', null), month('2026-07', 3_900_000), month('2026-08', 4_200_000)],
    inputs: [
      {
        ...{
          label: 'Clorofila-a',
          provider: 'NOAA CoastWatch',
          connectorId: 'noaa-viirs-modis',
          streamId: 'chlorophyll',
        },
        ...{
          fields: 61,
          from: '2026-06-01T12:00:00Z',
          to: '2026-08-30T12:00:00Z',
          runIds: ['a', 'b'],
          retrievedAt: at,
        },
        simulatedSeed: 7,
      },
    ],
    validation: {
      ...{ source: 'Sea Around Us', year: 2024, catchTonnes: 410_000, knownShare: 0.8, meanLevel: 3.4 },
      ...{ ofProduction: 0.49, ofBiomass: 0.49, productionRequired: 0.12, isSimulated: true },
      reading: 'As capturas são 49 % da produção de peixe estimada, e cabem nela.',
      species: [{ name: 'Sardinela', tonnes: 200_000, share: 0.49, trophicLevel: 3.4 }],
    },
    ...{ validationAbsence: null, draws: 4_000, seed: 'biomassa 1', methodVersion: 1, isSimulated: true },
  },
};
