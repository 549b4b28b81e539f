/**
 * Budgets of what comes over the line, by the files that a page needs at once: of the first pages, and of each section
 * beside the shell. They are what was reached: one that must grow is raised here, in sight.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, 'dist/.vite/manifest.json'), 'utf8'));

/** Keys of the files that one needs at once, itself included. */
function closureOf(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key]?.imports ?? []) closureOf(imported, found);
  return found;
}

/** Key of the file with this name, of those that the build names. */
const keyOf = (name) => {
  const key = Object.keys(manifest).find((one) => manifest[one].name === name && manifest[one].file.endsWith('.js'));
  if (key === undefined) throw new Error(`size-limit: the build has no file ${name}`);
  return key;
};
const pathsOf = (keys) => [...keys].map((key) => `dist/${manifest[key].file}`);
const script = (name, keys, limit) => ({ name, path: pathsOf(keys), limit, brotli: true });

const page = closureOf(keyOf('index'));
const signIn = new Set([...page, ...closureOf(keyOf('login'))]);
const shell = new Set([...page, ...closureOf(keyOf('shell'))]);
/** Fetched beside the first screen, whatever it is: each visit pays for it once. */
const everyVisit = closureOf(keyOf('todas')).difference(shell);

/** Sections whose screens need more than the others, each with what it has reached; those that open first need less. */
const largest = {
  'operations/home': '12.8 kB',
  'operations/dashboard': '29 kB',
  'space/qgis-biomass-calculator': '96 kB',
  'space/qgis-temporal-visualization': '82.1 kB',
  'sea/coastline': '64 kB',
  'sea/maritime-limits': '61 kB',
  'operations/backup-security': '113 kB',
  'open/maps': '105 kB',
  'open/geo-features': '108.4 kB',
  'fleet/global-fishing-watch': '102 kB',
  'people/audit': '102 kB',
  'people/user-management': '99 kB',
  'ingestion/data-ingestion': '98 kB',
  'open/storage': '98.3 kB',
  'people/identity-service': '99.3 kB',
  'people/auth-enterprise': '95 kB',
  'operations/async-processing': '94 kB',
  'sea/species': '90 kB',
  'sea/places': '90 kB',
  'sea/biological-samples': '77.6 kB',
  'models/machine-learning': '65 kB',
  'operations/debug-interface': '87 kB',
  'operations/demo-enhanced': '85.7 kB',
  'operations/system-config': '87.2 kB',
  'operations/services-status': '72.4 kB',
  'operations/system-logs': '75.3 kB',
  'operations/databases': '70.7 kB',
  'open/api-gateway': '71 kB',
  'operations/cache': '71.1 kB',
  'ingestion/processing': '65 kB',
  'sea/copernicus-monitoring': '68.6 kB',
  'people/mobile-pwa': '64.5 kB',
  'operations/performance-monitor': '67.5 kB',
  'operations/test-dashboard': '64.3 kB',
  'ingestion/first-day': '59.3 kB',
  'ingestion/data-connectors': '58 kB',
  'models/predictive-filters': '63 kB',
  'models/ml-dashboard': '60.3 kB',
  'open/scientific-interfaces': '62.1 kB',
  'operations/reports': '60.2 kB',
  'operations/dashboard/zee/zee-dashboard.tsx': '61.2 kB',
  'people/assistente': '75 kB',
};
const usual = '58 kB';

const sections = Object.keys(manifest)
  .filter((key) => key.startsWith('src/sections/') && /\/(?:page|zee-dashboard|embedded-section)\.tsx$/.test(key))
  .map((key) => {
    const name = key.replace('src/sections/', '').replace(/\/page\.tsx$/, '');
    const own = [...closureOf(key)].filter((one) => !shell.has(one) && !everyVisit.has(one));
    return script(`secção ${name}, além do que vem sempre`, own, largest[name] ?? usual);
  });

/** Scripts of a first visit to the dashboard: on a bad line six come at a time, and each six wait once more. */
const mostScripts = 13;
const dashboard = ['page.tsx', 'components/below.tsx'].map((file) => `src/sections/operations/dashboard/${file}`);
const visit = new Set([...shell, ...everyVisit, ...dashboard.flatMap((key) => [...closureOf(key)])]);
if (visit.size > mostScripts)
  throw new Error(
    `size-limit: a first visit to the dashboard has ${visit.size} scripts, at most ${mostScripts}: see chunks.ts`,
  );

export default [
  { name: 'página, com as primeiras palavras', path: 'dist/index.html', limit: '3 kB', brotli: true },
  script('início de sessão', signIn, '138 kB'),
  script('consola com sessão iniciada', shell, '177.2 kB'),
  script('em todas as visitas, ao lado do ecrã', everyVisit, '41.5 kB'),
  ...sections,
];
