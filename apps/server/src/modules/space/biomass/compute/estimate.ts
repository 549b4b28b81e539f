import { gridPosition, sampleBilinear } from '@kianda/geo';
import { estimateSea } from '@kianda/science/biomass/sea-biomass';
import { type DaySums, sumDay, type ZoneDay } from '@kianda/science/biomass/sea-days';
import { partOf, report, type Watch } from '@kianda/science/models/shared/watch';
import type { MonthAnswer, Period, SeaAnswer, SeaTask, ZoneAnswer } from './compute.types.ts';
import { estimateLandTask } from './land.ts';
import { cellsOf, type ZeeCells, zeeCells } from './sea-cells.ts';

type Summed = {
  readonly atMs: number;
  readonly zones: readonly ZoneDay[];
  /** Mean chlorophyll of the ZEE's cells that were seen, mg m⁻³; NaN where none was. */
  readonly chlorophyll: number;
};

/** Adds up every day, then draws: zones over the window, the whole ZEE over each month. Pure; the thread runs it. */
export function estimateTask(task: SeaTask, watch: Watch): SeaAnswer {
  const sea = zeeCells(task);
  const zones = task.zones.map((zone) => cellsOf(zone, sea.positions));
  const map = mapOf(task, sea);
  const days = sumDays(task, sea, { zones, map, watch: partOf(watch, 0, 0.8) });
  const within = ({ fromMs, toMs }: Period) => days.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const windowDays = within(task.window);
  const options = { draws: task.draws, seed: task.seed };
  const drawing = partOf(watch, 0.8, 1);
  const zoneAnswers = zones.map((cells, place): ZoneAnswer => {
    report(drawing, place / zones.length);
    const areaSquareMeters = sumOf(cells, (cell) => sea.cells.area[cell] ?? 0);
    const seen = sumOf(cells, (cell) => ((map.times[cell] ?? 0) > 0 ? (sea.cells.area[cell] ?? 0) : 0));
    const ofZone = windowDays.flatMap(({ zones: all }) => all[place] ?? []);
    return {
      ...{ areaSquareMeters, coverage: areaSquareMeters === 0 ? 0 : Math.min(1, seen / areaSquareMeters) },
      estimate: areaSquareMeters === 0 ? null : estimateSea(ofZone, areaSquareMeters, task.parameters, options),
    };
  });
  const zeeArea = zoneAnswers[0]?.areaSquareMeters ?? 0;
  return {
    zones: zoneAnswers,
    months: task.months.map((month) => monthAnswer(month, within(month), zeeArea, task)),
    land: task.land === null ? null : estimateLandTask(task.land, task),
    windowDays: windowDays.filter(({ zones: all }) => (all[0]?.producingArea ?? 0) > 0).length,
    ...map.layers(),
  };
}

function monthAnswer(month: Period, days: readonly Summed[], zeeArea: number, task: SeaTask): MonthAnswer {
  const known = days.map(({ chlorophyll }) => chlorophyll).filter(Number.isFinite);
  const options = { draws: task.draws, seed: task.seed };
  return {
    ...{ name: month.name, days: known.length },
    estimate: estimateSea(
      days.flatMap(({ zones }) => zones[0] ?? []),
      zeeArea,
      task.parameters,
      options,
    ),
    chlorophyll: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length,
  };
}

type Parts = { readonly zones: readonly Uint32Array[]; readonly map: SeaMap; readonly watch: Watch };

function sumDays(task: SeaTask, sea: ZeeCells, { zones, map, watch }: Parts): readonly Summed[] {
  const { window, sunshineShare } = task;
  return task.days.map(({ atMs, chlorophyll, sst }, index) => {
    report(watch, index / task.days.length);
    const taken = Float32Array.from(sea.places, (place) => chlorophyll[place] ?? Number.NaN);
    const celsius = sst === null ? taken.map(() => Number.NaN) : temperaturesOf(task, sst, sea);
    const day = { dayOfYear: dayOfYear(atMs), chlorophyll: taken, sstCelsius: celsius };
    const sums = sumDay(sea.cells, day, zones, sunshineShare);
    if (atMs >= window.fromMs && atMs < window.toMs) map.add(sums);
    return { atMs, zones: sums.zones, chlorophyll: weightedMean(taken, sea.cells.area) };
  });
}

const temperaturesOf = ({ sstGrid, grid }: SeaTask, sst: Float32Array, { places }: ZeeCells): Float32Array =>
  Float32Array.from(places, (place) =>
    sampleBilinear(sstGrid, sst, gridPosition(grid, place % grid.columns, Math.floor(place / grid.columns))),
  );

type SeaMap = ReturnType<typeof mapOf>;

/** Sums of the window's days, cell by cell. */
function mapOf({ grid }: SeaTask, { places }: ZeeCells) {
  const [stock, production] = [new Float64Array(places.length), new Float64Array(places.length)];
  const [times, producing] = [new Uint16Array(places.length), new Uint16Array(places.length)];
  return {
    /** Times that each cell was seen with what production needs. */
    times: producing,
    add(sums: DaySums): void {
      for (let cell = 0; cell < places.length; cell += 1) {
        const [held, made] = [sums.stock[cell] ?? Number.NaN, sums.production[cell] ?? Number.NaN];
        if (!Number.isNaN(held)) {
          stock[cell] = (stock[cell] ?? 0) + held;
          times[cell] = (times[cell] ?? 0) + 1;
        }
        if (!Number.isNaN(made)) {
          production[cell] = (production[cell] ?? 0) + made;
          producing[cell] = (producing[cell] ?? 0) + 1;
        }
      }
    },
    layers() {
      const spread = (value: (cell: number) => number) => {
        const layer = new Float32Array(grid.columns * grid.rows).fill(Number.NaN);
        places.forEach((place, cell) => {
          layer[place] = value(cell);
        });
        return layer;
      };
      return {
        stock: spread((cell) => (stock[cell] ?? 0) / (times[cell] ?? 0)),
        production: spread((cell) => (production[cell] ?? 0) / (producing[cell] ?? 0)),
        seen: spread((cell) => producing[cell] ?? 0),
      };
    },
  };
}

function weightedMean(values: Float32Array, area: Float64Array): number {
  let [sum, weights] = [0, 0];
  values.forEach((value, cell) => {
    if (!(value > 0)) return;
    sum += value * (area[cell] ?? 0);
    weights += area[cell] ?? 0;
  });
  return sum / weights;
}

function sumOf(cells: Uint32Array, value: (cell: number) => number): number {
  let sum = 0;
  for (const cell of cells) sum += value(cell);
  return sum;
}

/** Day 1–366 of the year. */
function dayOfYear(atMs: number): number {
  return Math.floor((atMs - Date.UTC(new Date(atMs).getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}
