import { speciesNamed } from '@kianda/contract/sea/fisheries/species-register';
import type { BiomassValidation } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber, formatQuantity } from '@kianda/format';
import { catchLevels } from '@kianda/science/biomass/catch-levels';
import { publishedSea, type SeaParameters } from '@kianda/science/biomass/parameters';
import type { SeaEstimate } from '@kianda/science/biomass/sea-biomass';
import { trophicLevelOf } from '@kianda/science/biomass/trophic-levels';
import type { YearlyCatch } from '../../../sea/fisheries/index.ts';

const shownSpecies = 8;
/** Share of the catch that must have a level before its mean is taken. */
const leastKnown = 0.5;
/** Primary production that fisheries of shelves and upwelling take, per cent (Pauly & Christensen 1995). */
const usualRequired = { low: 24, high: 35 } as const;

const withLevels = ({ species }: YearlyCatch) =>
  species.map(({ name, tonnes }) => {
    const known = speciesNamed(name);
    const trophicLevel = trophicLevelOf(known?.scientificName ?? name);
    return { name: known === null ? name : `${known.portugueseName} (${known.scientificName})`, tonnes, trophicLevel };
  });

/** Published parameters, with the mean level of the catch in place of the usual one where enough of it is known. */
export function parametersFor(catchOfYear: YearlyCatch | null): SeaParameters {
  const levels = catchOfYear === null ? null : catchLevels(withLevels(catchOfYear));
  const { trophicLevel } = publishedSea;
  if (levels === null || levels.meanLevel === null || levels.knownShare < leastKnown) return publishedSea;
  if (trophicLevel.kind !== 'triangular') return publishedSea;
  const mode = levels.meanLevel;
  const [low, high] = [Math.min(trophicLevel.low, mode), Math.max(trophicLevel.high, mode)];
  return { ...publishedSea, trophicLevel: { kind: 'triangular', low, mode, high } };
}

/** The catch beside the estimate of the whole ZEE; null without a catch. */
export function validationOf(
  catchOfYear: YearlyCatch | null,
  { central }: Pick<SeaEstimate, 'central'>,
  providerOf: (connectorId: string) => string,
): BiomassValidation | null {
  if (catchOfYear === null) return null;
  const species = withLevels(catchOfYear);
  const levels = catchLevels(species);
  if (levels.tonnes === 0) return null;
  const ofProduction = levels.tonnes / central.fishProductionTonnesYear;
  const ofBiomass = levels.tonnes / central.fishTonnes;
  const productionRequired = levels.requiredCarbon / central.productionTonnesCarbonYear;
  return {
    ...{ source: providerOf(catchOfYear.connectorId), year: catchOfYear.year, catchTonnes: levels.tonnes },
    ...{ knownShare: levels.knownShare, meanLevel: levels.meanLevel, ofProduction, ofBiomass, productionRequired },
    reading: readingOf(ofProduction, productionRequired * 100),
    species: species.slice(0, shownSpecies).map((one) => ({ ...one, share: one.tonnes / levels.tonnes })),
    isSimulated: catchOfYear.isSimulated,
  };
}

function readingOf(ofProduction: number, requiredPercent: number): string {
  const percent = (value: number) => formatQuantity(value, '%', { maxDecimals: 1 });
  const usual = `${formatNumber(usualRequired.low)} a ${formatNumber(usualRequired.high)} %`;
  const taken = `As capturas usaram ${percent(requiredPercent)} da produção primária estimada (o usual em plataformas e afloramento é ${usual}).`;
  if (ofProduction > 1) {
    return `As capturas passam a produção de peixe estimada: a estimativa é baixa de mais, ou o peixe vem de fora da ZEE. ${taken}`;
  }
  return `As capturas são ${percent(ofProduction * 100)} da produção de peixe estimada, e cabem nela. ${taken}`;
}
