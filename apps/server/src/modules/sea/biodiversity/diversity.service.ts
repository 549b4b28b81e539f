import { setImmediate } from 'node:timers/promises';
import type { DataOf } from '@kianda/contract';
import type { biodiversityDiversity } from '@kianda/contract/sea/biodiversity/diversity.contract';
import {
  accumulatedSpecies,
  asymptoticHill,
  curveSizes,
  type HillPoint,
  hillCurve,
  observedHill,
  sampleCoverage,
} from '@kianda/science/biodiversity/hill';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import {
  type DiversityQuery,
  type DiversityRepository,
  mapCellDegrees,
  unitCellDegrees,
} from './diversity.repository.ts';

export type Diversity = DataOf<typeof biodiversityDiversity>;

/** Reads every record of the filters: at most this often for the same ones. */
const ttlMs = 60_000;
/** Points of a curve up to the records, and as many beyond. */
const curveSteps = 15;
const accumulationSteps = 25;

const methods = [
  'Números de Hill q = 0, 1, 2: Hill (1973), Ecology 54:427–432.',
  'Rarefação e extrapolação até ao dobro dos registos: Chao et al. (2014), Ecological Monographs 84:45–67; q = 1 além dos registos por Hsieh, Ma e Chao (2016).',
  'Riqueza estimada: Chao1 (Chao 1984), um mínimo; Shannon estimado: Chao, Wang e Jost (2013); cobertura: Chao e Jost (2012).',
  'Acumulação por unidades de amostragem (célula e mês): Colwell et al. (2012), Journal of Plant Ecology 5:3–21.',
  'Os registos não são amostras iguais: o esforço de quem os recolheu varia de lugar e de ano, e os números são dos registos.',
] as const;

export type DiversityService = ReturnType<typeof createDiversityService>;

/** Diversity of the records that filters leave. */
export function createDiversityService(repository: DiversityRepository, clock: Clock) {
  const answers = createCache<Diversity>({
    ...{ name: 'biodiversity/diversity', clock, ttlMs, maxStaleMs: 10 * ttlMs, maxEntries: 40 },
  });

  async function compute(query: DiversityQuery): Promise<Diversity> {
    const { species, years, units, ...found } = await repository.counts(query, new Date(clock.nowMs()));
    const counts = species.map(({ records }) => records);
    const records = counts.reduce((sum, count) => sum + count, 0);
    const all = asymptoticHill(counts);
    return {
      ...{ records, species: species.length, unidentified: found.unidentified },
      observed: observedHill(counts),
      asymptotic: all === null ? null : { ...all, q2: Number.isFinite(all.q2) ? all.q2 : null },
      coverage: sampleCoverage(counts),
      once: counts.filter((count) => count === 1).length,
      twice: counts.filter((count) => count === 2).length,
      curve: await curveOf(counts, records),
      accumulation: {
        units,
        cellDegrees: unitCellDegrees,
        points: accumulationOf(
          species.flatMap((one) => (one.units === 0 ? [] : [one.units])),
          units,
        ),
      },
      groups: [...found.groups],
      byYear: [...years],
      cells: [...found.cells],
      datasets: [...found.datasets],
      leading: species
        .slice(0, repository.mostLeading)
        .map(({ aphiaId, scientificName, records: own }) => ({ aphiaId, scientificName, records: own })),
      mapCellDegrees,
      methods: [...methods],
    };
  }

  return {
    async of(query: DiversityQuery): Promise<Diversity> {
      return (await answers.get(JSON.stringify(query), () => compute(query))).value;
    },
  };
}

async function curveOf(counts: readonly number[], records: number): Promise<HillPoint[]> {
  if (records === 0) return [];
  const at = hillCurve(counts);
  const points: HillPoint[] = [];
  for (const size of curveSizes(records, curveSteps)) {
    points.push(at(size));
    // Other requests come between two points.
    await setImmediate();
  }
  return points;
}

function accumulationOf(incidences: readonly number[], units: number): { units: number; species: number }[] {
  return curveSizes(units, accumulationSteps)
    .filter((size) => size <= units)
    .map((size) => ({ units: size, species: accumulatedSpecies(incidences, units, size) }));
}
