import { fisheriesLandings, fisheriesStats } from '@kianda/contract/sea/fisheries/fisheries.contract';
import { listFishingZones } from '@kianda/contract/sea/geography/geography.contract';
import { derivedProducts, derivedSeries } from '@kianda/contract/sea/ocean/derived.contract';
import { type Block, figure } from '../../../../platform/documents/index.ts';
import { daysOf, luandaDay } from '../period.rules.ts';
import { factsBlock, fixed, heading, note, type Part, statisticsOf, table, unknown } from '../writing/report-writer.ts';

const trends = { up: 'a subir', down: 'a descer', stable: 'estável' } as const;

const catches: Part = async (writer) => {
  const { data, missing } = await writer.read('Estatísticas de pesca', fisheriesStats);
  const years = data.by_year.slice(-30);
  const of = (path: string, value: number | string | null, unit = '') =>
    value === null ? unknown(missing[path]) : `${typeof value === 'number' ? figure(value, 2) : value}${unit}`;
  return [
    factsBlock([
      ['Ano', data.year === null ? unknown(missing.year) : String(data.year)],
      ['Captura total', of('total_catch_tons', data.total_catch_tons, ' t')],
      [
        'Índice de sustentabilidade',
        of('sustainability_metrics.overall_index', data.sustainability_metrics.overall_index),
      ],
      [
        'Risco de sobrepesca',
        of('sustainability_metrics.overfishing_risk', data.sustainability_metrics.overfishing_risk),
      ],
      ['Estado dos mananciais', of('sustainability_metrics.stock_status', data.sustainability_metrics.stock_status)],
      [
        'Peso no PIB',
        of('economic_impact.gdp_contribution_percent', data.economic_impact.gdp_contribution_percent, ' %'),
      ],
      ['Emprego', of('economic_impact.employment_total', data.economic_impact.employment_total)],
      ['Exportações', of('economic_impact.export_value_usd', data.economic_impact.export_value_usd, ' USD')],
    ]),
    ...(years.length === 0
      ? [note('— Sem série de capturas por ano.')]
      : [
          {
            kind: 'chart',
            shape: 'bar',
            title: 'Captura reconstruída por ano',
            alt: `Captura por ano, de ${years[0]?.year} a ${years.at(-1)?.year}; no último, ${figure(years.at(-1)?.catch_tons ?? null, 0)} t.`,
            xLabel: 'Ano',
            yLabel: 'Toneladas',
            labels: years.map(({ year }) => String(year)),
            series: [{ name: 'Captura', values: years.map(({ catch_tons }) => catch_tons) }],
          } satisfies Block,
        ]),
    table(
      `Espécies principais${data.year === null ? '' : `, ${data.year}`}`,
      [
        ['Espécie', 5],
        ['Captura (t)', 2, 'right'],
        ['% do total', 2, 'right'],
        ['Tendência', 2, 'right'],
      ],
      data.main_species.map((row) => [row.name, figure(row.catch_tons, 0), fixed(row.percentage), trends[row.trend]]),
      '— O fornecedor ainda não deu espécies.',
    ),
    table(
      'Valores publicados, com a sua fonte',
      [
        ['O quê', 4],
        ['Valor', 3, 'right'],
        ['Período', 2],
        ['Fonte', 4],
      ],
      data.published.map((row) => [row.label, `${figure(row.value, 2)} ${row.unit}`, row.period, row.source]),
      'Nenhum.',
    ),
  ];
};

const landings: Part = async (writer) => {
  const { data, missing } = await writer.read('Capturas nacionais (INIPM)', fisheriesLandings, {
    query: { from: writer.period.from, to: writer.period.to },
  });
  if (data.total_tonnes === null || data.rows === 0) {
    return [note(unknown(missing.total_tonnes ?? 'nenhum ficheiro do INIPM com linhas no período foi entregue'))];
  }
  const share = (tonnes: number) => fixed((tonnes / (data.total_tonnes ?? 1)) * 100);
  const part = (caption: string, label: string, rows: readonly (readonly [string, number])[]): Block =>
    table(
      caption,
      [
        [label, 5],
        ['Toneladas', 2, 'right'],
        ['% do total', 2, 'right'],
      ],
      rows.map(([name, tonnes]) => [name, fixed(tonnes), share(tonnes)]),
      'Nenhum.',
    );
  return [
    factsBlock([
      ['Total do período', `${figure(data.total_tonnes)} t em ${figure(data.rows, 0)} linhas`],
      ['Primeiro e último dia', `${data.first_date ?? '—'} a ${data.last_date ?? '—'}`],
    ]),
    {
      kind: 'chart',
      shape: 'bar',
      title: 'Desembarques por mês',
      alt: `Desembarques por mês; ${figure(data.total_tonnes)} t no total.`,
      xLabel: 'Mês',
      yLabel: 'Toneladas',
      labels: data.by_month.map(({ month }) => month),
      series: [{ name: 'Desembarques', values: data.by_month.map(({ tonnes }) => tonnes) }],
    },
    part(
      'Por espécie',
      'Espécie',
      data.by_species.map(({ code, name, tonnes }) => [name ?? code, tonnes]),
    ),
    part(
      'Por porto',
      'Porto',
      data.by_port.map(({ port, tonnes }) => [port, tonnes]),
    ),
    part(
      'Por segmento',
      'Segmento',
      data.by_segment.map(({ segment, tonnes }) => [segment, tonnes]),
    ),
  ];
};

const zones: Part = async (writer) => {
  const { data } = await writer.read('Zonas de pesca', listFishingZones);
  const zoneList = data.features.map(({ properties }) => properties);
  return [
    {
      kind: 'map',
      title: 'Zonas de pesca',
      alt: `Mapa de ${zoneList.length} zonas de pesca: ${zoneList.map(({ name }) => name).join(', ')}.`,
      bbox: writer.bbox,
      areas: data.features.map(({ geometry, properties }) => ({ name: properties.name, geometry, isFocus: false })),
      areasLabel: 'Zonas de pesca',
      tracks: [],
      points: [],
      symbols: [],
    },
    table(
      'Presença de embarcações nas zonas, nos últimos dias disponíveis',
      [
        ['Zona', 5],
        ['Segmento', 3],
        ['Embarcações', 2, 'right'],
        ['Horas de presença', 2, 'right'],
      ],
      zoneList
        .toSorted((a, b) => (b.presenceHours ?? -1) - (a.presenceHours ?? -1) || a.name.localeCompare(b.name))
        .map((row) => [row.name, row.segment, figure(row.vessels, 0), figure(row.presenceHours, 0)]),
      'Nenhuma zona.',
    ),
    ...(zoneList.every(({ vessels }) => vessels === null)
      ? [note('— A presença nunca foi obtida do fornecedor.')]
      : []),
  ];
};

const production: Part = async (writer) => {
  const { label, unit, method } = derivedProducts['net-primary-production'];
  const { data } = await writer.read(label, derivedSeries, {
    params: { product: 'net-primary-production' },
    query: {
      key: 'zee',
      from: new Date(writer.period.beginMs).toISOString(),
      to: new Date(writer.period.endMs - 1).toISOString(),
      days: 3660,
    },
  });
  writer.cite(`${label}: ${method}.`);
  const byDay = new Map(data.points.map(({ time, value }) => [luandaDay(Date.parse(time)), value]));
  const days = daysOf(writer.period);
  const values = days.map((day) => byDay.get(day) ?? null);
  const { count, mean, min, max } = statisticsOf(values);
  if (count === 0) return [note(`— ${label}: sem valores calculados no período.`)];
  return [
    heading(label),
    {
      kind: 'chart',
      shape: 'line',
      title: `${label}, média sobre a ZEE`,
      alt: `${label}: média ${figure(mean, 0)}, de ${figure(min, 0)} a ${figure(max, 0)} ${unit}, em ${count} dias.`,
      xLabel: 'Dia (Luanda)',
      yLabel: unit,
      labels: days.map((day) => `${day.slice(8)}/${day.slice(5, 7)}`),
      series: [{ name: 'ZEE', values }],
    },
    note(`Método: ${method}.${data.warnings.length === 0 ? '' : ` Avisos: ${data.warnings.join('; ')}.`}`),
  ];
};

/** Parts of the report on fisheries and landings. */
export const fisheries = { catches, landings, zones, production };
