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
/** Fetched with the first screen that has menus or fields, or with the first hint that is asked for: a visit pays for it once. */
const menusAndFields = new Set(['menus', 'campos'].flatMap((name) => [...closureOf(keyOf(name))]))
  .difference(shell)
  .difference(everyVisit);

/** Sections whose screens need more than the others, each with what it has reached; those that open first need less. */
const largest = {
  'operations/home': '7.9 kB',
  'operations/dashboard': '15.3 kB',
  'space/qgis-biomass-calculator': '89 kB',
  'space/qgis-temporal-visualization': '95.2 kB',
  'operations/backup-security': '103.8 kB',
  'open/maps': '96.9 kB',
  'open/geo-features': '100.8 kB',
  'fleet/global-fishing-watch': '96.4 kB',
  'people/audit': '93.1 kB',
  'people/user-management': '89.7 kB',
  'ingestion/data-ingestion': '85.4 kB',
  'open/storage': '108.5 kB',
  'people/identity-service': '92 kB',
  'people/auth-enterprise': '84.1 kB',
  'operations/async-processing': '82.4 kB',
  'sea/species': '77 kB',
  'sea/places': '76.9 kB',
  'sea/biological-samples': '74.9 kB',
  'models/machine-learning': '62 kB',
  'operations/debug-interface': '72.7 kB',
  'operations/demo-enhanced': '78 kB',
  'operations/system-config': '79.7 kB',
  'operations/system-logs': '68.3 kB',
  'operations/databases': '63 kB',
  'open/api-gateway': '63.2 kB',
  'operations/cache': '63.5 kB',
  'sea/copernicus-monitoring': '60.5 kB',
  'operations/performance-monitor': '58.7 kB',
  'people/assistente': '64.4 kB',
};
const usual = '58 kB';

const sections = Object.keys(manifest)
  .filter((key) => key.startsWith('src/sections/') && /\/(?:page|zee-dashboard|embedded-section)\.tsx$/.test(key))
  .map((key) => {
    const name = key.replace('src/sections/', '').replace(/\/page\.tsx$/, '');
    const own = [...closureOf(key)].filter(
      (one) => !shell.has(one) && !everyVisit.has(one) && !menusAndFields.has(one),
    );
    return script(`secção ${name}, além do que vem sempre`, own, largest[name] ?? usual);
  });

/** Scripts of a first visit to the dashboard: on a bad line six come at a time, and each six wait once more. */
const mostScripts = 12;
const dashboard = ['page.tsx', 'components/below.tsx'].map((file) => `src/sections/operations/dashboard/${file}`);
const visit = new Set([...shell, ...everyVisit, ...dashboard.flatMap((key) => [...closureOf(key)])]);
if (visit.size > mostScripts)
  throw new Error(
    `size-limit: a first visit to the dashboard has ${visit.size} scripts, at most ${mostScripts}: see chunks.ts`,
  );

export default [
  { name: 'página, com as primeiras palavras', path: 'dist/index.html', limit: '3 kB', brotli: true },
  script('início de sessão', signIn, '138 kB'),
  script('consola com sessão iniciada', shell, '178.5 kB'),
  script('em todas as visitas, ao lado do ecrã', everyVisit, '13.1 kB'),
  script('menus, balões e campos, uma vez', menusAndFields, '32 kB'),
  ...sections,
];
