import { gridPosition, isAtSea } from '@kianda/geo';
import { decimalYear, shorelineChange } from '@kianda/science/spatial/coast/shoreline-change';
import type { SeaFigure, VariableOrigin } from './analysis/analysis.types.ts';
import type { CoastContext } from './coast.context.ts';
import { reasons } from './coast.texts.ts';

/** Kilometres from the coast within which the bottom's slope is that of the coast. */
const slopeKilometres = 15;
/** Years of levels from which on their trend is one: the tide of the nodes alone lasts 18.6 years. */
const fewestYears = 20;
const monthsPerYear = 12;
const millimetres = 1_000;

export type SeaFigures = {
  readonly slopes: readonly SeaFigure[];
  readonly waves: readonly SeaFigure[];
  readonly tides: readonly SeaFigure[];
  readonly seaLevels: readonly SeaFigure[];
  readonly origins: readonly VariableOrigin[];
  readonly isSimulated: boolean;
};

/** The platform's figures of the sea at the coast: slope, waves, tides and the trend of the level. */
export async function seaFigures(context: CoastContext): Promise<SeaFigures> {
  const { coastFigures, providerOf } = context;
  const [bottom, waves, tides, levels] = await Promise.all([
    slopesOf(context),
    coastFigures.waves(),
    coastFigures.tides(),
    trends(context),
  ]);
  const told = (rows: readonly { readonly connectorId: string; readonly count: number }[], unit: string) =>
    rows.length === 0
      ? null
      : `${providerOf(rows[0]?.connectorId ?? '')}: ${rows.length} pontos, ${rows.reduce((sum, { count }) => sum + count, 0)} ${unit}`;
  const origin = (id: VariableOrigin['id'], source: string | null, reason: string): VariableOrigin => ({
    ...{ id, source, reason: source === null ? reason : null },
  });
  return {
    ...{ slopes: bottom.slopes, waves, tides, seaLevels: levels.figures },
    origins: [
      origin('slope', bottom.source, reasons.slope),
      origin('seaLevel', levels.source, reasons.seaLevel(levels.years)),
      origin('waveHeight', told(waves, 'leituras'), reasons.waveHeight),
      origin('tideRange', told(tides, 'dias'), reasons.tideRange),
    ],
    isSimulated:
      bottom.isSimulated ||
      levels.isSimulated ||
      [...waves, ...tides].some(({ simulatedSeed }) => simulatedSeed !== null),
  };
}

/** Slope of the bottom from the coast to each cell near it: its depth over its distance. */
async function slopesOf({ climate }: CoastContext) {
  const [depth, distance] = await Promise.all([
    climate.climate('seabedDepth', []),
    climate.climate('coastDistance', []),
  ]);
  if (depth === null || distance === null) return { slopes: [], source: null, isSimulated: false };
  const slopes: SeaFigure[] = [];
  depth.mean.forEach((meters, cell) => {
    const kilometres = distance.mean[cell] ?? Number.NaN;
    if (!(meters > 0 && kilometres > 0 && kilometres <= slopeKilometres)) return;
    const { grid } = depth;
    const [lon, lat] = gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
    if (isAtSea([lon, lat])) slopes.push({ lon, lat, value: meters / (kilometres * 10) });
  });
  const source = `${depth.provider}: fundo até ${slopeKilometres} km da costa, sem o terreno`;
  return { slopes, source: slopes.length === 0 ? null : source, isSimulated: depth.isSimulated };
}

/** Trend of the monthly levels of each gauge that has been read long enough, mm a year. */
async function trends({ coastFigures, providerOf }: CoastContext) {
  const byGauge = [...Map.groupBy(await coastFigures.levels(), ({ gauge }) => gauge).values()];
  const years = byGauge.reduce((most, months) => Math.max(most, spanOf(months)), 0);
  const long = byGauge.filter((months) => spanOf(months) >= fewestYears && months.length >= 10 * monthsPerYear);
  const figures = long.flatMap((months): SeaFigure[] => {
    const [first] = months;
    const change = shorelineChange(
      months.map(({ month, value }) => ({ year: decimalYear(month.getTime()), meters: value, uncertainty: 1 })),
    );
    if (first === undefined || change === null) return [];
    return [{ lon: first.lon, lat: first.lat, value: change.lrr.rate * millimetres }];
  });
  const first = long[0]?.[0];
  return {
    ...{ figures, years, isSimulated: first !== undefined && first.simulatedSeed !== null },
    source: first === undefined ? null : `${providerOf(first.connectorId)}: ${figures.length} marégrafos`,
  };
}

/** Years between the first and the last reading. */
function spanOf(months: readonly { readonly from: Date; readonly to: Date }[]): number {
  const [first, last] = [months[0], months.at(-1)];
  return first === undefined || last === undefined
    ? 0
    : decimalYear(last.to.getTime()) - decimalYear(first.from.getTime());
}
