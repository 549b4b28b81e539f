import { isFailing, listConnectors, streamCounts } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { debugState, failedRequests } from '@kianda/contract/operations/diagnostics/debug.contract';
import { testResults } from '@kianda/contract/operations/diagnostics/tests.contract';
import { servicesStatus, systemHealth } from '@kianda/contract/operations/health/health.contract';
import { formatMilliseconds, formatNumber, formatRelative } from '@kianda/format';
import { browserClock } from '../../platform/clock.ts';
import { bad, caution, good, type Probe, unknown } from '../checks.types.ts';
import { probeTexts as texts } from '../probe-texts.pt.ts';

export const servicesAnswer: Probe = async ({ client, signal }) => {
  const { data } = await client.read(servicesStatus, {}, signal);
  const down = data.services.filter(({ status }) => status === 'offline');
  const warned = data.services.filter(({ status }) => status === 'warning');
  const names = (list: typeof down) => list.map(({ name, note }) => (note === null ? name : `${name} (${note})`));
  if (down.length > 0) return bad(texts.services.down(names(down).join(', ')));
  if (warned.length > 0) return caution(texts.services.warned(names(warned).join(', ')));
  return good(texts.services.good(formatNumber(data.services.length)));
};

export const componentsAnswer: Probe = async ({ client, signal }) => {
  const { data } = await client.read(systemHealth, {}, signal);
  const said = data.components.map(({ label, detail }) => `${label}: ${detail}`).join(' · ');
  if (data.components.some(({ status }) => status === 'offline')) return bad(said);
  return data.components.some(({ status }) => status === 'warning') ? caution(said) : good(said);
};

export const versionsStand: Probe = async ({ client, signal }) => {
  const { build } = (await client.read(debugState, {}, signal)).data;
  const said = texts.versions(build);
  const [nodeMajor, postgresMajor] = [Number.parseInt(build.node.replace(/^v/, ''), 10), majorOf(build.postgres)];
  if (nodeMajor < 22) return bad(texts.oldNode(build.node));
  if (postgresMajor !== null && postgresMajor < 15) return bad(texts.oldPostgres(build.postgres));
  return build.pagesBuiltAt === null ? caution(`${said} · ${texts.notBuilt}`) : good(said);
};

function majorOf(text: string): number | null {
  const found = /\d+/.exec(text)?.[0];
  return found === undefined ? null : Number(found);
}

/** Delay of the event loop from which a person notices. */
const slowLoopMs = 200;

export const processIsCalm: Probe = async ({ client, signal }) => {
  const { runtime, queue } = (await client.read(debugState, {}, signal)).data;
  const { eventLoop, pool } = runtime;
  const failed = queue.reduce((sum, one) => sum + one.failed, 0);
  const said = texts.calm(
    formatMilliseconds(eventLoop.p99Ms),
    formatNumber(pool.waiting),
    formatNumber(queue.reduce((sum, one) => sum + one.queued + one.running, 0)),
    formatNumber(failed),
  );
  return (eventLoop.p99Ms ?? 0) > slowLoopMs || pool.waiting > 0 || failed > 0 ? caution(said) : good(said);
};

const hourMs = 3_600_000;

export const requestsSucceed: Probe = async ({ client, signal }) => {
  const { requests, isKept } = (await client.read(failedRequests, { query: { limit: 50 } }, signal)).data;
  if (!isKept) return unknown(texts.failures.notKept);
  const recent = requests.filter(({ at }) => browserClock() - Date.parse(at) < hourMs);
  const last = recent[0]?.lines.at(-1)?.message;
  return recent.length === 0
    ? good(texts.failures.none)
    : caution(texts.failures.some(formatNumber(recent.length), last));
};

export const testsPassed: Probe = async ({ client, signal }) => {
  const { run, reason } = (await client.read(testResults, {}, signal)).data;
  if (run === null) return unknown(reason ?? texts.tests.none);
  const sum = (of: 'passed' | 'failed') => run.suites.reduce((total, suite) => total + suite[of], 0);
  const said = texts.tests.run(formatNumber(sum('passed')), formatNumber(sum('failed')));
  return sum('failed') > 0 ? bad(said) : good(said);
};

export const overviewIsLive: Probe = async ({ client, signal }) => {
  const { data, metadata } = await client.read(dashboardOverview, {}, signal);
  const missing = Object.entries(data.real_time_data).flatMap(([name, value]) => (value === null ? [name] : []));
  const { provenance } = metadata;
  if (provenance.state === 'fallback') return bad(provenance.reason);
  if (missing.length > 0) return caution(texts.overview.missing(missing.join(', ')));
  return good(texts.overview.good(formatNumber(provenance.source.split(' + ').length)));
};

export const connectorsDeliver: Probe = async ({ client, signal }) => {
  const { connectors } = (await client.read(listConnectors, {}, signal)).data;
  const failing = connectors.filter(isFailing);
  if (failing.length > 0) {
    return bad(failing.map(({ name, statusReason }) => `${name}: ${statusReason ?? '—'}`).join(' · '));
  }
  const never = connectors.filter(({ hasDelivered, status }) => !hasDelivered && status !== 'inactive');
  if (never.length > 0) return caution(texts.connectors.waiting(never.map(({ name }) => name).join(', ')));
  return good(texts.connectors.good(formatNumber(connectors.length)));
};

export const dataAreFresh: Probe = async ({ client, signal }) => {
  const { connectors } = (await client.read(listConnectors, {}, signal)).data;
  const { all, fresh, late } = streamCounts(connectors);
  const newest = connectors
    .flatMap(({ newestObservation }) => newestObservation ?? [])
    .toSorted()
    .at(-1);
  const age = newest === undefined ? '—' : formatRelative(newest, browserClock());
  const said = texts.fresh(formatNumber(fresh), formatNumber(all), formatNumber(late), age);
  return late > 0 ? caution(said) : good(said);
};
