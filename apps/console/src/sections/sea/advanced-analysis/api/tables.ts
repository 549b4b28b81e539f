import { type CsvValue, toCsv } from '@kianda/contract/core/csv';
import { type UsageReport, usageFigureIds } from '@kianda/contract/people/usage/usage.contract';
import { findSection } from '../../../sections.ts';
import type { AnalysisTab } from '../search.ts';
import { analysisTexts as texts } from '../texts.pt.ts';

export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly CsvValue[])[] };

/** Title of a section that was opened; its id where this console does not know it. */
export function nameOfSection(id: string): string {
  return findSection(id)?.title ?? id;
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

export function deviceTable({ devices }: UsageReport): Table {
  return {
    columns: [texts.charts.device, texts.charts.visits, texts.charts.share],
    rows: devices.map(({ device, visits, share }) => [texts.devices[device], visits, share]),
  };
}

export function sectionTable({ sections }: UsageReport): Table {
  return {
    columns: [texts.charts.section, texts.charts.opened, texts.charts.users],
    rows: sections.map(({ section, opened, users }) => [nameOfSection(section), opened, users]),
  };
}

export function heatTable({ heatmap }: UsageReport): Table {
  return {
    columns: [texts.charts.weekday, texts.charts.hour, texts.charts.accountHours],
    rows: heatmap.map(({ weekday, hour, accountHours }) => [texts.weekdays[weekday], clock(hour), accountHours]),
  };
}

export function cohortTable({ cohorts }: UsageReport): Table {
  const steps = Math.max(0, ...cohorts.rows.map(({ shares }) => shares.length));
  return {
    columns: [
      texts.cohorts.first[cohorts.unit],
      texts.cohorts.users,
      ...Array.from({ length: steps }, (_, index) => `${texts.cohorts.step[cohorts.unit]} ${index} (%)`),
    ],
    rows: cohorts.rows.map(({ start, users, shares }) => [
      start,
      users,
      ...Array.from({ length: steps }, (_, index) => shares[index] ?? null),
    ]),
  };
}

export function funnelTable({ funnel }: UsageReport): Table {
  return {
    columns: [texts.charts.step, texts.charts.users, texts.charts.ofPrevious],
    rows: funnel.map(({ id, users, share }) => [texts.steps[id], users, share]),
  };
}

function segmentTable({ segments }: UsageReport): Table {
  const { segment, users, growth, engagement, analyses, exports, names } = texts.segments;
  return {
    columns: [segment, users, growth, engagement, analyses, exports],
    rows: segments.map((row) => [names[row.id], row.users, row.growth, row.engagement, row.analyses, row.exports]),
  };
}

function overviewTable({ overview, trend }: UsageReport): Table {
  return {
    columns: ['Medida', 'Valor', 'Variação'],
    rows: [
      ...usageFigureIds.map((id) => [texts.figures[id].label, overview[id].value, overview[id].change]),
      [],
      ['Dia', texts.charts.users, texts.charts.opened],
      ...trend.map(({ day, users, opened }) => [day, users, opened]),
    ],
  };
}

const tables: Readonly<Record<AnalysisTab, (report: UsageReport) => Table>> = {
  overview: overviewTable,
  heatmap: heatTable,
  cohort: cohortTable,
  funnel: funnelTable,
  segments: segmentTable,
};

/** CSV of a tab's table; its sources close it. */
export function tabCsv(tab: AnalysisTab, report: UsageReport, source: string): string {
  const { columns, rows } = tables[tab](report);
  return toCsv([...columns], [...rows, [], ['Fonte', source], ['Período', `${report.from} a ${report.to}`]]);
}
