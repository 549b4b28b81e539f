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
import { fixed, heading, note, type Part, type Pen, paragraph, statisticsOf, table } from '../writing/report-writer.ts';
import { fieldMap, flowMap, type GridAnswer, speedOf } from './fields.ts';

/** Stations drawn together: more lines than that are not told apart. */
const mostLines = 4;

/** Days to ask for so that the period is within, counted back from now. */
const daysBack = ({ nowMs, period }: Pen): number =>
  Math.min(3660, Math.max(1, Math.ceil((nowMs - period.beginMs) / dayMs) + 1));

const isWithin = ({ period }: Pen, time: string): boolean => {
  const ms = Date.parse(time);
  return ms >= period.beginMs && ms < period.endMs;
};

type Points = readonly { readonly time: string; readonly value: number | null }[];

/** Values by day of the period; null where a day has none. */
function daily(pen: Pen, points: Points): (number | null)[] {
  const byDay = Map.groupBy(points, ({ time }) => luandaDay(Date.parse(time)));
  return daysOf(pen.period).map((day) => statisticsOf((byDay.get(day) ?? []).map(({ value }) => value)).mean);
}

function dayChart(
  pen: Pen,
  title: string,
  unit: string,
  series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[],
  fromZero = false,
): Block {
  const told = series.map(({ name, values }) => {
    const { mean, min, max, count } = statisticsOf(values);
    return count === 0
      ? `${name}: sem valores`
      : `${name}: média ${figure(mean, 2)}, de ${figure(min, 2)} a ${figure(max, 2)} ${unit}`;
  });
  return {
    kind: 'chart',
    shape: 'line',
    title,
    alt: `${title}. ${told.join('; ')}.`,
    xLabel: 'Dia (Luanda)',
    yLabel: unit,
    labels: daysOf(pen.period).map((day) => `${day.slice(8)}/${day.slice(5, 7)}`),
    series,
    fromZero,
  };
}

function summaryTable(
  pen: Pen,
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
      return [label, fixed(mean, 2), fixed(min, 2), fixed(max, 2), `${count} de ${pen.period.days}`];
    }),
    'Sem valores no período.',
  );
}

/** A variable over the ZEE: chart of mean and extremes by day, map of the newest field, and a table. */
async function zeePart(pen: Pen, variable: FieldVariable): Promise<Block[]> {
  const { label, unit } = fieldVariables[variable];
  const { data } = await pen.read(`${label}, série sobre a ZEE`, zeeSeries, {
    params: { variable },
    query: { days: daysBack(pen) },
  });
  const points = data.points.filter(({ time }) => isWithin(pen, time));
  if (points.length === 0)
    return [note(`— Sem campos de ${label.toLowerCase()} no período: o fornecedor ainda não os deu.`)];
  const valuesOf = (key: 'mean' | 'median' | 'min' | 'max') =>
    daily(
      pen,
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
    dayChart(
      pen,
      `${label}, por dia, sobre toda a ZEE`,
      unit,
      drawn.map(([name, values]) => ({ name, values })),
    ),
    ...(await mapPart(pen, variable)),
    summaryTable(pen, `${label} no período`, unit, rows),
  ];
}

/** Series of a derived product, one line a key; a part that has none says so. */
async function derivedPart(
  pen: Pen,
  product: DerivedProductId,
  lines: readonly { readonly key: string; readonly name: string }[],
  unit: string = derivedProducts[product].unit,
): Promise<Block[]> {
  const { label, method } = derivedProducts[product];
  const values: { name: string; values: (number | null)[] }[] = [];
  const warnings = new Set<string>();
  for (const { key, name } of lines) {
    const { data } = await pen.read(label, derivedSeries, {
      params: { product },
      query: {
        key,
        from: new Date(pen.period.beginMs).toISOString(),
        to: new Date(pen.period.endMs - 1).toISOString(),
        days: 3660,
      },
    });
    for (const one of data.warnings) warnings.add(one);
    values.push({ name, values: daily(pen, data.points) });
  }
  pen.cite(`${label}: ${method}.`);
  const known = values.filter((one) => one.values.some((value) => value !== null));
  if (known.length === 0) return [note(`— ${label}: sem valores calculados no período.`)];
  return [
    dayChart(pen, label, unit, known),
    summaryTable(
      pen,
      label,
      unit,
      known.map((one) => [one.name, one.values] as const),
    ),
    note(`Método: ${method}.${warnings.size === 0 ? '' : ` Avisos: ${[...warnings].join('; ')}.`}`),
  ];
}

/** The newest grid up to the end of the period; null where there is none. */
async function gridAt(pen: Pen, variable: FieldVariable): Promise<GridAnswer | null> {
  const ask = (stride: number) =>
    pen.read(`${fieldVariables[variable].label}, campo`, fieldGrid, {
      params: { variable },
      query: { time: new Date(pen.period.endMs - 1).toISOString(), stride },
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

async function mapPart(pen: Pen, variable: FieldVariable): Promise<Block[]> {
  const { label, unit, ramp, range, log } = fieldVariables[variable];
  const grid = await gridAt(pen, variable);
  if (grid === null) return [note(`— Sem mapa de ${label.toLowerCase()} até ao fim do período.`)];
  return [fieldMap(pen, { grid, label, unit, ramp, range, log }), ...agedNote(pen, grid)];
}

/** A map older than the period says so. */
function agedNote(pen: Pen, grid: GridAnswer): Block[] {
  if (isWithin(pen, grid.slice.time)) return [];
  return [
    note(`O campo mais recente até ao fim do período é de ${shortDate(Date.parse(grid.slice.time))}, antes dele.`),
  ];
}

async function derivedMap(pen: Pen, product: 'sst-anomaly' | 'chlorophyll-anomaly'): Promise<Block[]> {
  const { label, unit, field } = derivedProducts[product];
  const reading = await orNull(() =>
    pen.read(`${label}, campo`, derivedGrid, {
      params: { product },
      query: { time: new Date(pen.period.endMs - 1).toISOString(), stride: 4 },
    }),
  );
  if (reading === null) return [note(`— ${label}: sem campo calculado até ao fim do período.`)];
  const shown: { ramp: RampName; range: readonly [number, number]; log: boolean } = field;
  return [fieldMap(pen, { grid: reading.data, label, unit, ...shown })];
}

const temperature: Part = async (pen) => [
  ...(await zeePart(pen, 'analysedSst')),
  heading('Desvio face à climatologia'),
  ...(await derivedPart(pen, 'sst-anomaly', [{ key: 'zee', name: 'Média da ZEE' }])),
  ...(await derivedMap(pen, 'sst-anomaly')),
  heading('Por região'),
  ...(await derivedPart(
    pen,
    'regional-sst',
    (['norte', 'centro', 'sul'] as const)
      .filter((region) => pen.region === 'zee' || region === pen.region)
      .map((region) => ({ key: region, name: oceanRegions[region].label.split(' (')[0] ?? region })),
  )),
];

const chlorophyll: Part = async (pen) => [
  ...(await zeePart(pen, 'chlorophyll')),
  heading('Desvio face à climatologia'),
  ...(await derivedPart(pen, 'chlorophyll-anomaly', [{ key: 'zee', name: 'Média da ZEE' }])),
  ...(await derivedMap(pen, 'chlorophyll-anomaly')),
];

const dynamics: Part = async (pen) => {
  const blocks: Block[] = [];
  for (const { east, north, label, range } of [
    { east: 'currentEast', north: 'currentNorth', label: 'Corrente à superfície', range: [0, 1] },
    { east: 'windEast', north: 'windNorth', label: 'Vento a 10 m', range: [0, 15] },
  ] as const) {
    const [u, v] = [await gridAt(pen, east), await gridAt(pen, north)];
    blocks.push(heading(label));
    if (u === null || v === null || u.slice.time !== v.slice.time || u.columns !== v.columns || u.rows !== v.rows) {
      blocks.push(note(`— ${label}: sem as duas componentes do mesmo instante até ao fim do período.`));
      continue;
    }
    const speed = speedOf(u, v);
    const stats = statisticsOf([...speed].filter((value) => !Number.isNaN(value)));
    blocks.push(
      flowMap(pen, { east: u, north: v, label, unit: 'm/s', range }),
      paragraph(
        `No campo de ${shortDate(Date.parse(u.slice.time))}, a intensidade média é ${figure(stats.mean, 2)} m/s e a maior ${figure(stats.max, 2)} m/s, em todo o campo. As setas apontam para onde vai.`,
      ),
      ...agedNote(pen, u),
    );
  }
  return blocks;
};

const waves: Part = async (pen) => {
  const { data } = await pen.read('Estações de monitorização', listStations);
  const hours = Math.ceil((pen.nowMs - pen.period.beginMs) / hourMs) + 24;
  const [west, south, east, north] = pen.bbox;
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
    const reading = await pen.read('Ondas nas estações', stationSeries, {
      params: { id: station.id },
      query: { variable: 'waveHeight', hours: Math.min(2400, hours) },
    });
    const points = reading.data.points.filter(({ time }) => isWithin(pen, time));
    const raw = points.flatMap(({ value }) => (value === null ? [] : [value]));
    rows.push({ name: station.name, values: daily(pen, points), raw });
  }
  const known = rows.filter(({ raw }) => raw.length > 0).toSorted((a, b) => Math.max(...b.raw) - Math.max(...a.raw));
  if (known.length === 0) return [note('— Nenhuma leitura de ondas no período.')];
  return [
    dayChart(
      pen,
      `Altura significativa, média diária${known.length > mostLines ? `, nas ${mostLines} estações com as maiores ondas` : ''}`,
      'm',
      known.slice(0, mostLines),
      true,
    ),
    table(
      'Altura significativa das ondas por estação',
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

const derived: Part = async (pen) => [
  heading('Frente Angola–Benguela'),
  ...(await derivedPart(pen, 'front-latitude', [{ key: 'frente', name: 'Latitude' }])),
  heading('Ondas de calor marinhas'),
  ...heatwaves(
    pen,
    (
      await pen.read('Ondas de calor marinhas', marineHeatwaveEvents, {
        query: pen.region === 'zee' ? {} : { region: pen.region },
      })
    ).data,
  ),
];

function heatwaves(pen: Pen, { events, baselines, warnings }: DataOf<typeof marineHeatwaveEvents>): Block[] {
  const within = events.filter(
    ({ start, end }) => Date.parse(start) < pen.period.endMs && Date.parse(end) >= pen.period.beginMs,
  );
  pen.cite(`Ondas de calor marinhas: ${derivedProducts['marine-heatwaves'].method}.`);
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
      within.map((one) => [
        oceanRegions[one.region].label.split(' (')[0] ?? one.region,
        shortDate(Date.parse(one.start)),
        one.ongoing ? 'em curso' : shortDate(Date.parse(one.end)),
        figure(one.durationDays, 0),
        fixed(one.intensityMax, 2),
        one.category,
      ]),
      baselines.length === 0
        ? '— Sem linha de base calculada: não se sabe se houve.'
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
