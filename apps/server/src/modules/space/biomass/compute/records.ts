import {
  type BiomassRecord,
  type BiomassTerm,
  type BiomassType,
  biomassBounds,
} from '@kianda/contract/space/biomass/biomass.schemas';
import { confidenceOf, type Interval } from '@kianda/science/biomass/interval';
import type { SeaParameters } from '@kianda/science/biomass/parameters';
import { daysAYear, type SeaEstimate } from '@kianda/science/biomass/sea-biomass';
import { distributionWords, landAbsence, methodOf, methodWords, parameterWords } from '../biomass.texts.ts';
import type { ZoneAnswer } from './compute.types.ts';

const squareMetersAKm2 = 1e6;

/** Parts of the record of a type of the sea. */
export type SeaParts = {
  readonly zone: ZoneAnswer & { readonly estimate: SeaEstimate };
  readonly parameters: SeaParameters;
  /** Share of the window's days with a field. */
  readonly dayShare: number;
  /** ISO 8601 interval of the fields. */
  readonly coverage: string;
  readonly spatial: BiomassRecord['spatial_bounds'];
  /** Words on what the fields lack. */
  readonly notes: readonly string[];
};

const none = { distribution: null } as const;

/** Value of a parameter as the arithmetic takes it, with its distribution and its source. */
function parameter({ parameters, zone }: SeaParts, name: keyof SeaParameters): BiomassTerm {
  const { symbol, label, unit, source } = parameterWords[name];
  const distribution = distributionWords(parameters[name]);
  return { symbol, label, unit, source, distribution, value: zone.estimate.values[name], kind: 'parameter' };
}

const areaTerm = ({ zone }: SeaParts): BiomassTerm => ({
  ...{ symbol: 'A', label: 'Área da ZEE nas células do campo', unit: 'km²', distribution: 'fixo', kind: 'computed' },
  ...{ value: zone.areaSquareMeters / squareMetersAKm2, source: 'Contorno de trabalho da ZEE' },
});

function phytoplanktonTerms(parts: SeaParts): readonly BiomassTerm[] {
  const { means, central } = parts.zone.estimate;
  return [
    {
      ...{ symbol: 'S', label: 'Clorofila da zona eufótica, média dos dias', unit: 'mg/m²', ...none, kind: 'measured' },
      ...{ value: means.stock, source: 'Clorofila do satélite × profundidade da luz (Morel e Berthon 1989)' },
    },
    parameter(parts, 'chlorophyllFactor'),
    areaTerm(parts),
    {
      ...{ symbol: 'M', label: 'Clorofila da ZEE', unit: 't', ...none, kind: 'computed' },
      ...{ value: (means.stock * parts.zone.areaSquareMeters) / 1e9, source: 'S × A' },
    },
    parameter(parts, 'carbonPerChlorophyll'),
    parameter(parts, 'wetPerCarbon'),
    {
      ...{ symbol: 'B', label: 'Fitoplâncton', unit: 't', ...none, kind: 'result' },
      ...{ value: central.phytoplanktonTonnes, source: 'M × C:Chl × W:C' },
    },
  ];
}

function fishTerms(parts: SeaParts): readonly BiomassTerm[] {
  const { means, central } = parts.zone.estimate;
  return [
    {
      ...{ symbol: 'P', label: 'Produção primária, média dos dias', unit: 'mg C/m²/dia', ...none, kind: 'measured' },
      ...{ value: means.production, source: 'VGPM sobre clorofila e temperatura do satélite; luz estimada (FAO-56)' },
    },
    ...[parameter(parts, 'chlorophyllFactor'), parameter(parts, 'productionFactor'), areaTerm(parts)],
    {
      ...{ symbol: 'NPP', label: 'Produção primária de um ano', unit: 't C/ano', ...none, kind: 'computed' },
      ...{ value: central.productionTonnesCarbonYear, source: `P × A × ${daysAYear} × f₂` },
    },
    ...(['transferEfficiency', 'trophicLevel', 'wetPerCarbon'] as const).map((name) => parameter(parts, name)),
    {
      ...{ symbol: 'F', label: 'Produção de peixe', unit: 't/ano', ...none, kind: 'computed' },
      ...{ value: central.fishProductionTonnesYear, source: 'NPP × TE^(TL − 1) × W:C' },
    },
    parameter(parts, 'productionPerBiomass'),
    {
      ...{ symbol: 'B', label: 'Peixe', unit: 't', ...none, kind: 'result' },
      ...{ value: central.fishTonnes, source: 'F ÷ (P/B)' },
    },
  ];
}

/** The record of a type of the sea, with its arithmetic. */
export function seaRecord(type: 'marine_phytoplankton' | 'marine_fish', parts: SeaParts): BiomassRecord {
  const { zone, dayShare } = parts;
  const { central, phytoplankton, fish } = zone.estimate;
  const isFish = type === 'marine_fish';
  const interval: Interval = isFish ? fish : phytoplankton;
  const total = isFish ? central.fishTonnes : central.phytoplanktonTonnes;
  const area = zone.areaSquareMeters / squareMetersAKm2;
  const confidence = confidenceOf({ spread: interval.spread, coverage: zone.coverage, days: dayShare });
  return {
    ...{ biomass_type: type, total_biomass: total, low: interval.low, high: interval.high },
    ...{ biomass_density: total / area, area_km2: area, calculation_method: methodOf[type] },
    ...{ method: methodWords[type], confidence_level: confidence.value, confidence },
    ...{ temporal_coverage: parts.coverage, spatial_bounds: parts.spatial },
    terms: [...(isFish ? fishTerms(parts) : phytoplanktonTerms(parts))],
    notes: [...parts.notes],
    ...{ absence: null, remedy: null },
  };
}

/** The record of a type that lacks a source. `noVegetation`: why there is no NDVI; null where there is. */
export function absentRecord(type: BiomassType, noVegetation: string | null): BiomassRecord {
  const why = landAbsence(type, noVegetation);
  return {
    ...{ biomass_type: type, total_biomass: null, low: null, high: null, biomass_density: null, area_km2: null },
    ...{ calculation_method: methodOf[type], method: methodWords[type], confidence_level: null, confidence: null },
    ...{ temporal_coverage: null, spatial_bounds: { ...biomassBounds }, terms: [], notes: [] },
    ...why,
  };
}
