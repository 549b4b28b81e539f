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
const shared = new Set(['estilos', 'menus', 'campos'].flatMap((name) => [...closureOf(keyOf(name))]))
  .difference(shell)
  .difference(everyVisit);

/** Sections whose screens need more than the others, each with what it has reached; those that open first need less. */
const largest = {
  'operations/home': '28.8 kB',
  'operations/dashboard': '14.8 kB',
  'space/qgis-biomass-calculator': '86.2 kB',
  'space/qgis-temporal-visualization': '97.1 kB',
  'operations/backup-security': '105.0 kB',
  'open/maps': '107.8 kB',
  'open/geo-features': '100.4 kB',
  'fleet/global-fishing-watch': '100.6 kB',
  'people/audit': '86.3 kB',
  'people/user-management': '86.9 kB',
  'ingestion/data-ingestion': '82.4 kB',
  'open/storage': '103.5 kB',
  'people/identity-service': '93.8 kB',
  'people/auth-enterprise': '82.1 kB',
  'operations/async-processing': '78.7 kB',
  'sea/species': '69.7 kB',
  'sea/places': '69.5 kB',
  'sea/biological-samples': '68.0 kB',
  'operations/debug-interface': '75 kB',
  'operations/demo-enhanced': '78.7 kB',
  'operations/system-config': '82 kB',
  'operations/system-logs': '65.9 kB',
  'operations/databases': '65.3 kB',
  'open/api-gateway': '65.6 kB',
  'operations/cache': '65.9 kB',
  'people/assistente': '61.9 kB',
  'operations/test-dashboard': '59 kB',
};
const usual = '58 kB';

const sections = Object.keys(manifest)
  .filter((key) => key.startsWith('src/sections/') && /\/(?:page|zee-dashboard|embedded-section)\.tsx$/.test(key))
  .map((key) => {
    const name = key.replace('src/sections/', '').replace(/\/page\.tsx$/, '');
    const own = [...closureOf(key)].filter((one) => !shell.has(one) && !everyVisit.has(one) && !shared.has(one));
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
  script('início de sessão', signIn, '140.8 kB'),
  script('consola com sessão iniciada', shell, '180.6 kB'),
  script('em todas as visitas, ao lado do ecrã', everyVisit, '6.6 kB'),
  script('estilos, menus, balões e campos, uma vez', shared, '40.4 kB'),
  ...sections,
];
