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
/** Fewer say nothing of the slowest in a hundred. */
const leastAnswers = 200;
/** People who sign in at the same time: one alone would take minutes for so many. */
const hands = 4;
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

/** Asks again and again, one request after the other, until there are enough answers and the signal came. */
async function series(signal: AbortSignal, least: number, next: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!signal.aborted || answers.length < least) {
    answers.push(await next());
    await wait(pauseMs);
  }
  return answers;
}

/** Somebody else each time: the sign-in takes twenty a minute from one place. */
const addressOf = (visitor: number): string => `198.18.${(visitor >> 8) & 255}.${visitor & 255}`;

function row(name: string, answers: readonly Answer[]): string[] {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  const good = answers.filter(({ status }) => status < 300).length;
  return [name, figure(answers.length), figure(good), figure(at(0.5), 'ms'), figure(at(0.99), 'ms')];
}

const dataDir = await newFolder('medida');
try {
  const { platform, token, email } = await firstStart(dataDir, { KIANDA_TRUSTED_PROXIES: '127.0.0.1/32' });
  await wait(settleMs);
  const authorization = `Bearer ${token}`;
  const get = (path: string) => () => ask(platform.url + path, { headers: { authorization } });
  const alerts = [pathOf(listAlerts), pathOf(listVesselAlerts), pathOf(authMe)];
  let visitors = 0;
  const signIn = () => {
    visitors += 1;
    return ask(platform.url + pathOf(authLogin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(visitors) },
      body: JSON.stringify({ email, password }),
    });
  };

  /** Requests that come first, for as long as the other work lasts. */
  async function first(title: string, work: PromiseLike<unknown>): Promise<string[][]> {
    const over = new AbortController();
    const end = () => over.abort();
    // autocannon returns an object with `then` but without `catch` and `finally`.
    void work.then(end, end);
    const [entered, ...seen] = await Promise.all([
      Promise.all(Array.from({ length: hands }, () => series(over.signal, leastAnswers / hands, signIn))),
      ...alerts.map((path) => series(over.signal, leastAnswers, get(path))),
    ]);
    return [
      row(`${title}: início de sessão`, entered.flat()),
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
