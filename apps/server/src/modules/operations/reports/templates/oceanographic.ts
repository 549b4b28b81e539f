import type { DataOf } from '@kianda/contract';
import type { RampName } from '@kianda/contract/core/ramps';
import {
  type DerivedProductId,
  derivedGrid,
  derivedProducts,
  derivedSeries,
  marineHeatwaveEvents,
  oceanRegions,
} from '@kianda/contract/sea/ocean/derived.contract';
import {
  type FieldVariable,
  fieldGrid,
  fieldVariables,
  listStations,
  stationSeries,
  zeeSeries,
} from '@kianda/contract/sea/ocean/ocean.contract';
import { dayMs, hourMs } from '@kianda/geo';
import { type Block, figure, shortDate } from '../../../../platform/documents/index.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { daysOf, luandaDay } from '../period.rules.ts';
import {
  fixed,
  heading,
  note,
  type Part,
  paragraph,
  type ReportWriter,
  statisticsOf,
  table,
} from '../writing/report-writer.ts';
import { fieldMap, flowMap, type GridAnswer, speedOf } from './fields.ts';

/** Stations drawn together: more lines than that cannot be distinguished. */
const mostLines = 4;

/** Days to ask for so that the period is within, counted back from now. */
const daysBack = ({ nowMs, period }: ReportWriter): number =>
  Math.min(3660, Math.max(1, Math.ceil((nowMs - period.beginMs) / dayMs) + 1));

const isWithin = ({ period }: ReportWriter, time: string): boolean => {
  const ms = Date.parse(time);
  return ms >= period.beginMs && ms < period.endMs;
};

type Points = readonly { readonly time: string; readonly value: number | null }[];

/** Values by day of the period; null where a day has none. */
function daily(writer: ReportWriter, points: Points): (number | null)[] {
  const byDay = Map.groupBy(points, ({ time }) => luandaDay(Date.parse(time)));
  return daysOf(writer.period).map((day) => statisticsOf((byDay.get(day) ?? []).map(({ value }) => value)).mean);
}

function dayChart(
  writer: ReportWriter,
  chart: {
    readonly title: string;
    readonly unit: string;
    readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
    readonly fromZero?: boolean;
  },
): Block {
  const { title, unit, series, fromZero = false } = chart;
  const summaries = series.map(({ name, values }) => {
    const { mean, min, max, count } = statisticsOf(values);
    return count === 0
      ? `${name}: sem valores`
      : `${name}: média ${figure(mean, 2)}, de ${figure(min, 2)} a ${figure(max, 2)} ${unit}`;
  });
  return {
    kind: 'chart',
    shape: 'line',
    title,
    alt: `${title}. ${summaries.join('; ')}.`,
    xLabel: 'Dia (Luanda)',
    yLabel: unit,
    labels: daysOf(writer.period).map((day) => `${day.slice(8)}/${day.slice(5, 7)}`),
    series,
    fromZero,
  };
}

function summaryTable(
  writer: ReportWriter,
  caption: string,
  unit: string,
  rows: readonly (readonly [string, readonly (number | null)[]])[],
): Block {
  return table(
    caption,
    [
      ['Medida', 4],
      [`Média (${unit})`, 2, 'right'],
      [`Mínimo (${unit})`, 2, 'right'],
      [`Máximo (${unit})`, 2, 'right'],
      ['Dias com valor', 2, 'right'],
    ],
    rows.map(([label, values]) => {
      const { count, mean, min, max } = statisticsOf(values);
      return [label, fixed(mean, 2), fixed(min, 2), fixed(max, 2), `${count} de ${writer.period.days}`];
    }),
    'Sem valores no período.',
  );
}

/** A variable over the ZEE: chart of mean and extremes by day, map of the newest field, and a table. */
async function zeePart(writer: ReportWriter, variable: FieldVariable): Promise<Block[]> {
  const { label, unit } = fieldVariables[variable];
  const { data } = await writer.read(`${label}, série sobre a ZEE`, zeeSeries, {
    params: { variable },
    query: { days: daysBack(writer) },
  });
  const points = data.points.filter(({ time }) => isWithin(writer, time));
  if (points.length === 0)
    return [note(`— Sem campos de ${label.toLowerCase()} no período: o fornecedor ainda não os deu.`)];
  const valuesOf = (key: 'mean' | 'median' | 'min' | 'max') =>
    daily(
      writer,
      points.map((point) => ({ time: point.time, value: point[key] })),
    );
  const rows = [
    ['Média da ZEE', valuesOf('mean')],
    ['Mediana da ZEE', valuesOf('median')],
    ['Mínimo da ZEE', valuesOf('min')],
    ['Máximo da ZEE', valuesOf('max')],
  ] as const;
  const isLog = fieldVariables[variable].log;
  const drawn = isLog ? rows.slice(0, 2) : [rows[0], rows[2], rows[3]];
  return [
    dayChart(writer, {
      title: `${label}, por dia, sobre toda a ZEE`,
      unit,
      series: drawn.map(([name, values]) => ({ name, values })),
    }),
    ...(await mapPart(writer, variable)),
    summaryTable(writer, `${label} no período`, unit, rows),
  ];
}

/** Series of a derived product, one line a key; a part that has none says so. */
async function derivedPart(
  writer: ReportWriter,
  product: DerivedProductId,
  lines: readonly { readonly key: string; readonly name: string }[],
  unit: string = derivedProducts[product].unit,
): Promise<Block[]> {
  const { label, method } = derivedProducts[product];
  const values: { name: string; values: (number | null)[] }[] = [];
  const warnings = new Set<string>();
  for (const { key, name } of lines) {
    const { data } = await writer.read(label, derivedSeries, {
      params: { product },
      query: {
        key,
        from: new Date(writer.period.beginMs).toISOString(),
        to: new Date(writer.period.endMs - 1).toISOString(),
        days: 3660,
      },
    });
    for (const row of data.warnings) warnings.add(row);
    values.push({ name, values: daily(writer, data.points) });
  }
  writer.cite(`${label}: ${method}.`);
  const known = values.filter((row) => row.values.some((value) => value !== null));
  if (known.length === 0) return [note(`— ${label}: sem valores calculados no período.`)];
  return [
    dayChart(writer, { title: label, unit, series: known }),
    summaryTable(
      writer,
      label,
      unit,
      known.map((row) => [row.name, row.values] as const),
    ),
    note(`Método: ${method}.${warnings.size === 0 ? '' : ` Avisos: ${[...warnings].join('; ')}.`}`),
  ];
}

/** The newest grid up to the end of the period; null where there is none. */
async function gridAt(writer: ReportWriter, variable: FieldVariable): Promise<GridAnswer | null> {
  const ask = (stride: number) =>
    writer.read(`${fieldVariables[variable].label}, campo`, fieldGrid, {
      params: { variable },
      query: { time: new Date(writer.period.endMs - 1).toISOString(), stride },
    });
  return orNull(async () => {
    const coarse = await ask(4);
    return coarse.data.columns >= 60 ? coarse.data : (await ask(1)).data;
  });
}

async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

async function mapPart(writer: ReportWriter, variable: FieldVariable): Promise<Block[]> {
  const { label, unit, ramp, range, log } = fieldVariables[variable];
  const grid = await gridAt(writer, variable);
  if (grid === null) return [note(`— Sem mapa de ${label.toLowerCase()} até ao fim do período.`)];
  return [fieldMap(writer, { grid, label, unit, ramp, range, log }), ...agedNote(writer, grid)];
}

/** A map older than the period says so. */
function agedNote(writer: ReportWriter, grid: GridAnswer): Block[] {
  if (isWithin(writer, grid.slice.time)) return [];
  return [
    note(`O campo mais recente até ao fim do período é de ${shortDate(Date.parse(grid.slice.time))}, antes dele.`),
  ];
}

async function derivedMap(writer: ReportWriter, product: 'sst-anomaly' | 'chlorophyll-anomaly'): Promise<Block[]> {
  const { label, unit, field } = derivedProducts[product];
  const reading = await orNull(() =>
    writer.read(`${label}, campo`, derivedGrid, {
      params: { product },
      query: { time: new Date(writer.period.endMs - 1).toISOString(), stride: 4 },
    }),
  );
  if (reading === null) return [note(`— ${label}: sem campo calculado até ao fim do período.`)];
  const shown: { ramp: RampName; range: readonly [number, number]; log: boolean } = field;
  return [fieldMap(writer, { grid: reading.data, label, unit, ...shown })];
}

const temperature: Part = async (writer) => [
  ...(await zeePart(writer, 'analysedSst')),
  heading('Desvio face à climatologia'),
  ...(await derivedPart(writer, 'sst-anomaly', [{ key: 'zee', name: 'Média da ZEE' }])),
  ...(await derivedMap(writer, 'sst-anomaly')),
  heading('Por região'),
  ...(await derivedPart(
    writer,
    'regional-sst',
    (['norte', 'centro', 'sul'] as const)
      .filter((region) => writer.region === 'zee' || region === writer.region)
      .map((region) => ({ key: region, name: oceanRegions[region].label.split(' (')[0] ?? region })),
  )),
];

const chlorophyll: Part = async (writer) => [
  ...(await zeePart(writer, 'chlorophyll')),
  heading('Desvio face à climatologia'),
  ...(await derivedPart(writer, 'chlorophyll-anomaly', [{ key: 'zee', name: 'Média da ZEE' }])),
  ...(await derivedMap(writer, 'chlorophyll-anomaly')),
];

const dynamics: Part = async (writer) => {
  const blocks: Block[] = [];
  for (const { east, north, label, range } of [
    { east: 'currentEast', north: 'currentNorth', label: 'Corrente à superfície', range: [0, 1] },
    { east: 'windEast', north: 'windNorth', label: 'Vento a 10 m', range: [0, 15] },
  ] as const) {
    const [u, v] = [await gridAt(writer, east), await gridAt(writer, north)];
    blocks.push(heading(label));
    if (u === null || v === null || u.slice.time !== v.slice.time || u.columns !== v.columns || u.rows !== v.rows) {
      blocks.push(note(`— ${label}: sem as duas componentes do mesmo instante até ao fim do período.`));
      continue;
    }
    const speed = speedOf(u, v);
    const stats = statisticsOf([...speed].filter((value) => !Number.isNaN(value)));
    blocks.push(
      flowMap(writer, { east: u, north: v, label, unit: 'm/s', range }),
      paragraph(
        `No campo de ${shortDate(Date.parse(u.slice.time))}, a intensidade média é ${figure(stats.mean, 2)} m/s e a maior ${figure(stats.max, 2)} m/s, em todo o campo. As setas apontam para onde vai.`,
      ),
      ...agedNote(writer, u),
    );
  }
  return blocks;
};

const waves: Part = async (writer) => {
  const { data } = await writer.read('Estações de monitorização', listStations);
  const hours = Math.ceil((writer.nowMs - writer.period.beginMs) / hourMs) + 24;
  const [west, south, east, north] = writer.bbox;
  const stations = data.stations.filter(
    ({ lon, lat, latest }) =>
      lon >= west &&
      lon <= east &&
      lat >= south &&
      lat <= north &&
      latest.some(({ variable }) => variable === 'waveHeight'),
  );
  if (stations.length === 0) return [note('— Nenhuma estação da região deu ondas.')];
  if (hours > 2400 + 24) return [note('— As séries das estações guardam-se por 100 dias: o período começa antes.')];
  const rows: { name: string; values: (number | null)[]; raw: number[] }[] = [];
  for (const station of stations) {
    const reading = await writer.read('Ondas nas estações', stationSeries, {
      params: { id: station.id },
      query: { variable: 'waveHeight', hours: Math.min(2400, hours) },
    });
    const points = reading.data.points.filter(({ time }) => isWithin(writer, time));
    const raw = points.flatMap(({ value }) => (value === null ? [] : [value]));
    rows.push({ name: station.name, values: daily(writer, points), raw });
  }
  const known = rows.filter(({ raw }) => raw.length > 0).toSorted((a, b) => Math.max(...b.raw) - Math.max(...a.raw));
  if (known.length === 0) return [note('— Nenhuma leitura de ondas no período.')];
  return [
    dayChart(writer, {
      title: `Altura significativa, média diária${known.length > mostLines ? `, nas ${mostLines} estações com as maiores ondas` : ''}`,
      unit: 'm',
      series: known.slice(0, mostLines),
      fromZero: true,
    }),
    table(
      'Altura significativa das ondas nos pontos das estações (valores de modelo)',
      [
        ['Estação', 4],
        ['Média (m)', 2, 'right'],
        ['Percentil 95 (m)', 2, 'right'],
        ['Máximo (m)', 2, 'right'],
        ['Leituras', 2, 'right'],
      ],
      known.map(({ name, raw }) => {
        const sorted = raw.toSorted((a, b) => a - b);
        const { mean, max } = statisticsOf(sorted);
        const p95 = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? null;
        return [name, fixed(mean, 2), fixed(p95, 2), fixed(max, 2), figure(raw.length, 0)];
      }),
      'Sem leituras.',
    ),
  ];
};

const derived: Part = async (writer) => [
  heading('Frente Angola–Benguela'),
  ...(await derivedPart(writer, 'front-latitude', [{ key: 'frente', name: 'Latitude' }])),
  heading('Ondas de calor marinhas'),
  ...heatwaves(
    writer,
    (
      await writer.read('Ondas de calor marinhas', marineHeatwaveEvents, {
        query: writer.region === 'zee' ? {} : { region: writer.region },
      })
    ).data,
  ),
];

function heatwaves(
  writer: ReportWriter,
  { events, baselines, warnings, history }: DataOf<typeof marineHeatwaveEvents>,
): Block[] {
  const within = events.filter(
    ({ start, end }) => Date.parse(start) < writer.period.endMs && Date.parse(end) >= writer.period.beginMs,
  );
  writer.cite(`Ondas de calor marinhas: ${derivedProducts['marine-heatwaves'].method}.`);
  return [
    table(
      'Ondas de calor no período',
      [
        ['Região', 3],
        ['Início', 2],
        ['Fim', 2],
        ['Dias', 1, 'right'],
        ['Máximo (°C)', 2, 'right'],
        ['Categoria', 2],
      ],
      within.map((row) => [
        oceanRegions[row.region].label.split(' (')[0] ?? row.region,
        shortDate(Date.parse(row.start)),
        row.ongoing ? 'em curso' : shortDate(Date.parse(row.end)),
        figure(row.durationDays, 0),
        fixed(row.intensityMax, 2),
        row.category,
      ]),
      baselines.length === 0 || !history.enough
        ? '— Sem linha de base: não se sabe se houve.'
        : 'Nenhuma onda de calor no período.',
    ),
    ...(baselines.length === 0
      ? []
      : [
          note(
            `Linha de base: ${baselines.map(({ region, years, short }) => `${oceanRegions[region].label.split(' (')[0]} ${figure(years, 1)} anos${short ? ' (curta)' : ''}`).join('; ')}.`,
          ),
        ]),
    ...(warnings.length === 0 ? [] : [note(`Avisos: ${warnings.join('; ')}.`)]),
  ];
}

/** Parts of the oceanographic report. */
export const oceanographic = { temperature, chlorophyll, dynamics, waves, derived };
