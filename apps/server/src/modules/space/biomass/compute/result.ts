import type {
  BiomassInput,
  BiomassResult,
  BiomassSeriesPoint,
  BiomassZone,
} from '@kianda/contract/space/biomass/biomass.schemas';
import { biomassTypeNames } from '@kianda/contract/space/biomass/biomass.schemas';
import { bboxOfGeometry, zee } from '@kianda/geo';
import type { SeaEstimate } from '@kianda/science/biomass/sea-biomass';
import type { YearlyCatch } from '../../../sea/fisheries/index.ts';
import { validationOf } from './catches.ts';
import type { LandAnswer, MonthAnswer, SeaAnswer, SeaTask, ZoneAnswer, ZoneShape } from './compute.types.ts';
import { landRecord } from './land-records.ts';
import { absentRecord, type SeaParts, seaRecord } from './records.ts';

/** Changes with the arithmetic: results of another one are not compared with these. */
export const methodVersion = 2;
const squareMetersAKm2 = 1e6;
/** t/km² to kg/ha. */
const kgHaPerTonneKm2 = 10;

type Made = {
  readonly task: SeaTask;
  readonly answer: SeaAnswer;
  readonly inputs: readonly BiomassInput[];
  readonly catchOfYear: YearlyCatch | null;
  readonly noCatch: string;
  readonly noVegetation: string;
  readonly providerOf: (connectorId: string) => string;
  readonly askedDays: number;
  readonly now: Date;
};

/** Result of a run; null where nothing of the ZEE was seen in the window. */
export function resultOf(made: Made): BiomassResult | null {
  const { task, answer, inputs, catchOfYear, providerOf } = made;
  const [whole] = answer.zones;
  if (whole === undefined || whole.estimate === null) return null;
  const parts = partsOf(made, { ...whole, estimate: whole.estimate });
  const noVegetation = answer.land?.estimate == null ? made.noVegetation : null;
  const records = biomassTypeNames.map((type) => {
    if (type === 'marine_phytoplankton' || type === 'marine_fish') return seaRecord(type, parts);
    const land = type === 'terrestrial' ? landRecord(task.land, answer.land) : null;
    return land ?? absentRecord(type, noVegetation);
  });
  const zones = zoneRows(task.zones, answer.zones);
  const { central } = whole.estimate;
  const marine = central.phytoplanktonTonnes + central.fishTonnes;
  const validation = validationOf(catchOfYear, whole.estimate, providerOf);
  return {
    records,
    totals: {
      // Dry matter of the land and wet weight of the sea are no sum.
      ...{ total_terrestrial_tons: answer.land?.estimate?.tonnes ?? null, total_marine_tons: marine },
      total_combined_tons: null,
      avg_density_kg_ha: (marine / (whole.areaSquareMeters / squareMetersAKm2)) * kgHaPerTonneKm2,
      zones_analyzed: zones.filter(({ marine_biomass_tons }) => marine_biomass_tons !== null).length,
      last_calculation: made.now.toISOString(),
    },
    ...{
      zones,
      series: answer.months.map((month, place) => seriesPoint(month, answer.land?.months[place])),
      inputs: [...inputs],
    },
    ...{ validation, validationAbsence: validation === null ? made.noCatch : null },
    ...{ draws: task.draws, seed: task.seed, methodVersion },
    isSimulated: inputs.some(({ simulatedSeed }) => simulatedSeed !== null),
  };
}

function partsOf({ task, answer, askedDays }: Made, zone: SeaParts['zone']): SeaParts {
  const [west, south, east, north] = bboxOfGeometry(zee) ?? [0, 0, 0, 0];
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const notes = [
    'O que as nuvens tapam vale a média do que se viu na zona.',
    `A produção de um ano é a dos ${answer.windowDays} dias vistos, vezes 365: a época conta.`,
    'Os erros da clorofila e do modelo contam-se comuns a toda a área: não se compensam de célula para célula.',
    ...(task.seabed === null ? ['Sem batimetria guardada: a luz não para no fundo onde o mar é baixo.'] : []),
  ];
  return {
    ...{ zone, parameters: task.parameters, dayShare: Math.min(1, answer.windowDays / askedDays), notes },
    coverage: `${day(task.window.fromMs)}/${day(task.window.toMs)}`,
    spatial: { west, south, east, north },
  };
}

function zoneRows(shapes: readonly ZoneShape[], answers: readonly ZoneAnswer[]): BiomassZone[] {
  const productions = answers.map(({ estimate }) => estimate?.means.production ?? 0);
  const most = Math.max(...productions);
  return shapes.map((shape, place) => {
    const answer = answers[place];
    const area = (answer?.areaSquareMeters ?? 0) / squareMetersAKm2;
    const estimate = answer?.estimate ?? null;
    const head = { zone_name: shape.name, zone_type: shape.type, area_km2: area, coverage: answer?.coverage ?? 0 };
    if (estimate === null) return { ...head, ...emptyZone, absence: area === 0 ? tooSmall : notSeen };
    return { ...head, ...zoneFigures(estimate, area, most) };
  });
}

const tooSmall = 'Mais pequena do que uma célula do campo, ou fora da ZEE.';
const notSeen = 'Nenhuma célula vista no período (nuvens ou falta de campos).';
const emptyZone = {
  ...{ terrestrial_biomass_tons: null, marine_biomass_tons: null, biomass_density_kg_ha: null },
  ...{ vegetation_coverage: null, productivity_index: null, phytoplankton_tons: null, phytoplankton_low: null },
  ...{ phytoplankton_high: null, fish_tons: null, fish_low: null, fish_high: null, production: null },
} as const;

function zoneFigures(estimate: SeaEstimate, area: number, most: number) {
  const { central, phytoplankton, fish, means } = estimate;
  const marine = central.phytoplanktonTonnes + central.fishTonnes;
  return {
    ...{ terrestrial_biomass_tons: null, vegetation_coverage: null, absence: null },
    ...{ marine_biomass_tons: marine, biomass_density_kg_ha: (marine / area) * kgHaPerTonneKm2 },
    productivity_index: most === 0 ? null : means.production / most,
    ...{ phytoplankton_tons: central.phytoplanktonTonnes, phytoplankton_low: phytoplankton.low },
    ...{ phytoplankton_high: phytoplankton.high, fish_tons: central.fishTonnes, fish_low: fish.low },
    ...{ fish_high: fish.high, production: means.production },
  };
}

function seriesPoint(
  { name, days, estimate, chlorophyll }: MonthAnswer,
  land: LandAnswer['months'][number] | undefined,
): BiomassSeriesPoint {
  const central = estimate?.central ?? null;
  return {
    ...{ date: name, terrestrial_biomass: land?.tonnes ?? null, ndvi_avg: land?.ndvi ?? null },
    ...{ chl_a_avg: chlorophyll, days },
    marine_phytoplankton: central?.phytoplanktonTonnes ?? null,
    phytoplankton_low: estimate?.phytoplankton.low ?? null,
    phytoplankton_high: estimate?.phytoplankton.high ?? null,
    marine_fish: central?.fishTonnes ?? null,
    fish_low: estimate?.fish.low ?? null,
    fish_high: estimate?.fish.high ?? null,
    total_marine: central === null ? null : central.phytoplanktonTonnes + central.fishTonnes,
  };
}

/** Layers of the map: t/km² of each cell with the central parameters, and the days it was seen. */
export function layersOf({ stock, production, seen }: SeaAnswer, { values }: Pick<SeaEstimate, 'values'>) {
  const perMilligram = 1e-3 * values.wetPerCarbon;
  const phytoplankton = perMilligram * values.carbonPerChlorophyll;
  const { transferEfficiency, trophicLevel, productionPerBiomass, productionFactor } = values;
  const fish =
    (perMilligram * 365 * productionFactor * transferEfficiency ** (trophicLevel - 1)) / productionPerBiomass;
  return {
    marine_phytoplankton: stock.map((value) => value * phytoplankton),
    marine_fish: production.map((value) => value * fish),
    days: seen,
  };
}
