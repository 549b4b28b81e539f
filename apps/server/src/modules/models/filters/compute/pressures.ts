import type { RiskFactor } from '@kianda/contract/models/filters/filter-types';
import { distanceMeters, offshoreInstallations, type Position, ports } from '@kianda/geo';
import { type CellLattice, cellCentre } from '@kianda/science/planning/cell-regions';
import { type RiskCriterion, ratingByRank } from '@kianda/science/planning/habitat-risk';
import type { DailyFields } from '../../../sea/ocean/index.ts';
import { cellAt, decimal, whole } from './cells.rules.ts';
import type { Computing } from './compute.types.ts';

export type Pressure = {
  readonly factor: RiskFactor;
  /** Criteria of the exposure of a cell. */
  exposureOf(cell: number): readonly RiskCriterion[];
  readonly told: { readonly value: string; readonly note: string };
};
type Cells = { readonly lattice: CellLattice; readonly asked: Uint8Array };

const dayMs = 86_400_000;
const yearDays = 365;
/** Near, middling and far from a source of pollution, metres. */
const nearness = [10_000, 50_000, 100_000] as const;
/** A tendency needs whole years at both ends: between two seasons it would be that of the season. */
const leastTrendDays = 2 * yearDays;

/** The pressure on the cells asked for; null where nothing of it is stored. */
export function pressureOf(factor: RiskFactor, computing: Computing, cells: Cells): Promise<Pressure | null> {
  if (factor === 'pollution') return pollution(computing, cells);
  return factor === 'overfishing' ? fishing(computing, cells) : warming(computing, cells);
}

async function pollution({ stores, now }: Computing, { lattice }: Cells): Promise<Pressure | null> {
  const structures = await stores.structures(now);
  const installations = offshoreInstallations.map(({ position }) => position);
  const harbours = ports.map(({ position }) => position);
  const ratingNear = (places: readonly Position[], cell: number) => {
    const centre = cellCentre(lattice, cell);
    const least = places.reduce(
      (near, place) => Math.min(near, distanceMeters(centre, place)),
      Number.POSITIVE_INFINITY,
    );
    const rank = nearness.findIndex((meters) => least <= meters);
    return rank < 0 ? 0 : 3 - rank;
  };
  return {
    factor: 'pollution',
    exposureOf: (cell) => [
      { rating: ratingNear([...installations, ...structures], cell), quality: 2, weight: 1 },
      { rating: ratingNear(harbours, cell), quality: 2, weight: 2 },
    ],
    told: {
      value: `${whole(structures.length + installations.length)} estruturas, ${whole(harbours.length)} portos`,
      note: 'nota 3 até 10 km, 2 até 50 km, 1 até 100 km; qualidade 2; pesos 1 e 2. É proximidade, não concentração medida.',
    },
  };
}

async function fishing({ stores, now }: Computing, { lattice }: Cells): Promise<Pressure | null> {
  const places = await stores.fishingPlaces(new Date(now.getTime() - yearDays * dayMs));
  if (places.length === 0) return null;
  const counts = new Float64Array(lattice.columns * lattice.rows);
  for (const [lon, lat] of places) {
    const cell = cellAt(lattice, lon, lat);
    if (cell >= 0) counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const sorted = counts.filter((count) => count > 0).sort();
  return {
    factor: 'overfishing',
    exposureOf: (cell) => [{ rating: ratingByRank(sorted, counts[cell] ?? 0), quality: 1, weight: 1 }],
    told: {
      value: `${whole(places.length)} eventos de pesca em ${whole(yearDays)} dias`,
      note: 'nota por terços das células com pesca; qualidade 1; peso 1',
    },
  };
}

async function warming({ stores }: Computing, { lattice }: Cells): Promise<Pressure | null> {
  const daily = await stores.dailyTemperature();
  const first = daily?.days[0]?.day.getTime() ?? 0;
  const span = ((daily?.days.at(-1)?.day.getTime() ?? 0) - first) / dayMs;
  if (daily === null || span < leastTrendDays) return null;
  const trend = trends(daily);
  const sorted = trend.filter((one) => one > 0).sort();
  const nearest = nearestCell(daily.cells);
  return {
    factor: 'climate_change',
    exposureOf: (cell) => [
      { rating: ratingByRank(sorted, trend[nearest(cellCentre(lattice, cell))] ?? Number.NaN), quality: 2, weight: 1 },
    ],
    told: {
      value: `aquecimento até ${decimal((sorted.at(-1) ?? 0) * 10, 1)} °C por década`,
      note: `último ano menos o primeiro, de ${whole(span)} dias; nota por terços das células que aquecem; qualidade 2; peso 1`,
    },
  };
}

/** Degrees a year at each cell: the mean of the last year less that of the first, over the time between them. */
export function trends({ cells, days }: DailyFields): Float64Array {
  const [first, last] = [days[0]?.day.getTime() ?? 0, days.at(-1)?.day.getTime() ?? 0];
  const early = days.filter(({ day }) => day.getTime() < first + yearDays * dayMs);
  const late = days.filter(({ day }) => day.getTime() > last - yearDays * dayMs);
  const years = (last - first) / dayMs / yearDays - 1;
  return Float64Array.from(cells, (_, cell) => (meanAt(late, cell) - meanAt(early, cell)) / years);
}

function meanAt(days: DailyFields['days'], cell: number): number {
  const values = days.map((one) => one.values[cell] ?? Number.NaN).filter(Number.isFinite);
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

function nearestCell(cells: readonly Position[]) {
  return ([lon, lat]: Position): number => {
    let [best, least] = [-1, 0.5];
    cells.forEach(([x, y], cell) => {
      const away = Math.hypot(x - lon, y - lat);
      if (away < least) [best, least] = [cell, away];
    });
    return best;
  };
}
