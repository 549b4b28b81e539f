/**
 * `npm run bench -- line`: the console on one bar of signal — bytes, requests, times and shifts, on a platform of its own.
 * `--only=` chooses among its parts; `--stay=` is how long the dashboard is left open, ten minutes unless given; `--url= --email= --password=` measures a platform that runs already.
 */
import { parseArgs } from 'node:util';
import { signIn } from '../tests/e2e/testing/api.ts';
import { launchBrowser } from '../tests/e2e/testing/browser.ts';
import { newFolder, removeFolder } from '../tests/e2e/testing/platform.ts';
import { badLine } from './line/measure.ts';
import { type Measured, measureRepeat, measureSection, measureSignIn } from './line/places.ts';
import { chosenParts } from './shared/chosen-parts.ts';
import { firstStart, password as ownPassword } from './shared/session.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const parts = ['sign-in', 'sections', 'repeat'] as const;
const sections = ['dashboard', 'user-management', 'global-fishing-watch'];

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

async function measureAll(url: string, email: string, password: string): Promise<readonly Measured[]> {
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

const dataDir = values.url === undefined ? await newFolder('linha') : null;
try {
  const target =
    dataDir === null
      ? { url: values.url ?? '', email: values.email ?? '', password: values.password ?? '' }
      : await firstStart(dataDir).then(({ platform, email }) => ({ url: platform.url, email, password: ownPassword }));
  const measured = await measureAll(target.url, target.email, target.password);
  const { bitsPerSecond, latencyMs, slowdown } = badLine;
  printTable(
    `Consola a ${figure(bitsPerSecond / 1000)} kbit/s, ${latencyMs} ms de espera, processador ÷ ${slowdown}, telemóvel`,
    ['', 'na linha', 'pedidos', 'tempo', 'deslocamento'],
    measured.map(row),
  );
  printMachine();
} finally {
  if (dataDir !== null) await removeFolder(dataDir);
}
