import type { BiomassInput } from '@kianda/contract/space/biomass/biomass.schemas';
import { dayMs, startOfUtcDay } from '@kianda/geo';
import { anchoredLand } from '@kianda/science/biomass/land-biomass';
import type { YearlyCatch } from '../../../sea/fisheries/index.ts';
import { fieldSources, type StoredDays } from '../../../sea/ocean/index.ts';
import type { BiomassContext } from '../biomass.context.ts';
import { parametersFor } from './catches.ts';
import type { LandTask, Period, SeaTask } from './compute.types.ts';
import { methodVersion } from './result.ts';
import { zonesOf } from './zones.ts';

/** Draws of a run: nine in ten of them lie within bounds that another seed moves by less than two per cent. */
const draws = 4_000;
/** Share of the possible hours of sun, for light that is not measured; as the platform's product of production has it. */
const sunshineShare = 0.5;
/** Months of the series, this one among them. */
const shownMonths = 3;
/** Vegetation is read so far back from the first month of the series: a year, and the sixteen days that a composite spans. */
const vegetationDays = 366 + 16;
/** Runs of ingestion that are named; more are counted. */
const mostRunIds = 20;

/** A calculation that can't be made, with the reason for people. */
export class ImpossibleBiomass extends Error {}

export type Gathered = {
  readonly task: SeaTask;
  readonly inputs: readonly BiomassInput[];
  readonly catchOfYear: YearlyCatch | null;
  readonly noCatch: string;
  /** Why there is no vegetation, where there is none. */
  readonly noVegetation: string;
};

/** Reads what a run over the last `days` is made of. Throws ImpossibleBiomass where the fields are not there. */
export async function gather(context: BiomassContext, days: number, now: Date): Promise<Gathered> {
  const { stores } = context;
  const endMs = startOfUtcDay(now.getTime()) + dayMs;
  const window: Period = { name: 'janela', fromMs: endMs - days * dayMs, toMs: endMs };
  const months = monthsUntil(now);
  const from = new Date(Math.min(window.fromMs, ...months.map(({ fromMs }) => fromMs)));
  const chlorophyll = await stores.daysOf('chlorophyll', from, now);
  const sst = await stores.daysOf('analysedSst', new Date(from.getTime() - dayMs), now);
  if (chlorophyll === null || sst === null)
    throw new ImpossibleBiomass(await lackingWords(context, chlorophyll === null));
  const vegetation = await stores.daysOf('ndvi', new Date(from.getTime() - vegetationDays * dayMs), now);
  const [seabed, areas, catchOfYear] = await Promise.all([
    stores.seabed(),
    stores.protectedAreas(),
    stores.newestCatch(),
  ]);
  return {
    task: {
      ...{ grid: chlorophyll.grid, sstGrid: sst.grid, window, months, zones: zonesOf(areas) },
      seabed: seabed === null ? null : { grid: seabed.grid, values: seabed.mean },
      days: await readDays(chlorophyll, sst),
      ...{ parameters: parametersFor(catchOfYear), sunshineShare, draws, seed: `biomassa ${methodVersion}` },
      land: vegetation === null ? null : await landOf(vegetation),
    },
    inputs: [
      ...[inputOf('Clorofila-a', chlorophyll), inputOf('Temperatura da superfície', sst)],
      ...(vegetation === null ? [] : [inputOf('Vegetação (NDVI)', vegetation)]),
    ],
    ...{ catchOfYear, noCatch: await noCatch(context), noVegetation: await noVegetation(context) },
  };
}

function lackingWords({ absenceOf }: BiomassContext, isChlorophyll: boolean): Promise<string> {
  return isChlorophyll
    ? absenceOf({ subject: 'Sem campos de clorofila', sources: [fieldSources.chlorophyll] })
    : absenceOf({ subject: 'Sem campos de temperatura da superfície', sources: [fieldSources.analysedSst] });
}

const noCatch = ({ absenceOf }: BiomassContext): Promise<string> =>
  absenceOf({
    subject: 'Sem série de capturas',
    sources: [{ connectorId: 'fisheries-area47', streamId: 'landings' }],
  });

const noVegetation = ({ absenceOf }: BiomassContext): Promise<string> =>
  absenceOf({ subject: 'Sem campos de vegetação (NDVI)', sources: [fieldSources.ndvi] });

async function landOf({ grid, days }: StoredDays): Promise<LandTask> {
  const composites = await Promise.all(
    days.map(async ({ at, read }) => ({ atMs: at.getTime(), values: await read() })),
  );
  return {
    ...{ grid, parameters: anchoredLand },
    composites: composites.flatMap(({ atMs, values }) => (values === null ? [] : [{ atMs, values }])),
  };
}

/** Fields of chlorophyll, each with the temperature of its day, or else of the day before or after. */
async function readDays(chlorophyll: StoredDays, sst: StoredDays): Promise<SeaTask['days']> {
  const temperatures = new Map(sst.days.map(({ at, read }) => [startOfUtcDay(at.getTime()), read]));
  const read: SeaTask['days'][number][] = [];
  for (const { at, read: readChlorophyll } of chlorophyll.days) {
    const values = await readChlorophyll();
    if (values === null) continue;
    const day = startOfUtcDay(at.getTime());
    const readSst = temperatures.get(day) ?? temperatures.get(day - dayMs) ?? temperatures.get(day + dayMs);
    read.push({ atMs: at.getTime(), chlorophyll: values, sst: readSst === undefined ? null : await readSst() });
  }
  return read;
}

/** The months up to the one of an instant, the oldest first. */
function monthsUntil(now: Date): readonly Period[] {
  return Array.from({ length: shownMonths }, (_, place) => {
    const month = now.getUTCMonth() - (shownMonths - 1 - place);
    const fromMs = Date.UTC(now.getUTCFullYear(), month, 1);
    const toMs = Date.UTC(now.getUTCFullYear(), month + 1, 1);
    return { name: new Date(fromMs).toISOString().slice(0, 7), fromMs, toMs };
  });
}

function inputOf(label: string, stored: StoredDays): BiomassInput {
  const [first, last] = [stored.days[0]?.at ?? new Date(0), stored.days.at(-1)?.at ?? new Date(0)];
  return {
    ...{ label, provider: stored.provider, connectorId: stored.connectorId, streamId: stored.streamId },
    ...{ fields: stored.days.length, from: first.toISOString(), to: last.toISOString() },
    ...{ runIds: stored.runIds.slice(0, mostRunIds), retrievedAt: stored.retrievedAt.toISOString() },
    simulatedSeed: stored.simulatedSeed,
  };
}
