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

/** Sections whose screens need more than the others, each with what it has reached; those that open first need less. */
const largest = {
  'operations/home': '51 kB',
  'operations/dashboard': '77 kB',
  'operations/dashboard/zee/zee-dashboard.tsx': '86 kB',
  'operations/backup-security': '141 kB',
  'fleet/global-fishing-watch': '130 kB',
  'open/geo-features': '136 kB',
  'open/maps': '131 kB',
  'people/identity-service': '131 kB',
  'people/user-management': '127 kB',
  'people/audit': '130 kB',
  'ingestion/data-ingestion': '127 kB',
  'operations/async-processing': '122 kB',
  'people/auth-enterprise': '123 kB',
  'operations/demo-enhanced': '119 kB',
  'sea/species': '117 kB',
  'sea/places': '117 kB',
  'open/storage': '124 kB',
  'operations/system-config': '119 kB',
  'operations/debug-interface': '111 kB',
  'operations/databases': '104 kB',
  'operations/system-logs': '103 kB',
  'open/api-gateway': '102 kB',
  'operations/cache': '99 kB',
  'operations/test-dashboard': '94 kB',
  'ingestion/processing': '94 kB',
  'operations/services-status': '96 kB',
  'operations/reports': '95 kB',
  'sea/copernicus-monitoring': '90 kB',
  'operations/performance-monitor': '88 kB',
  'sea/realtime-angola': '90 kB',
  'operations/services-status/test-view': '86 kB',
  'people/mobile-pwa': '89 kB',
  'ingestion/first-day': '87 kB',
  'models/machine-learning': '92 kB',
};
const usual = '85 kB';

const sections = Object.keys(manifest)
  .filter((key) => key.startsWith('src/sections/') && /\/(?:page|zee-dashboard|embedded-section)\.tsx$/.test(key))
  .map((key) => {
    const name = key.replace('src/sections/', '').replace(/\/page\.tsx$/, '');
    const own = [...closureOf(key)].filter((one) => !shell.has(one));
    return script(`secção ${name}, além da consola`, own, largest[name] ?? usual);
  });

export default [
  { name: 'página, com as primeiras palavras', path: 'dist/index.html', limit: '3 kB', brotli: true },
  script('início de sessão', signIn, '137 kB'),
  script('consola com sessão iniciada', shell, '172 kB'),
  ...sections,
];
