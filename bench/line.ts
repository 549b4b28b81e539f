/**
 * `npm run bench -- line`: the console on one bar of signal — bytes, requests, times and shifts, on a platform of its own;
 * how soon presses and keys are answered (INP) with 100,000 vessels in the list; and Lighthouse's scores.
 * `--only=` chooses among its parts; `--stay=` is how long the dashboard is left open, ten minutes unless given; `--url= --email= --password=` measures a platform that runs already.
 */
import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { signIn } from '../tests/e2e/testing/api.ts';
import { launchBrowser } from '../tests/e2e/testing/browser.ts';
import { newFolder, removeFolder } from '../tests/e2e/testing/platform.ts';
import { newDatabase, ownServer } from './ingest/databases.ts';
import { type Interactions, measureInteractions } from './line/interactions.ts';
import { type Audited, auditPlaces } from './line/lighthouse.ts';
import { badLine } from './line/measure.ts';
import { type Measured, measureRepeat, measureSection, measureSignIn } from './line/places.ts';
import { fillVessels } from './search/installation.ts';
import { chosenParts } from './shared/chosen-parts.ts';
import { firstStart, password as ownPassword } from './shared/session.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const parts = ['sign-in', 'sections', 'repeat', 'interactions', 'lighthouse'] as const;
const sections = ['dashboard', 'user-management', 'global-fishing-watch'];
const audited = [...sections, 'enhanced-ocean-system'];
const vesselsListed = 100_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: parts.join(',') },
    stay: { type: 'string', default: '600' },
    url: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
  },
});
const chosen = chosenParts(values.only, parts);

function row({ name, seconds, bytes, requests, shift }: Measured): string[] {
  return [
    name,
    figure(bytes / 1000, 'kB'),
    figure(requests),
    figure(seconds, 's'),
    shift === null ? '—' : shift.toFixed(3),
  ];
}

type Target = { readonly url: string; readonly email: string; readonly password: string };

async function measureLine({ url, email, password }: Target): Promise<readonly Measured[]> {
  const session = await signIn(url, email, password);
  const browser = await launchBrowser();
  const measured: Measured[] = [];
  try {
    if (chosen.includes('sign-in')) measured.push(...(await measureSignIn(browser, url)));
    if (chosen.includes('sections')) {
      for (const section of sections) measured.push(await measureSection(browser, url, { session, section }));
    }
    if (chosen.includes('repeat'))
      measured.push(...(await measureRepeat(browser, url, { session, staySeconds: Number(values.stay) })));
  } finally {
    await browser.close();
  }
  return measured;
}

/** INP is the 75th percentile of visits; of one visit here, whose longest stands beside it. */
function interactionRow({ name, durationsMs }: Interactions): string[] {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const at = (share: number) => figure(sorted[Math.ceil(sorted.length * share) - 1] ?? null, 'ms');
  return [name, figure(sorted.length), at(0.5), at(0.75), at(0.98), figure(sorted.at(-1) ?? null, 'ms')];
}

async function printInteractions({ url, email, password }: Target): Promise<void> {
  const browser = await launchBrowser();
  try {
    const measured = await measureInteractions(browser, url, await signIn(url, email, password));
    printTable(
      `Da tecla ou do toque à imagem seguinte, processador ÷ ${badLine.slowdown}; o navegador não diz as de menos de 16 ms`,
      ['', 'interações', 'p50', 'p75', 'p98', 'a mais longa'],
      measured.map(interactionRow),
    );
  } finally {
    await browser.close();
  }
}

const score = (value: number | null) => (value === null ? '—' : figure(Math.round(value * 100)));

function auditRow({ name, scores, ...times }: Audited): string[] {
  return [
    name,
    ...(['performance', 'accessibility', 'best-practices'] as const).map((category) => score(scores[category])),
    ...[times.firstPaintMs, times.largestPaintMs, times.speedIndexMs].map((ms) =>
      figure(ms === null ? null : ms / 1000, 's'),
    ),
    figure(times.blockingMs, 'ms'),
    times.shift === null ? '—' : times.shift.toFixed(3),
  ];
}

async function printAudits({ url, email, password }: Target): Promise<void> {
  const places = [
    { name: 'início de sessão', path: '/login', session: null },
    ...(await Promise.all(
      audited.map(async (section) => ({
        name: section,
        path: `/?section=${section}`,
        // A session belongs to one browser.
        session: await signIn(url, email, password),
      })),
    )),
  ];
  const results = await auditPlaces(url, places);
  printTable(
    'Lighthouse 13.5.0, telemóvel',
    ['', 'desempenho', 'acesso', 'práticas', 'primeira', 'maior', 'rapidez', 'bloqueio', 'deslocamento'],
    results.map(auditRow),
  );
  for (const { name, failed } of results) {
    if (failed.length > 0) process.stdout.write(`${name}: não passa ${failed.join(', ')}\n`);
  }
}

async function measureAll(target: Target): Promise<void> {
  const measured = await measureLine(target);
  if (measured.length > 0) {
    const { bitsPerSecond, latencyMs, slowdown } = badLine;
    printTable(
      `Consola a ${figure(bitsPerSecond / 1000)} kbit/s, ${latencyMs} ms de espera, processador ÷ ${slowdown}, telemóvel`,
      ['', 'na linha', 'pedidos', 'tempo', 'deslocamento'],
      measured.map(row),
    );
  }
  if (chosen.includes('interactions')) await printInteractions(target);
  if (chosen.includes('lighthouse')) await printAudits(target);
  printMachine();
}

/** A platform of its own, its list of vessels filled, while `use` lasts. */
async function withPlatform(use: (target: Target) => Promise<void>): Promise<void> {
  const server = await ownServer();
  const dataDir = await newFolder('linha');
  try {
    const database = await newDatabase(server, 'linha');
    const { platform, email } = await firstStart(dataDir, { KIANDA_DATABASE_URL: database });
    if (chosen.includes('interactions')) {
      const pool = new pg.Pool({ connectionString: database });
      const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) });
      await fillVessels(db, vesselsListed);
      await db.destroy();
    }
    await use({ url: platform.url, email, password: ownPassword });
  } finally {
    await removeFolder(dataDir);
    await server.stop();
  }
}

if (values.url === undefined) await withPlatform(measureAll);
else await measureAll({ url: values.url, email: values.email ?? '', password: values.password ?? '' });
