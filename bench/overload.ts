/**
 * `npm run bench -- overload`: how sign-in and alerts are answered while the rest is asked ten times as often as it can be
 * answered, beside the same with nothing else to do.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from '@kianda/contract';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { listAlerts } from '@kianda/contract/operations/health/health.contract';
import { authLogin, authMe } from '@kianda/contract/people/identity/identity.contract';
import { fieldGrid, pointSeries, zeeSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import autocannon from 'autocannon';
import { newFolder, removeFolder } from '../tests/e2e/testing/platform.ts';
import { measure } from './shared/load.ts';
import { firstStart, password } from './shared/session.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const settleMs = 10_000;
const times = 10;
const overloadConnections = 400;
const overloadSeconds = 60;
/** Beyond what a person asks, below what weighs. */
const pauseMs = 100;
/** The sign-in takes twenty a minute from one place. */
const signInPauseMs = 3_200;
const rest = [
  pathOf(fieldGrid, { variable: 'analysedSst' }),
  `${pathOf(pointSeries)}?lon=12.5&lat=-10`,
  pathOf(zeeSeries, { variable: 'analysedSst' }),
];

type Answer = { readonly ms: number; readonly status: number };

async function ask(url: string, init: RequestInit): Promise<Answer> {
  const begunMs = performance.now();
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  return { ms: performance.now() - begunMs, status: answer.status };
}

/** Asks again and again until the signal, one request after the other. */
async function series(signal: AbortSignal, everyMs: number, next: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!signal.aborted) {
    answers.push(await next());
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return answers;
}

function row(name: string, answers: readonly Answer[]): string[] {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  const good = answers.filter(({ status }) => status < 300).length;
  return [name, figure(answers.length), figure(good), figure(at(0.5), 'ms'), figure(at(0.99), 'ms')];
}

const dataDir = await newFolder('medida');
try {
  const { platform, token, email } = await firstStart(dataDir);
  await wait(settleMs);
  const authorization = `Bearer ${token}`;
  const get = (path: string) => () => ask(platform.url + path, { headers: { authorization } });
  const alerts = [pathOf(listAlerts), pathOf(listVesselAlerts), pathOf(authMe)];
  const signIn = () =>
    ask(platform.url + pathOf(authLogin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });

  /** What comes first, for as long as the other work lasts. */
  async function first(title: string, work: Promise<unknown>): Promise<string[][]> {
    const over = new AbortController();
    void work.finally(() => over.abort());
    const [entered, ...seen] = await Promise.all([
      series(over.signal, signInPauseMs, signIn),
      ...alerts.map((path) => series(over.signal, pauseMs, get(path))),
    ]);
    return [
      row(`${title}: início de sessão`, entered),
      ...alerts.map((path, index) => row(`${title}: ${path}`, seen[index] ?? [])),
    ];
  }

  const quiet = await first('sozinho', wait((overloadSeconds * 1_000) / 2));
  const capacity = await measure(platform.url, token, rest);
  const overload = autocannon({
    url: platform.url,
    connections: overloadConnections,
    overallRate: Math.round(capacity.requestsPerSecond * times),
    duration: overloadSeconds,
    timeout: 60,
    headers: { authorization },
    requests: rest.map((path) => ({ path })),
  });
  const busy = await first('em sobrecarga', overload);
  const { statusCodeStats, errors, timeouts, latency } = await overload;
  printTable('O que vai primeiro', ['', 'pedidos', 'respondidos', 'p50', 'p99'], [...quiet, ...busy]);
  printTable(
    `O resto, a ${times} vezes os ${figure(capacity.requestsPerSecond)} pedidos/s que cabem`,
    ['estado', 'respostas'],
    [
      ...Object.entries(statusCodeStats).map(([status, { count }]) => [status, figure(count)]),
      ['sem resposta', figure(errors + timeouts)],
      ['p99', figure(latency.p99, 'ms')],
    ],
  );
  printMachine();
} finally {
  await removeFolder(dataDir);
}
