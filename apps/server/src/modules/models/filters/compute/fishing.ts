import { formatCount } from '@kianda/format';
import type { FishingLimits } from '../../../fleet/surveillance/index.ts';
import type { ScoredGrid } from '../../models/index.ts';
import { askedCells, cellsInAreas, countOf, latticeOf, valuesWithin, whole } from './cells.rules.ts';
import { type Computing, ImpossibleRule, type Outcome } from './compute.types.ts';
import { namesAskedFor } from './species.rules.ts';
import { cellsFrom, thresholdOf } from './threshold.rules.ts';

/** Cells with the highest catch per day expected of the species asked for, outside of what is closed to fishing. */
export async function fishingZones(computing: Computing): Promise<Outcome> {
  const { rule, stores, now, progress } = computing;
  const day = dayOf(rule.month, now);
  const limits = await stores.fishingLimits(day);
  const species = await openSpecies(computing, limits);
  const gear = gearOf(limits, await stores.categories('abundance_estimator', rule.modelVersion, 'gear'));
  const grids = await scoreEach(computing, species.open, gear);
  await progress(0.8, 'A retirar o que está fechado à pesca');
  const [scored] = grids;
  if (scored === undefined) throw new ImpossibleRule(closedWords(species.closed));
  const lattice = latticeOf(scored);
  const within = askedCells(lattice, rule.bbox);
  const protectedAreas = await stores.protectedAreas();
  const inSeason = limits.seasons.flatMap(({ area, species: closed }) =>
    area !== null && closed.some((name) => species.open.includes(name)) ? [area] : [],
  );
  const closed = [...protectedAreas, ...limits.closedAreas, ...inSeason];
  const forbidden = cellsInAreas(
    lattice,
    closed.map(({ geometry }) => geometry),
  );
  const licensed =
    limits.licensedAreas === null
      ? null
      : cellsInAreas(
          lattice,
          limits.licensedAreas.map(({ geometry }) => geometry),
        );
  const asked = within.map((one, cell) => Number(one === 1 && forbidden[cell] !== 1 && licensed?.[cell] !== 0));
  const value = valuesWithin(meanOf(grids), asked);
  const { threshold, step } = thresholdOf(rule.threshold, value, null);
  const chosen = cellsFrom(value, threshold);
  return {
    ...{ scored, lattice, asked, value, chosen, threshold, unit: scored.unit },
    valueName: 'Captura por dia de esforço',
    method: 'Captura por dia de esforço prevista, em média das espécies abertas à pesca, fora das zonas fechadas.',
    steps: [
      { label: 'Espécies', value: species.open.join(', '), note: `abertas à pesca em ${day}` },
      {
        label: 'Licenças em vigor',
        value: whole(limits.licences),
        note:
          gear === null
            ? 'nenhuma com uma arte que o modelo conheça: a arte fica em aberto'
            : `a arte mais licenciada: ${gear}`,
      },
      {
        label: 'Células fechadas à pesca',
        value: whole(countOf(forbidden.map((one, cell) => Number(one === 1 && within[cell] === 1)))),
        note: closedNote({ ...limits, protectedAreas, inSeason }),
      },
      ...(limits.licensedAreas === null
        ? []
        : [
            {
              label: 'Áreas licenciadas',
              value: limits.licensedAreas.map(({ name }) => name).join(', '),
              note: 'todas as licenças em vigor nomeiam áreas',
            },
          ]),
      step,
      { label: 'Células propostas', value: whole(countOf(chosen)), note: null },
    ],
    notes: [
      ...(species.closed.length === 0 ? [] : [closedWords(species.closed)]),
      ...(scored.without.length === 0
        ? []
        : [`O modelo fez sem ${scored.without.join(', ')}: a previsão é para a frota em geral.`]),
    ],
  };
}

function closedNote(
  of: Pick<FishingLimits, 'closedAreas'> & Readonly<Record<'protectedAreas' | 'inSeason', readonly unknown[]>>,
) {
  return [
    formatCount(of.protectedAreas.length, 'área protegida', 'áreas protegidas'),
    formatCount(of.closedAreas.length, 'área vigiada que proíbe a pesca', 'áreas vigiadas que proíbem a pesca'),
    formatCount(of.inSeason.length, 'área em veda', 'áreas em veda'),
  ].join(', ');
}

/** The day of the run, or the middle of the month asked for, of the same year. */
function dayOf(month: number | null, now: Date): string {
  if (month === null) return now.toISOString().slice(0, 10);
  return `${now.getUTCFullYear()}-${String(month).padStart(2, '0')}-15`;
}

async function openSpecies({ rule, stores }: Computing, { seasons }: FishingLimits) {
  const known = await stores.categories('abundance_estimator', rule.modelVersion, 'species');
  const names = rule.species.length === 0 ? known.slice(0, 1) : namesAskedFor(rule.species, known);
  if (names.length === 0) {
    throw new ImpossibleRule(
      `O modelo não conhece nenhuma das espécies pedidas (${rule.species.join(', ')}). Conhece ${known.slice(0, 12).join(', ')}.`,
    );
  }
  const closing = (name: string) => seasons.find(({ species, area }) => area === null && species.includes(name));
  return {
    open: names.filter((name) => closing(name) === undefined),
    closed: names.flatMap((name) => {
      const season = closing(name);
      return season === undefined ? [] : [{ name, season: season.name }];
    }),
  };
}

const closedWords = (closed: readonly { readonly name: string; readonly season: string }[]) =>
  `Em veda: ${closed.map(({ name, season }) => `${name} (${season})`).join('; ')}.`;

/** The gear with most licences that the model knows; null where there is none. */
function gearOf({ gears }: FishingLimits, known: readonly string[]): string | null {
  return gears.find(({ gear }) => known.includes(gear))?.gear ?? null;
}

async function scoreEach(
  { rule, stores, signal, progress }: Computing,
  species: readonly string[],
  gear: string | null,
) {
  const { cellDegrees, modelVersion, month } = rule;
  const grids: ScoredGrid[] = [];
  for (const name of species) {
    await progress(0.1 + (0.6 * grids.length) / species.length, `A prever ${name}`);
    const inputs = gear === null ? { species: name } : { species: name, gear };
    const options = { cellDegrees, version: modelVersion ?? undefined, month: month ?? undefined, inputs };
    grids.push(await stores.scoreGrid('abundance_estimator', options, signal));
  }
  return grids;
}

const meanOf = (grids: readonly ScoredGrid[]): Float32Array =>
  Float32Array.from(
    grids[0]?.value ?? [],
    (_, cell) => grids.reduce((sum, { value }) => sum + (value[cell] ?? Number.NaN), 0) / grids.length,
  );
