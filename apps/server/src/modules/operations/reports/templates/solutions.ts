import { alertHistory } from '@kianda/contract/operations/alerts/casework.contract';
import { alertHandling, listAlerts, type PlatformAlert } from '@kianda/contract/operations/health/health.contract';
import { listAnnouncements } from '@kianda/contract/operations/services/announcements.contract';
import { hourMs } from '@kianda/geo';
import { figure, shortInstant } from '../../../../platform/documents/index.ts';
import {
  factsBlock,
  fixed,
  note,
  type Part,
  pagesOf,
  type ReportWriter,
  statisticsOf,
  table,
} from '../writing/report-writer.ts';

const severities = { info: 'informação', warning: 'aviso', error: 'erro', critical: 'crítico' } as const;
const mostAlerts = 10_000;
const mostListed = 500;
const mostDays = 90;

const hoursOf = ({ timestamp, resolvedAt }: Pick<PlatformAlert, 'timestamp' | 'resolvedAt'>): number | null =>
  resolvedAt === null ? null : (Date.parse(resolvedAt) - Date.parse(timestamp)) / hourMs;

const isIn = ({ period }: ReportWriter, instant: string | null): boolean =>
  instant !== null && Date.parse(instant) >= period.beginMs && Date.parse(instant) < period.endMs;

const alerts: Part = async (writer) => {
  const { rows, total } = await pagesOf(
    (page) => writer.read('Alertas da plataforma', alertHistory, { query: { page, pageSize: 200 } }),
    mostAlerts,
  );
  const resolved = rows.filter(({ resolvedAt }) => isIn(writer, resolvedAt));
  const { mean, max } = statisticsOf(resolved.map(hoursOf));
  return [
    factsBlock([
      ['Alertas resolvidos no período', figure(resolved.length, 0)],
      ['Tempo médio até à resolução', mean === null ? '—' : `${figure(mean)} h`],
      ['O mais demorado', max === null ? '—' : `${figure(max)} h`],
    ]),
    table(
      'Alertas resolvidos, os mais recentes primeiro',
      [
        ['Alerta', 6],
        ['Gravidade', 2],
        ['Levantado', 3],
        ['Resolvido', 3],
        ['Horas', 2, 'right'],
        ['Responsável', 3],
      ],
      resolved
        .slice(0, mostListed)
        .map((row) => [
          row.title,
          severities[row.type],
          shortInstant(Date.parse(row.timestamp)),
          row.resolvedAt === null ? '—' : shortInstant(Date.parse(row.resolvedAt)),
          fixed(hoursOf(row)),
          row.assignee?.name ?? '—',
        ]),
      'Nenhum alerta foi resolvido no período.',
    ),
    ...(resolved.length > mostListed
      ? [note(`A lista mostra os ${mostListed} mais recentes; as contas são de todos.`)]
      : []),
    ...(total > mostAlerts ? [note(`Contam os ${figure(mostAlerts, 0)} alertas mais recentes.`)] : []),
  ];
};

const incidents: Part = async (writer) => {
  const days = Math.min(mostDays, Math.max(1, Math.ceil((writer.nowMs - writer.period.beginMs) / (24 * hourMs))));
  const { data } = await writer.read('Incidentes e manutenções', listAnnouncements, { query: { days } });
  const ended = data.incidents.filter(({ resolvedAt }) => isIn(writer, resolvedAt));
  return [
    table(
      'Incidentes encerrados no período',
      [
        ['Incidente', 6],
        ['Início', 3],
        ['Resolvido', 3],
        ['Horas', 2, 'right'],
      ],
      ended.map((row) => [
        row.title,
        shortInstant(Date.parse(row.startedAt)),
        row.resolvedAt === null ? '—' : shortInstant(Date.parse(row.resolvedAt)),
        fixed(hoursOf({ timestamp: row.startedAt, resolvedAt: row.resolvedAt })),
      ]),
      'Nenhum incidente foi encerrado no período.',
    ),
  ];
};

const open: Part = async (writer) => {
  const { data } = await writer.read('Alertas da plataforma', listAlerts, { query: { limit: 500 } });
  const unresolved = data.alerts.filter(({ resolvedAt }) => resolvedAt === null);
  return [
    table(
      `Alertas por resolver (${figure(unresolved.length, 0)})`,
      [
        ['Alerta', 6],
        ['Gravidade', 2],
        ['Levantado', 3],
        ['Estado', 3],
        ['Responsável', 3],
      ],
      unresolved.map((row) => [
        row.title,
        severities[row.type],
        shortInstant(Date.parse(row.timestamp)),
        alertHandling[row.state],
        row.assignee?.name ?? '—',
      ]),
      'Nenhum alerta está por resolver.',
    ),
  ];
};

/** Parts of the report on problems that were resolved. */
export const solutions = { alerts, incidents, open };
