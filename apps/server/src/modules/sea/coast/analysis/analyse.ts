import type { CoastTransect, CoastTypeId, CoastVulnerability } from '@kianda/contract/sea/coast/coast.contract';
import type { Position } from '@kianda/geo';
import { report, type Watch } from '@kianda/science/models/shared/watch';
import { joinedNorthward } from '@kianda/science/spatial/coast/join-lines';
import { erosionClass, type ShorelineChange, shorelineChange } from '@kianda/science/spatial/coast/shoreline-change';
import { castTransects, type Transect } from '@kianda/science/spatial/coast/transects';
import { coastalVulnerability } from '@kianda/science/spatial/coast/vulnerability';
import { createLineIndex, metersBetween } from '@kianda/science/spatial/limits/line-index';
import type { AnalysisAnswer, AnalysisTask, SeaFigure } from './analysis.types.ts';

/** Metres of a transect on either side, and of baseline that it is square to. */
const reach = 2_000;
const smoothing = 500;
/** Metres of coast that one index of vulnerability is of: with a survey, and without. */
const sectorMeters = 5_000;
const coarseSectorMeters = 25_000;
/** Figures of the sea further away than this say nothing of a place; levels of the sea are regional. */
const near = { slope: 15_000, waves: 150_000, tides: 400_000 } as const;

type Line = readonly Position[];

/** Shoreline change and vulnerability of one region. */
export function analyseCoast(task: AnalysisTask, watch: Watch = {}): AnalysisAnswer {
  const coastlineKm = task.coast.reduce((sum, line) => sum + lengthOf(line), 0) / 1000;
  const { survey } = task;
  if (survey === null) {
    const places = placesAlong(task.coast, coarseSectorMeters);
    return { coastlineKm, transects: [], typeKm: [], vulnerability: sectorsOf(task, places, coarseSectorMeters) };
  }
  const transects: Placed[] = [];
  const oldest = survey.shorelines.toSorted((a, b) => a.year - b.year)[0];
  const baselines = joinedNorthward(oldest?.lines ?? []);
  baselines.forEach((baseline, place) => {
    report(watch, place / baselines.length);
    for (const transect of castTransects(baseline, survey.shorelines, { spacing: task.spacing, reach, smoothing }))
      if (transect.origin[1] >= task.south && transect.origin[1] <= task.north)
        transects.push({ ...transect, change: shorelineChange(transect.positions) });
  });
  transects.sort((a, b) => a.origin[1] - b.origin[1]);
  return {
    ...{ coastlineKm, transects: transects.map(viewOf), typeKm: typeLengths(task, survey.typed) },
    vulnerability: sectorsOf(task, transects, sectorMeters),
  };
}

type Placed = Transect & { readonly change: ShorelineChange | null };

/** Places along a coast without surveys. */
function placesAlong(coast: readonly Line[], spacing: number): readonly Placed[] {
  return joinedNorthward(coast)
    .flatMap((line) => castTransects(line, [], { spacing, reach, smoothing: spacing }))
    .map((transect) => ({ ...transect, change: null }))
    .toSorted((a, b) => a.origin[1] - b.origin[1]);
}

function viewOf({ along, landward, seaward, origin, positions, change }: Placed, place: number): CoastTransect {
  const rate = change === null ? null : change.dates > 2 ? change.lrr.rate : change.epr;
  return {
    ...{ id: place + 1, along: Math.round(along), class: rate === null ? null : erosionClass(rate) },
    ...{ landward: rounded(landward), seaward: rounded(seaward), origin: rounded(origin) },
    positions: positions.map((position) => ({ ...position })),
    change: change === null ? null : { ...change, lrr: { ...change.lrr }, wlr: { ...change.wlr } },
  };
}

const rounded = ([lon, lat]: Position): [number, number] => [Number(lon.toFixed(6)), Number(lat.toFixed(6))];

function typeLengths({ south, north }: AnalysisTask, typed: NonNullable<AnalysisTask['survey']>['typed']) {
  const meters = new Map<CoastTypeId, number>();
  for (const { type, lines } of typed) {
    const inside = lines.reduce(
      (sum, line) => sum + lengthOf(line.filter(([, lat]) => lat >= south && lat <= north)),
      0,
    );
    if (inside > 0) meters.set(type, (meters.get(type) ?? 0) + inside);
  }
  return [...meters].map(([type, length]) => ({ type, km: length / 1000 }));
}

/** Vulnerability of stretches of coast, each from the transects in it. */
function sectorsOf(task: AnalysisTask, transects: readonly Placed[], meters: number): CoastVulnerability[] {
  const typed = task.survey?.typed ?? [];
  const types = typed.flatMap(({ type, lines }) => lines.map(() => type));
  const nearestType = types.length === 0 ? null : createLineIndex(typed.flatMap(({ lines }) => lines));
  const step = task.survey === null ? coarseSectorMeters : task.spacing;
  const size = Math.max(1, Math.round(meters / step));
  return Array.from({ length: Math.ceil(transects.length / size) }, (_, sector) => {
    const members = transects.slice(sector * size, (sector + 1) * size);
    const middle = members[members.length >> 1]?.origin ?? [0, 0];
    const rates = members.flatMap(({ change }) =>
      change === null ? [] : [change.dates > 2 ? change.lrr.rate : change.epr],
    );
    const type = nearestType === null ? null : (types[nearestType(middle).line] ?? null);
    const values = {
      shorelineChange: rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
      slope: medianNear(task.slopes, middle, near.slope),
      seaLevel: closest(task.seaLevels, middle, near.tides),
      waveHeight: closest(task.waves, middle, near.waves),
      tideRange: closest(task.tides, middle, near.tides),
    };
    const { ranks, index, used } = coastalVulnerability({ geomorphology: type, ...values });
    const [fromKm, toKm] = [
      (sector * size * step) / 1000,
      (Math.min(transects.length, (sector + 1) * size) * step) / 1000,
    ];
    return {
      ...{ id: sector + 1, fromKm, toKm, lon: middle[0], lat: middle[1], geomorphology: type },
      ...{ values, ranks, index, used },
    };
  });
}

function within(figures: readonly SeaFigure[], at: Position, meters: number) {
  return figures
    .map(({ lon, lat, value }) => ({ value, meters: metersBetween(at, [lon, lat]) }))
    .filter((figure) => figure.meters <= meters);
}

function closest(figures: readonly SeaFigure[], at: Position, meters: number): number | null {
  return within(figures, at, meters).toSorted((a, b) => a.meters - b.meters)[0]?.value ?? null;
}

function medianNear(figures: readonly SeaFigure[], at: Position, meters: number): number | null {
  const values = within(figures, at, meters)
    .map(({ value }) => value)
    .toSorted((a, b) => a - b);
  return values[values.length >> 1] ?? null;
}

function lengthOf(line: Line): number {
  return line.slice(1).reduce((sum, at, place) => sum + metersBetween(line[place] ?? at, at), 0);
}
