import { figureNames } from '@kianda/contract/core/figure-names';
import {
  alertRules,
  alertStates,
  listVesselAlerts,
  listVesselEvents,
  type VesselAlert,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { areaReport, mostReportDays } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { listAreas } from '@kianda/contract/fleet/surveillance/registry.contract';
import { presenceLastDay, vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { formatDay } from '@kianda/format';
import { type Block, figure, place, shortInstant } from '../../../../platform/documents/index.ts';
import { daysOf, luandaDay } from '../period.rules.ts';
import {
  factsBlock,
  fixed,
  note,
  type Part,
  pagesOf,
  type ReportWriter,
  table,
  unknown,
} from '../writing/report-writer.ts';

/** Rows that the lists of a report hold; beyond, it says how many are left out. */
const mostRows = 5_000;
const severityWords = { high: 'alta', medium: 'média', low: 'baixa' } as const;
const kindWords = {
  encounter: 'Encontro',
  loitering: 'Permanência prolongada',
  gap: 'Silêncio do AIS',
  port_visit: 'Visita a porto',
  fishing: 'Atividade de pesca',
  zone: 'Presença em área',
  jump: 'Salto impossível',
  shared_mmsi: 'Um MMSI em dois navios',
  on_land: 'Posições em terra',
} as const;

const eventsOf = (writer: ReportWriter) =>
  pagesOf(
    (page) =>
      writer.read('Acontecimentos de embarcações', listVesselEvents, {
        query: {
          from: new Date(writer.period.beginMs).toISOString(),
          to: new Date(writer.period.endMs - 1).toISOString(),
          page,
          pageSize: 200,
        },
      }),
    mostRows,
  );

/** Newest first: read until one is older than the period. */
async function alertsOf(writer: ReportWriter): Promise<readonly VesselAlert[]> {
  const raised: VesselAlert[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await writer.read('Alertas de embarcações', listVesselAlerts, { query: { page, pageSize: 200 } });
    raised.push(
      ...data.data.filter(({ raisedAt }) => {
        const ms = Date.parse(raisedAt);
        return ms >= writer.period.beginMs && ms < writer.period.endMs;
      }),
    );
    if (!data.hasNext || raised.length >= mostRows) return raised.slice(0, mostRows);
  }
}

const namesOf = (vessels: readonly { readonly name: string | null; readonly flag: string | null }[]): string =>
  vessels.map(({ name, flag }) => `${name ?? 'Sem nome'}${flag === null ? '' : ` (${flag})`}`).join(', ') || '—';

const leftOut = (shown: number, total: number): Block[] =>
  total > shown ? [note(`Há ${figure(total, 0)}; esta parte conta com os ${figure(shown, 0)} mais recentes.`)] : [];

const presence: Part = async (writer) => {
  const { data, missing } = await writer.read('Presença na ZEE', vesselPresence, { query: { hours: 168 } });
  return [
    factsBlock([
      [
        `${figureNames.vesselsPresent}, em 168 h`,
        data.vessel_count === null ? unknown(missing.vessel_count) : figure(data.vessel_count, 0),
      ],
      ['Horas de presença', data.total_hours === null ? unknown(missing.total_hours) : figure(data.total_hours, 0)],
      ['Até', data.window_end === null ? '—' : formatDay(presenceLastDay(data.window_end))],
      ['Fonte', data.data_source],
    ]),
    table(
      'Por bandeira',
      [
        ['Bandeira', 3],
        ['Embarcações', 2, 'right'],
        ['Horas de presença', 2, 'right'],
      ],
      data.by_flag.slice(0, 25).map(({ flag, vessels, hours }) => [flag, figure(vessels, 0), figure(hours, 0)]),
      '— A presença nunca foi obtida do fornecedor.',
    ),
    ...(data.note === '' ? [] : [note(data.note)]),
  ];
};

const effort: Part = async (writer) => {
  const { data } = await writer.read('Áreas vigiadas', listAreas);
  const areas = data.areas.filter(({ isMonitored }) => isMonitored);
  if (writer.period.days > mostReportDays) {
    return [
      note(`— O esforço por área conta-se em períodos até ${mostReportDays} dias; este tem ${writer.period.days}.`),
    ];
  }
  const rows: string[][] = [];
  let silent: string | null = null;
  for (const area of areas) {
    const { data: report, provenance } = await writer.read('Esforço por área vigiada', areaReport, {
      params: { id: area.id },
      query: { from: writer.period.from, to: writer.period.to },
    });
    if (provenance.state === 'fallback') {
      silent = provenance.reason;
      rows.push([area.name, '—', '—', '—', '—', '—']);
      continue;
    }
    const { current, before } = report;
    rows.push([
      area.name,
      figure(current.vessels, 0),
      figure(current.presenceHours, 0),
      figure(before.presenceHours, 0),
      fixed(current.fishingHours),
      figure(
        current.alerts.reduce((total, { count }) => total + count, 0),
        0,
      ),
    ]);
  }
  return [
    table(
      `Áreas vigiadas (${figure(areas.length, 0)})`,
      [
        ['Área', 5],
        ['Embarcações', 2, 'right'],
        ['Presença (h)', 2, 'right'],
        ['Antes (h)', 2, 'right'],
        ['Pesca (h)', 2, 'right'],
        ['Alertas', 2, 'right'],
      ],
      rows,
      'Nenhuma área é vigiada.',
    ),
    ...(silent === null ? [] : [note(`— ${silent}`)]),
    note(
      '«Antes»: horas de presença no período anterior, com os mesmos dias. Zero horas onde não houve receção não diz que não houve ninguém.',
    ),
  ];
};

const events: Part = async (writer) => {
  const { rows, total } = await eventsOf(writer);
  const valid = rows.filter(({ state }) => state === 'valid');
  const kinds = [...Map.groupBy(valid, ({ kind }) => kind)].toSorted(([, a], [, b]) => b.length - a.length);
  const days = daysOf(writer.period);
  const byDay = Map.groupBy(valid, ({ start }) => luandaDay(Date.parse(start)));
  return [
    table(
      'Acontecimentos por tipo',
      [
        ['Tipo', 4],
        ['Acontecimentos', 2, 'right'],
        ['Embarcações', 2, 'right'],
      ],
      kinds.map(([kind, list]) => [
        kindWords[kind],
        figure(list.length, 0),
        figure(new Set(list.flatMap(({ vessels }) => vessels.map(({ id }) => id))).size, 0),
      ]),
      'Nenhum acontecimento no período.',
    ),
    ...(valid.length === 0
      ? []
      : [
          {
            kind: 'chart',
            shape: 'bar',
            title: 'Acontecimentos por dia do seu começo',
            alt: `Acontecimentos por dia: ${figure(valid.length, 0)} no período.`,
            xLabel: 'Dia (Luanda)',
            yLabel: 'Acontecimentos',
            labels: days.map((day) => `${day.slice(8)}/${day.slice(5, 7)}`),
            series: [{ name: 'Acontecimentos', values: days.map((day) => byDay.get(day)?.length ?? 0) }],
          } satisfies Block,
          eventMap(writer, valid),
        ]),
    ...leftOut(rows.length, total),
  ];
};

const mapSymbols = { fishing: 'circle', encounter: 'triangle', gap: 'cross', loitering: 'square' } as const;

function eventMap(writer: ReportWriter, valid: Awaited<ReturnType<typeof eventsOf>>['rows']): Block {
  const drawn = Object.keys(mapSymbols) as (keyof typeof mapSymbols)[];
  const points = valid.flatMap(({ kind, location }) =>
    kind in mapSymbols
      ? [
          {
            position: [location.lon, location.lat] as [number, number],
            label: '',
            symbol: mapSymbols[kind as keyof typeof mapSymbols],
            size: 2.6,
          },
        ]
      : [],
  );
  return {
    kind: 'map',
    title: 'Onde começaram',
    alt: `Mapa de ${figure(points.length, 0)} acontecimentos: pesca, encontros, silêncios e deriva.`,
    bbox: writer.bbox,
    areas: [],
    tracks: [],
    points,
    symbols: drawn.map((kind) => ({ symbol: mapSymbols[kind], label: kindWords[kind] })),
  };
}

const alerts: Part = async (writer) => {
  const raised = await alertsOf(writer);
  const count = (list: readonly VesselAlert[], severity: VesselAlert['severity']) =>
    figure(list.filter((item) => item.severity === severity).length, 0);
  const columns = [
    ['Total', 1, 'right'],
    ['Alta', 1, 'right'],
    ['Média', 1, 'right'],
    ['Baixa', 1, 'right'],
  ] as const;
  const row = (name: string, list: readonly VesselAlert[]) => [
    name,
    figure(list.length, 0),
    count(list, 'high'),
    count(list, 'medium'),
    count(list, 'low'),
  ];
  const states = Map.groupBy(raised, ({ state }) => state);
  return [
    table(
      'Alertas levantados no período, por estado agora',
      [['Estado', 4], ...columns],
      (Object.keys(alertStates) as VesselAlert['state'][])
        .filter((state) => states.has(state))
        .map((state) => row(alertStates[state], states.get(state) ?? [])),
      'Nenhum alerta no período.',
    ),
    table(
      'Por regra',
      [['Regra', 4], ...columns],
      [...Map.groupBy(raised, ({ rule }) => rule)]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([rule, list]) => row(alertRules[rule], list)),
      'Nenhum alerta no período.',
    ),
  ];
};

const listing: Part = async (writer) => {
  const [raised, { rows, total }] = [await alertsOf(writer), await eventsOf(writer)];
  return [
    table(
      `Alertas (${figure(raised.length, 0)})`,
      [
        ['Levantado', 3],
        ['Regra', 4],
        ['Gravidade', 2],
        ['Embarcações', 4],
        ['Área', 3],
        ['Estado', 3],
      ],
      raised.map((item) => [
        shortInstant(Date.parse(item.raisedAt)),
        alertRules[item.rule],
        severityWords[item.severity],
        namesOf(item.vessels),
        item.area?.name ?? '—',
        alertStates[item.state],
      ]),
      'Nenhum alerta no período.',
    ),
    table(
      `Acontecimentos (${figure(rows.length, 0)})`,
      [
        ['Início', 3],
        ['Fim', 3],
        ['Tipo', 3],
        ['Embarcações', 4],
        ['Lugar', 4],
      ],
      rows.map((item) => [
        shortInstant(Date.parse(item.start)),
        item.end === null ? 'em curso' : shortInstant(Date.parse(item.end)),
        `${kindWords[item.kind]}${item.state === 'annulled' ? ' (anulado)' : ''}`,
        namesOf(item.vessels),
        place([item.location.lon, item.location.lat]),
      ]),
      'Nenhum acontecimento no período.',
    ),
    ...leftOut(rows.length, total),
  ];
};

/** Parts of the report on vessels. */
export const surveillance = { presence, effort, events, alerts, listing };
