import type { AreaFigures } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { angolaBbox, bboxOfGeometry, ports } from '@kianda/geo';
import { type Block, figure, type PlatformDocument, shortDate } from '../../../../platform/documents/index.ts';
import { eventLabels } from '../evidence/event-words.ts';
import { geometryOf } from '../registry/areas.service.ts';
import type { AreaRow } from '../surveillance.tables.ts';
import type { Report } from './area-report.types.ts';

/** Room around the area on its map, degrees. */
const margin = 0.4;
const day = (date: string): string => shortDate(Date.parse(`${date}T12:00:00Z`));
const periodOf = ({ from, to }: AreaFigures): string => `${day(from)} a ${day(to)}`;

/** The report of an area for print: figures side by side, days, flags, vessels, events and alerts. */
export function areaReportDocument(
  { data, provenance }: Report,
  row: AreaRow,
  author: string,
  nowMs: number,
): PlatformDocument {
  const { current, before, comparison } = data;
  const columns = [
    { name: 'Este período', figures: current },
    { name: 'Antes', figures: before },
    ...(comparison === null ? [] : [{ name: 'Comparação', figures: comparison }]),
  ];
  return {
    title: `Relatório da área ${row.name}`,
    subtitle: periodOf(current),
    subject: `Presença, pesca e acontecimentos em ${row.name}`,
    keywords: ['vigilância', 'ZEE de Angola', row.name],
    author,
    createdMs: nowMs,
    facts: [
      ['Área', `${row.name} (${figure(row.area_km2, 0)} km²)`],
      ['Limites', row.source],
      ...columns.map(({ name, figures }) => [name, `${figures.area.name}, ${periodOf(figures)}`] as const),
      ['Pedido por', author],
    ],
    blocks: [
      { kind: 'heading', level: 1, text: 'Resumo' },
      summary(columns),
      {
        kind: 'paragraph',
        tone: 'note',
        text: 'Hora de presença: uma embarcação cuja última posição nessa hora está dentro da área. Pesca: acontecimentos de pesca que começaram dentro da área. Horas com receção: em que se ouviu alguma embarcação, em qualquer lugar; sem elas, zero não diz que não houve ninguém.',
      },
      daysChart(columns),
      mapOf(row),
      ...breakdown(columns),
      vesselTable(current),
    ],
    provenance: [
      { label: 'Presença, pesca e acontecimentos', provenance },
      {
        label: 'Limites da área',
        provenance: {
          state: 'live',
          source: row.source,
          observedAt: row.updated_at.toISOString(),
          retrievedAt: new Date(nowMs).toISOString(),
        },
      },
    ],
    licences: [
      data.attribution,
      'Linha de costa: Natural Earth 1:10m (domínio público). ZEE: aproximação de trabalho; não representa limites legais.',
    ],
    citations: [`Kianda (${new Date(nowMs).getUTCFullYear()}). Relatório da área ${row.name}, ${periodOf(current)}.`],
  };
}

type Column = { readonly name: string; readonly figures: AreaFigures };

function summary(columns: readonly Column[]): Block {
  const rows: readonly (readonly [string, (figures: AreaFigures) => string])[] = [
    ['Horas de presença', ({ presenceHours }) => figure(presenceHours, 0)],
    ['Horas de pesca', ({ fishingHours }) => figure(fishingHours)],
    ['Embarcações', ({ vessels }) => figure(vessels, 0)],
    ['Bandeiras', ({ flags }) => figure(flags.length, 0)],
    ['Acontecimentos', ({ events }) => figure(sum(events), 0)],
    ['Alertas', ({ alerts }) => figure(sum(alerts), 0)],
    [
      'Horas com receção',
      ({ receivedHours, periodHours }) => `${figure(receivedHours, 0)} de ${figure(periodHours, 0)}`,
    ],
  ];
  return {
    kind: 'table',
    caption: 'Os números, lado a lado',
    columns: [
      { label: 'Medida', share: 3 },
      ...columns.map(({ name }) => ({ label: name, share: 2, align: 'right' as const })),
    ],
    rows: rows.map(([label, read]) => [label, ...columns.map(({ figures }) => read(figures))]),
    empty: '',
  };
}

const sum = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);

function daysChart(columns: readonly Column[]): Block {
  const longest = Math.max(...columns.map(({ figures }) => figures.days.length));
  return {
    kind: 'chart',
    shape: 'line',
    title: 'Horas de presença por dia, do primeiro dia de cada período',
    alt: `Horas de presença por dia. ${columns.map(({ name, figures }) => `${name}: ${figure(figures.presenceHours, 0)} horas no total`).join('; ')}.`,
    xLabel: 'Dia do período',
    yLabel: 'Horas de presença',
    labels: Array.from({ length: longest }, (_, index) => String(index + 1)),
    series: columns.map(({ name, figures }) => ({
      name,
      values: Array.from({ length: longest }, (_, index) => figures.days[index]?.hours ?? null),
    })),
  };
}

function mapOf(row: AreaRow): Block {
  const geometry = geometryOf(row);
  const [west, south, east, north] = bboxOfGeometry(geometry) ?? angolaBbox;
  return {
    kind: 'map',
    title: 'A área',
    alt: `Mapa da área ${row.name}.`,
    bbox: [west - margin, south - margin, east + margin, north + margin],
    areas: [{ name: row.name, geometry, isFocus: true }],
    tracks: [],
    points: ports.map(({ position, name }) => ({ position, label: name, symbol: 'square' })),
    symbols: [{ symbol: 'square', label: 'Portos' }],
  };
}

function breakdown(columns: readonly Column[]): Block[] {
  const heads = columns.map(({ name }) => ({ label: name, share: 2, align: 'right' as const }));
  const table = (
    caption: string,
    label: string,
    empty: string,
    read: (figures: AreaFigures) => readonly (readonly [string, number])[],
  ): Block => {
    const parts = columns.map(({ figures }) => new Map(read(figures)));
    const names = [...new Set(parts.flatMap((part) => [...part.keys()]))];
    return {
      kind: 'table',
      caption,
      columns: [{ label, share: 3 }, ...heads],
      rows: names.map((name) => [name, ...parts.map((part) => figure(part.get(name) ?? 0, 0))]),
      empty,
    };
  };
  return [
    { kind: 'heading', level: 1, text: 'Bandeiras, acontecimentos e alertas' },
    table('Horas de presença por bandeira', 'Bandeira', 'Nenhuma embarcação.', ({ flags }) =>
      flags.map(({ flag, hours }) => [flag ?? 'Desconhecida', hours]),
    ),
    table('Acontecimentos que começaram na área', 'Tipo', 'Nenhum.', ({ events }) =>
      events.map(({ kind, count }) => [eventLabels[kind], count]),
    ),
    table('Alertas da área, sem falsos positivos nem anulados', 'Regra', 'Nenhum.', ({ alerts }) =>
      alerts.map(({ label, count }) => [label, count]),
    ),
  ];
}

function vesselTable({ topVessels, vessels }: AreaFigures): Block {
  const isAll = topVessels.length === vessels;
  return {
    kind: 'table',
    caption: isAll
      ? 'Embarcações deste período'
      : `As ${figure(topVessels.length, 0)} embarcações com mais horas, de ${figure(vessels, 0)}`,
    columns: [
      { label: 'Nome', share: 4 },
      { label: 'MMSI', share: 2 },
      { label: 'Bandeira', share: 2 },
      { label: 'Horas de presença', share: 2, align: 'right' },
      { label: 'Horas de pesca', share: 2, align: 'right' },
    ],
    rows: topVessels.map(({ name, mmsi, flag, hours, fishingHours }) => [
      name ?? 'Sem nome',
      mmsi ?? '—',
      flag ?? '—',
      figure(hours, 0),
      figure(fishingHours),
    ]),
    empty: 'Nenhuma embarcação ouvida dentro da área.',
  };
}
