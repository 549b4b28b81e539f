/** Pages by Lighthouse's mobile rules, in the whole browser, each with nothing kept. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SignIn } from '@kianda/contract/people/identity/identity.contract';
import { chromium } from 'playwright-core';
import { findChromium } from '../../tools/shared/chromium.mjs';
import { ensureInstalled, runtimeNode } from '../../tools/shared/install.mjs';

const folder = join(import.meta.dirname, 'lighthouse');

/** Scores from 0 to 1, times in milliseconds; `failed` names the audits that the page does not pass at all. */
export type Audited = {
  readonly name: string;
  readonly scores: Readonly<Record<'performance' | 'accessibility' | 'best-practices', number | null>>;
  readonly firstPaintMs: number | null;
  readonly largestPaintMs: number | null;
  readonly blockingMs: number | null;
  readonly speedIndexMs: number | null;
  readonly shift: number | null;
  readonly failed: readonly string[];
};

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly id: string;
        readonly score: number | null;
        readonly scoreDisplayMode: string;
        readonly numericValue?: number;
      }
    >
  >;
  readonly runtimeError?: { readonly message: string };
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** The report of Lighthouse's own program about a page, in the browser that listens at the port. */
async function ask(address: string, port: number): Promise<Report> {
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  const { stdout } = await promisify(execFile)(
    runtimeNode(),
    [
      ...[program, address, `--port=${port}`, '--output=json', '--quiet', '--no-enable-error-reporting'],
      '--only-categories=performance,accessibility,best-practices',
      // The session stands in the page's storage.
      '--disable-storage-reset',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError !== undefined) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  return report;
}

function measuresOf({ categories, audits }: Report): Omit<Audited, 'name'> {
  const numberOf = (id: string) => audits[id]?.numericValue ?? null;
  return {
    scores: {
      performance: categories.performance?.score ?? null,
      accessibility: categories.accessibility?.score ?? null,
      'best-practices': categories['best-practices']?.score ?? null,
    },
    firstPaintMs: numberOf('first-contentful-paint'),
    largestPaintMs: numberOf('largest-contentful-paint'),
    blockingMs: numberOf('total-blocking-time'),
    speedIndexMs: numberOf('speed-index'),
    shift: numberOf('cumulative-layout-shift'),
    failed: Object.values(audits).flatMap(({ id, score, scoreDisplayMode }) =>
      score === 0 && scoreDisplayMode === 'binary' ? [id] : [],
    ),
  };
}

/** Audits the page at `path`; with a session where one is given. Throws where Lighthouse could not finish. */
async function audit(url: string, { name, path, session }: Place): Promise<Audited> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium: «npm test» installs it, or says how.');
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'kianda-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', `--remote-debugging-port=${port}`],
  });
  try {
    if (session !== null) {
      const page = await context.newPage();
      // A file of the same origin that starts nothing.
      await page.goto(`${url}/favicon.svg`);
      await page.evaluate(
        ([access, refresh]) => {
          window.localStorage.setItem('kianda.refresh-token', refresh);
          window.localStorage.setItem('kianda.access-token', access);
        },
        [session.accessToken, session.refreshToken] as const,
      );
      await page.close();
    }
    return { name, ...measuresOf(await ask(`${url}${path}`, port)) };
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

export type Place = { readonly name: string; readonly path: string; readonly session: SignIn | null };

/** Installs Lighthouse as its lockfile names it, and audits the places one after the other. */
export async function auditPlaces(url: string, places: readonly Place[]): Promise<readonly Audited[]> {
  await ensureInstalled(folder);
  const audited: Audited[] = [];
  for (const place of places) audited.push(await audit(url, place));
  return audited;
}
