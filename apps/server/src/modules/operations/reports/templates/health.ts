import { figureNames } from '@kianda/contract/core/figure-names';
import { systemLevels } from '@kianda/contract/operations/health/condition';
import {
  listAlerts,
  metricsHistory,
  routeMetrics,
  systemHealth,
} from '@kianda/contract/operations/health/health.contract';
import {
  incidentSeverities,
  incidentStates,
  listAnnouncements,
} from '@kianda/contract/operations/services/announcements.contract';
import { servicesHistory } from '@kianda/contract/operations/services/services.contract';
import { dayMs, hourMs } from '@kianda/geo';
import { type Block, figure, shortDate, shortInstant } from '../../../../platform/documents/index.ts';
import {
  factsBlock,
  fixed,
  heading,
  note,
  type Part,
  type ReportWriter,
  statisticsOf,
  table,
} from '../writing/report-writer.ts';

const component = { online: 'em linha', warning: 'com avisos', offline: 'fora de linha' } as const;
const severities = { info: 'informação', warning: 'aviso', error: 'erro', critical: 'crítico' } as const;
/** Days that the history of checks is kept. */
const mostDays = 90;

const daysBack = ({ nowMs, period }: ReportWriter): number =>
  Math.min(mostDays, Math.max(1, Math.ceil((nowMs - period.beginMs) / dayMs)));
const percent = (value: number | null): string => (value === null ? '—' : `${figure(value, 2)} %`);

const state: Part = async (writer) => {
  const { data } = await writer.read('Saúde do sistema', systemHealth);
  const { performance, statistics } = data;
  return [
    factsBlock([
      ['Estado', `${systemLevels[data.condition.level]}. ${data.condition.sentence}`],
      ['Componentes em linha', percent(data.health_percentage)],
      ['Processo a correr há', `${figure(data.process_uptime_seconds / 3600)} h`],
      [figureNames.cpu, percent(performance.cpu_usage)],
      [figureNames.memory, percent(performance.memory_usage)],
      [figureNames.disk, percent(performance.disk_usage)],
      [
        `${figureNames.apiLatency}, nos últimos 5 min`,
        performance.api_response_time === null ? '—' : `${figure(performance.api_response_time)} ms`,
      ],
      [
        figureNames.servicesOnline,
        `${figure(statistics.online_services, 0)} de ${figure(statistics.total_services, 0)}`,
      ],
      [figureNames.platformAlerts, `${figure(data.alerts.active, 0)}, ${figure(data.alerts.critical, 0)} críticos`],
    ]),
    table(
      'Componentes',
      [
        ['Componente', 3],
        ['Estado', 2],
        ['Resposta (ms)', 2, 'right'],
        ['Pormenor', 6],
      ],
      data.components.map((row) => [row.label, component[row.status], fixed(row.latency_ms), row.detail]),
      '— Ainda nada foi verificado.',
    ),
  ];
};

const uptime: Part = async (writer) => {
  const { data } = await writer.read('Disponibilidade dos serviços', servicesHistory, {
    query: { days: daysBack(writer) },
  });
  const rows = data.services.map((service) => {
    const days = service.days.filter(
      ({ day, checks }) => day >= writer.period.from && day <= writer.period.to && checks > 0,
    );
    const checks = days.reduce((total, row) => total + row.checks, 0);
    // Each day weighs by what is known of it; the offline share holds the time that the platform itself was off.
    const known = days.reduce((total, row) => total + 100 - row.unknown, 0);
    const down = days.reduce((total, row) => total + row.offline, 0);
    const upShare = known === 0 ? null : (1 - down / known) * 100;
    const slowest = Math.max(...days.map(({ p95Ms }) => p95Ms ?? 0));
    return [
      service.name,
      fixed(upShare, 3),
      fixed(service.uptime.day, 2),
      fixed(service.uptime.quarter, 2),
      figure(checks, 0),
      slowest > 0 ? figure(slowest) : '—',
    ];
  });
  return [
    table(
      'Disponibilidade',
      [
        ['Serviço', 4],
        ['No período (%)', 2, 'right'],
        ['24 h (%)', 2, 'right'],
        ['90 dias (%)', 2, 'right'],
        ['Verificações', 2, 'right'],
        ['Pior p95 diário (ms)', 3, 'right'],
      ],
      rows,
      '— Ainda nenhum serviço foi verificado.',
    ),
    note(
      'Conta as verificações do período: em linha ou com avisos é disponível. As feitas durante manutenção anunciada não contam como falha; a plataforma desligada conta. «—» é um período mais longo do que há verificações.',
    ),
    ...(writer.nowMs - writer.period.beginMs > mostDays * dayMs
      ? [note(`As verificações guardam-se ${mostDays} dias: antes disso não se sabe.`)]
      : []),
  ];
};

const incidents: Part = async (writer) => {
  const { data } = await writer.read('Incidentes e manutenções', listAnnouncements, {
    query: { days: daysBack(writer) },
  });
  const inPeriod = data.incidents.filter(
    ({ startedAt, resolvedAt }) =>
      Date.parse(startedAt) < writer.period.endMs &&
      (resolvedAt === null || Date.parse(resolvedAt) >= writer.period.beginMs),
  );
  const works = data.maintenances.filter(
    ({ from, to }) => Date.parse(from) < writer.period.endMs && Date.parse(to) >= writer.period.beginMs,
  );
  return [
    table(
      'Incidentes',
      [
        ['Incidente', 5],
        ['Gravidade', 2],
        ['Estado', 2],
        ['Início', 3],
        ['Resolvido', 3],
        ['Horas', 2, 'right'],
      ],
      inPeriod.map((row) => [
        row.title,
        incidentSeverities[row.severity],
        incidentStates[row.state],
        shortInstant(Date.parse(row.startedAt)),
        row.resolvedAt === null ? 'em curso' : shortInstant(Date.parse(row.resolvedAt)),
        figure(
          ((row.resolvedAt === null ? writer.nowMs : Date.parse(row.resolvedAt)) - Date.parse(row.startedAt)) / hourMs,
        ),
      ]),
      'Nenhum incidente escrito no período.',
    ),
    table(
      'Manutenções',
      [
        ['Manutenção', 6],
        ['De', 3],
        ['Até', 3],
      ],
      works.map(({ title, from, to }) => [title, shortInstant(Date.parse(from)), shortInstant(Date.parse(to))]),
      'Nenhuma manutenção no período.',
    ),
  ];
};

const performance: Part = async (writer) => {
  const hours = Math.min(720, Math.max(1, Math.ceil((writer.nowMs - writer.period.beginMs) / hourMs)));
  const [{ data }, routes] = [
    await writer.read('Métricas do sistema', metricsHistory, { query: { hours } }),
    await writer.read('Latência por rota', routeMetrics, { query: { hours } }),
  ];
  const samples = data.samples.filter(({ timestamp }) => {
    const ms = Date.parse(timestamp);
    return ms >= writer.period.beginMs && ms < writer.period.endMs;
  });
  const shown = samples.length === 0 ? data.samples : samples;
  const every = Math.max(1, Math.ceil(shown.length / 240));
  const thin = shown.filter((_, index) => index % every === 0);
  const chart = (
    title: string,
    yLabel: string,
    series: readonly { name: string; values: readonly (number | null)[] }[],
  ): Block => ({
    kind: 'chart',
    shape: 'line',
    title,
    alt: `${title}. ${series.map(({ name, values }) => `${name}: média ${figure(statisticsOf(values).mean, 2)}, máximo ${figure(statisticsOf(values).max, 2)}`).join('; ')}.`,
    xLabel: 'Hora de Luanda',
    yLabel,
    labels: thin.map(({ timestamp }) => shortInstant(Date.parse(timestamp)).replace(/\/\d{4},/, '')),
    series,
  });
  return [
    ...(samples.length === 0 && shown.length > 0
      ? [
          note(
            `— Sem amostras no período; mostram-se as de ${shortDate(Date.parse(shown[0]?.timestamp ?? ''))} em diante.`,
          ),
        ]
      : []),
    ...(shown.length === 0
      ? [note('— Sem amostras: as métricas guardam-se 30 dias.')]
      : [
          chart('Latência da API', 'ms', [
            { name: 'p50', values: thin.map(({ latencyP50Ms }) => latencyP50Ms) },
            { name: 'p95', values: thin.map(({ latencyP95Ms }) => latencyP95Ms) },
          ]),
          chart('Respostas com erro do servidor', '%', [
            { name: 'Erros 5xx', values: thin.map(({ errorRate }) => errorRate) },
          ]),
          chart('Processador e memória', '%', [
            { name: 'Processador', values: thin.map(({ cpuPercent }) => cpuPercent) },
            { name: 'Memória', values: thin.map(({ memoryPercent }) => memoryPercent) },
          ]),
        ]),
    heading('Endereços'),
    table(
      `Os 20 endereços mais lentos, últimas ${figure(hours, 0)} h`,
      [
        ['Endereço', 6],
        ['Pedidos', 2, 'right'],
        ['p50 (ms)', 2, 'right'],
        ['p95 (ms)', 2, 'right'],
        ['Erros (%)', 2, 'right'],
      ],
      routes.data.routes
        .toSorted((a, b) => b.p95Ms - a.p95Ms)
        .slice(0, 20)
        .map((row) => [
          `${row.method} ${row.path}`,
          figure(row.requests, 0),
          fixed(row.p50Ms),
          fixed(row.p95Ms),
          fixed(row.errorRate, 2),
        ]),
      '— Nenhum pedido medido.',
    ),
  ];
};

const alerts: Part = async (writer) => {
  const { data } = await writer.read('Alertas da plataforma', listAlerts, { query: { limit: 500 } });
  const inPeriod = data.alerts.filter(({ timestamp }) => {
    const ms = Date.parse(timestamp);
    return ms >= writer.period.beginMs && ms < writer.period.endMs;
  });
  return [
    table(
      `Alertas levantados no período (${figure(inPeriod.length, 0)})`,
      [
        ['Quando', 3],
        ['Gravidade', 2],
        ['Alerta', 6],
        ['Fonte', 3],
        ['Resolvido', 3],
      ],
      inPeriod.map((row) => [
        shortInstant(Date.parse(row.timestamp)),
        severities[row.type],
        row.title,
        row.source,
        row.resolvedAt === null ? 'não' : shortInstant(Date.parse(row.resolvedAt)),
      ]),
      'Nenhum alerta no período.',
    ),
    ...(data.total > 500 ? [note('Contam os 500 alertas mais recentes.')] : []),
  ];
};

/** Parts of the report on the platform's health. */
export const health = { state, uptime, incidents, performance, alerts };
