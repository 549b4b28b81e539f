import { timingSafeEqual } from 'node:crypto';
import { systemLevels } from '@kianda/contract/operations/health/condition';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Mode } from '../config/config.ts';
import type { Admission } from '../platform/http/admission.ts';
import { AppError } from '../platform/http/errors.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { NotReady, Readiness } from '../platform/process/readiness.ts';
import type { Composition } from './modules.ts';

const starting: NotReady = { reason: 'starting', detail: 'A plataforma está a arrancar.' };

/**
 * Probes of orchestrators. `/healthz` answers while the process lives; `/readyz` is 503 with its reasons while the start
 * goes on, the database is away, its disk or that of the data is full, or the schema is another version's.
 */
export function bindHealthProbes(
  app: HttpServer,
  { hasStarted, readiness }: { readonly hasStarted: () => boolean; readonly readiness: Readiness },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { reasons, warnings } = hasStarted() ? await readiness() : { reasons: [starting], warnings: [] };
    const told = warnings.length === 0 ? {} : { warnings };
    if (reasons.length === 0) return { status: 'ready', ...told };
    const status = reasons.includes(starting) ? 'starting' : 'not_ready';
    return reply
      .code(503)
      .header('retry-after', '1')
      .send({ status, reasons, ...told });
  });
}

let ofProcess: Registry | null = null;

/** Figures of the process, whichever applications live in it: its observers of the runtime are never given back. */
function processRegistry(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Prometheus text for operators. */
export function bindMetrics(
  app: HttpServer,
  options: {
    readonly composition: Composition;
    readonly mode: Mode;
    readonly metricsToken: string | null;
    readonly admission: Pick<Admission, 'refused'>;
  },
): void {
  const { health, requests } = options.composition;
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === null) this.reset();
        else this.set(value);
      },
    });
  gauge('kianda_http_requests_total', 'Requests answered since the start', () => requests.total());
  gauge('kianda_http_refused_total', 'Requests refused since the start because of too many', options.admission.refused);
  gauge('kianda_http_latency_p95_ms', 'p95 latency over five minutes', () => requests.window()?.p95Ms ?? null);
  gauge(
    'kianda_http_error_share',
    'Share of 5xx answers over five minutes',
    () => requests.window()?.errorShare ?? null,
  );
  const components = new Gauge({
    name: 'kianda_component_up',
    help: '1 online, 0.5 with warnings, 0 offline',
    labelNames: ['component'],
    registers: [registry],
    collect() {
      const worth = { online: 1, warning: 0.5, offline: 0 };
      for (const { id, report } of health.registry.components) this.set({ component: id }, worth[report.state]);
    },
  });
  registry.registerMetric(components);
  const condition = new Gauge({
    name: 'kianda_system_condition',
    help: '1 for the level that the one health sentence has: healthy, warning, error or unknown',
    labelNames: ['level'],
    registers: [registry],
    async collect() {
      const { level } = await health.condition();
      for (const known of Object.keys(systemLevels)) this.set({ level: known }, known === level ? 1 : 0);
    },
  });
  registry.registerMetric(condition);
  const online = new Gauge({
    name: 'kianda_services',
    help: 'Services by state: online, warning, offline, unknown',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { total: _, ...counts } = (await health.condition()).services;
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  registry.registerMetric(online);

  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, options)) throw new AppError('forbidden', { detail: closedMetrics(options) });
    return reply.type(registry.contentType).send(await Registry.merge([processRegistry(), registry]).metrics());
  });
}

type Scrape = { readonly headers: { readonly authorization?: string | undefined }; readonly ip: string };
type MetricsOptions = { readonly mode: Mode; readonly metricsToken: string | null };

/**
 * With a token set, it alone opens the metrics. Without one they are closed in production, where a proxy on this machine
 * makes every caller look like one of it, and open to this machine in demonstration.
 */
export function mayScrape({ headers, ip }: Scrape, { mode, metricsToken }: MetricsOptions): boolean {
  if (metricsToken === null) return mode === 'demo' && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip);
  const given = Buffer.from((headers.authorization ?? '').replace(/^Bearer /, ''));
  const expected = Buffer.from(metricsToken);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function closedMetrics({ mode, metricsToken }: MetricsOptions): string {
  if (metricsToken !== null) return 'As métricas exigem a senha de KIANDA_METRICS_TOKEN em «Authorization: Bearer».';
  return mode === 'demo'
    ? 'Sem KIANDA_METRICS_TOKEN, só a própria máquina lê as métricas.'
    : 'Em produção, as métricas só abrem com KIANDA_METRICS_TOKEN definido.';
}
