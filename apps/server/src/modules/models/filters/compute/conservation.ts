import type { FilterStep } from '@kianda/contract/models/filters/filters.contract';
import { formatCount } from '@kianda/format';
import { cellAreaSquareMeters } from '@kianda/science/planning/cell-regions';
import {
  evaluateSet,
  type MinimumSetProblem,
  type PlanningFeature,
  rarityWeighted,
  reachableTargets,
} from '@kianda/science/planning/minimum-set';
import type { ScoredGrid } from '../../models/index.ts';
import { mostUnits, runSolver } from '../solver/run-solver.ts';
import type { Solved } from '../solver/solver.types.ts';
import {
  askedCells,
  cellAt,
  cellsInAreas,
  countOf,
  decimal,
  latticeOf,
  percentText,
  valuesWithin,
  whole,
} from './cells.rules.ts';
import { type Computing, ImpossibleRule, type Outcome } from './compute.types.ts';
import { recordedCells } from './presences.rules.ts';
import { thresholdOf } from './threshold.rules.ts';

/** Half of it for the set, at most; the rest tells what its units are worth. */
const solverSeconds = 20;
/** Species that count, those recorded in most units, and the units that one must be recorded in. */
const [mostSpecies, leastUnits] = [20, 3];
const yearMs = 365 * 86_400_000;

/** The cheapest set of planning units that holds a share of every natural value, existing protected areas among them. */
export async function conservationPriority(computing: Computing): Promise<Outcome> {
  const { rule, stores, signal, progress } = computing;
  const options = { cellDegrees: rule.cellDegrees, version: rule.modelVersion ?? undefined };
  const scored = await stores.scoreGrid('habitat_suitability', options, signal);
  const lattice = latticeOf(scored);
  const asked = askedCells(lattice, rule.bbox);
  const suitability = valuesWithin(scored.value, asked);
  // Places that are poorer than the threshold count nothing: a target is not to be met by mediocre sea.
  const { threshold, step } = thresholdOf(rule.threshold, suitability, null);
  const units = [...asked.keys()].filter((cell) => asked[cell] === 1);
  await progress(0.3, 'A juntar valores e custos');
  const { features, told } = await featuresOf(computing, { scored, units, threshold, suitability, asked });
  if (features.length === 0) throw new ImpossibleRule('Não há valores naturais com dados guardados na área pedida.');
  const { costs, costNote } = await costsOf(computing, scored, units);
  const inside = cellsInAreas(
    lattice,
    (await stores.protectedAreas()).map(({ geometry }) => geometry),
  );
  const problem = reachableTargets({
    ...{ costs, features, lockedOut: new Uint8Array(units.length) },
    lockedIn: Uint8Array.from(units, (cell) => inside[cell] ?? 0),
  });
  await progress(0.5, 'A procurar o conjunto mais barato');
  const solved = await runSolver(problem, solverSeconds, signal);
  const rarity = rarityWeighted(problem);
  const most = rarity.reduce((greatest, one) => Math.max(greatest, one), 0);
  const value = new Float32Array(asked.length).fill(Number.NaN);
  const chosen = new Uint8Array(asked.length);
  units.forEach((cell, unit) => {
    if (Number.isFinite(suitability[cell])) value[cell] = most > 0 ? (rarity[unit] ?? 0) / most : 0;
    chosen[cell] = solved.chosen[unit] ?? 0;
  });
  const replacement = new Map(solved.replacement.map(({ unit, cost }) => [units[unit] ?? -1, cost]));
  return {
    ...{ scored, lattice, asked, value, chosen, threshold, unit: null },
    valueName: 'Irrecuperabilidade',
    method:
      solved.method === 'exact'
        ? 'Conjunto mínimo com metas, exato (HiGHS, programação inteira); valor: irrecuperabilidade por raridade, 0 a 1.'
        : `Conjunto mínimo com metas, heurística gulosa (acima de ${whole(mostUnits)} unidades, ou sem tempo); valor: irrecuperabilidade por raridade, 0 a 1.`,
    steps: [step, ...setSteps(problem, solved, { share: rule.targetShare, costNote, told })],
    notes: [],
    noteOf: (cell) => replacementWords(replacement, inside[cell] === 1, cell),
  };
}

function replacementWords(
  known: ReadonlyMap<number, number | null>,
  isProtected: boolean,
  cell: number,
): string | null {
  if (isProtected) return 'Já protegida: entra sempre no conjunto.';
  const cost = known.get(cell);
  if (cost === undefined) return null;
  return cost === null
    ? 'Insubstituível: sem ela não se cumprem as metas.'
    : `Custo de a substituir: ${whole(cost)} km²`;
}

type Units = {
  readonly scored: ScoredGrid;
  readonly units: readonly number[];
  readonly threshold: number;
  readonly suitability: Float32Array;
  readonly asked: Uint8Array;
};

/** Natural values by unit: suited sea, rich sea where that model is in use, and the species recorded in most units. */
async function featuresOf(
  { rule, stores, signal }: Computing,
  { scored, units, threshold, suitability, asked }: Units,
) {
  const lattice = latticeOf(scored);
  const areaOf = (cell: number) => cellAreaSquareMeters(lattice, cell) / 1e6;
  const feature = (name: string, amounts: Float64Array): PlanningFeature => ({
    ...{ name, amounts, target: rule.targetShare * amounts.reduce((sum, one) => sum + one, 0) },
  });
  const found = [
    feature(
      'Mar adequado',
      Float64Array.from(units, (cell) => {
        const value = suitability[cell] ?? Number.NaN;
        return value >= threshold ? value * areaOf(cell) : 0;
      }),
    ),
  ];
  if ((await stores.inUse('biodiversity_predictor')) !== null) {
    const rich = await stores.scoreGrid('biodiversity_predictor', { cellDegrees: rule.cellDegrees }, signal);
    found.push(
      feature(
        'Riqueza prevista',
        Float64Array.from(units, (cell) => positive(rich.value[cell]) * areaOf(cell)),
      ),
    );
  }
  const occurrences = await stores.occurrences();
  const recorded = [...recordedCells(occurrences, lattice, asked)]
    .map(([species, mask]) => ({ species, mask, count: countOf(mask) }))
    .filter(({ count }) => count >= leastUnits)
    .sort((a, b) => b.count - a.count || a.species - b.species)
    .slice(0, mostSpecies);
  for (const { species, mask } of recorded) {
    found.push(
      feature(
        occurrences.names[species] ?? '',
        Float64Array.from(units, (cell) => mask[cell] ?? 0),
      ),
    );
  }
  const features = found.filter(({ target }) => target > 0);
  return { features, told: features.map(({ name }) => name).join(', ') };
}

const positive = (value: number | undefined) => (value !== undefined && value > 0 ? value : 0);

/** Cost of a unit: its area, raised where more is fished than on average. */
async function costsOf({ stores, now }: Computing, scored: ScoredGrid, units: readonly number[]) {
  const lattice = latticeOf(scored);
  const counts = new Float64Array(lattice.columns * lattice.rows);
  const places = await stores.fishingPlaces(new Date(now.getTime() - yearMs));
  for (const [lon, lat] of places) {
    const cell = cellAt(lattice, lon, lat);
    if (cell >= 0) counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const mean = units.reduce((sum, cell) => sum + (counts[cell] ?? 0), 0) / Math.max(1, units.length);
  const costs = Float64Array.from(units, (cell) => {
    const area = cellAreaSquareMeters(lattice, cell) / 1e6;
    return mean > 0 ? area * (1 + (counts[cell] ?? 0) / mean / 10) : area;
  });
  const costNote =
    mean > 0
      ? `área em km², mais um décimo por cada vez a pesca média (${whole(places.length)} eventos num ano)`
      : 'área em km²: não há eventos de pesca guardados que a encareçam';
  return { costs, costNote };
}

function setSteps(
  problem: MinimumSetProblem,
  solved: Solved,
  { share, costNote, told }: { readonly share: number; readonly costNote: string; readonly told: string },
): FilterStep[] {
  const { held } = evaluateSet(problem, solved.chosen);
  const met = problem.features.filter(({ target }, place) => (held[place] ?? 0) >= target * (1 - 1e-9)).length;
  const chosen = countOf(solved.chosen);
  return [
    { label: 'Valores naturais', value: whole(problem.features.length), note: told },
    { label: 'Meta', value: percentText(share), note: 'de cada valor' },
    { label: 'Metas cumpridas', value: `${whole(met)} de ${whole(problem.features.length)}`, note: null },
    {
      label: 'Unidades',
      value: `${whole(chosen)} de ${whole(problem.costs.length)}`,
      note: `${whole(countOf(problem.lockedIn))} já protegidas`,
    },
    { label: 'Custo', value: whole(solved.cost), note: costNote },
    {
      label: 'Distância ao ótimo',
      value: solved.gap === null ? '—' : `${decimal(solved.gap * 100)} %`,
      note: solved.gap === null ? 'a heurística não dá um limite' : 'o custo não está mais do que isto acima do mínimo',
    },
    {
      label: 'Custo de substituição',
      value: formatCount(solved.replacement.length, 'unidade', 'unidades'),
      note: 'quanto mais caro fica o melhor conjunto sem a unidade; as outras, só por raridade',
    },
  ];
}
