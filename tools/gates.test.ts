/**
 * Faults that `npm run check` has to refuse, put into the sources one by one: our own rules see each as a file laid over
 * the real ones, dependency-cruiser and the compiler in a copy of the tree.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSources, type Fault } from './lint/check.mjs';
import { readSources } from './lint/sources.mjs';

type Injection = { readonly path: string; readonly text: string; readonly rule: string };
const root = join(import.meta.dirname, '..');
/** Whole programs run here, each over thousands of files. */
const patience = 300_000;

let count = 0;
const inService = (rule: string, text: string): Injection => ({
  path: `apps/server/src/modules/fleet/vessels/injected-${++count}.service.ts`,
  rule,
  text,
});
const inScreen = (rule: string, text: string): Injection => ({
  path: `apps/console/src/sections/operations/dashboard/injected-${++count}.tsx`,
  rule,
  text,
});
const element = (jsx: string) => `export const Injected = ({ rows }: { rows: string[] }) => <>${jsx}{rows}</>;\n`;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `  use(${index});\n`).join('');

const ownRules: Readonly<Record<string, Injection>> = {
  'a clock passed as a value': inService('time-and-chance', 'export const clock = [1].map(Date.now);\n'),
  'the clock of the global object': inService('time-and-chance', 'export const at = globalThis.Date.now();\n'),
  'the clock taken apart': inService('time-and-chance', 'const { now } = Date;\nexport const at = now();\n'),
  chance: inService('time-and-chance', 'export const chance = Math.random();\n'),
  'the environment by import': inService(
    'process-is-configuration',
    "import process from 'node:process';\nexport const e = process.env;\n",
  ),
  'the environment by name': inService(
    'process-is-configuration',
    "import { env } from 'node:process';\nexport const e = env;\n",
  ),
  'the environment of the global object': inService(
    'process-is-configuration',
    'export const e = globalThis.process.env;\n',
  ),
  "another module's table in SQL": inService(
    'sql-on-own-schema',
    'export const q = sql`select 1 from audit.events`;\n',
  ),
  'a request past the client': inScreen('fetch-by-client', "export const a = () => fetch('/admin-api/x');\n"),
  'a text in the markup': inScreen('texts-in-texts-files', element('<p>Guardar tudo</p>')),
  'a text in an attribute': inScreen('texts-in-texts-files', element('<button type="button" title="Guardar tudo" />')),
  'a locale of the browser': inScreen('formats-by-package', `export const f = (n: number) => n.toLocaleString();\n`),
  'a bare figure': inScreen('figures-are-formatted', element('<p>{42.5}</p>')),
  'a bare count': inScreen('figures-are-formatted', element('<p>{rows.length}</p>')),
  'an instant without UTC on hover': inScreen('instants-by-component', element('<p>{formatInstant(at)}</p>')),
  'a date in the language of the browser': inScreen('dates-have-our-fields', element('<input type="date" />')),
  'a word that is not European Portuguese': {
    path: 'apps/console/src/sections/operations/injected/texts.pt.ts',
    rule: 'words-of-the-glossary',
    text: "export const texts = { hint: 'Peça ao usuário' };\n",
  },
  'a sentence that nobody reads at once': {
    path: 'apps/console/src/sections/operations/injected/injected-texts.pt.ts',
    rule: 'sentences-read-at-once',
    text: `export const texts = { hint: '${Array.from({ length: 26 }, () => 'mar').join(' ')}.' };\n`,
  },
  'a thousand without its separator': {
    path: 'apps/console/src/sections/operations/injected/number-texts.pt.ts',
    rule: 'numbers-are-grouped',
    text: "export const texts = { most: 'Até 20000 linhas, desde 2026' };\n",
  },
  'a thousand that a line may break': {
    path: 'apps/console/src/sections/operations/injected/space-texts.pt.ts',
    rule: 'numbers-are-grouped',
    text: "export const texts = { most: 'Até 20 000 linhas' };\n",
  },
  'a name of its own for a figure': {
    path: 'apps/console/src/sections/operations/injected/figures-texts.pt.ts',
    rule: 'figures-have-one-name',
    text: "export const texts = { alerts: 'Alertas ativos' };\n",
  },
  'a comment that begins with a clause': inService(
    'comments-name-things',
    `/** ${'What'} came of it. */\nconst outcome = 1;\n`,
  ),
  'a list that leaves behind what it hides': {
    path: 'apps/console/src/sections/operations/injected/injected.module.css',
    rule: 'lists-hold-what-they-hide',
    text: '.list {\n  overflow-y: auto;\n}\n',
  },
  'an endpoint that nothing binds': {
    path: 'packages/contract/src/fleet/vessels/injected.contract.ts',
    rule: 'endpoints-are-bound',
    text: "export const injectedEndpoint = endpoint({ id: 'injectedEndpoint' });\n",
  },
  'an export used nowhere': inService('exports-are-used', 'export const usedNowhere = 1;\n'),
  "an export used nowhere, behind a package's door": {
    path: 'packages/geo/src/injected.ts',
    rule: 'exports-are-used',
    text: 'export const usedNowhere = 1;\n',
  },
  'a package that is not declared': {
    path: 'packages/science/src/injected.ts',
    rule: 'packages-are-declared',
    text: "import { z } from 'zod';\nexport const a = z;\n",
  },
  'a function of ninety lines': inService('function-limits', `export function long() {\n${lines(90)}}\n`),
  'five parameters': inService('function-limits', 'export const f = (a, b, c, d, e) => [a, b, c, d, e];\n'),
  'nesting over four': inService(
    'function-limits',
    'export function deep(a) {\n  for (;;) if (a) for (;;) if (a) for (;;) if (a) a();\n}\n',
  ),
};

describe("the project's own rules refuse", () => {
  let found: ReadonlySet<string>;
  beforeAll(() => {
    const overlay = Object.fromEntries(Object.values(ownRules).map(({ path, text }) => [path, text]));
    found = new Set(checkSources(readSources(overlay)).map(({ rule, path }: Fault) => `${rule} ${path}`));
  }, patience);

  test.each(Object.entries(ownRules))('%s', (_, { path, rule }) => {
    expect(found).toContain(`${rule} ${path}`);
  });
});

const injected = (path: string, text: string): Pick<Injection, 'path' | 'text'> => ({ path, text });
const imports = (path: string, from: string) => injected(path, `import '${from}';\n`);
const modules = 'apps/server/src/modules';
const floors: Readonly<Record<string, Pick<Injection, 'path' | 'text'>>> = {
  'module-below-composition': imports(`${modules}/fleet/vessels/to-composition.ts`, '../../../composition/build.ts'),
  'composition-by-front-doors': imports(
    'apps/server/src/composition/to-inside.ts',
    '../modules/people/audit/audit.service.ts',
  ),
  'section-enters-no-other': imports(
    'apps/console/src/sections/operations/dashboard/to-section.ts',
    '../../people/audit/texts.pt.ts',
  ),
  'sections-are-entered-by-pages-only': imports(
    'apps/console/src/shell/to-section.ts',
    '../sections/people/audit/texts.pt.ts',
  ),
  'client-below-screens': imports('apps/console/src/client/to-shell.ts', '../shell/texts.pt.ts'),
  'fastify-behind-platform-http': imports(`${modules}/fleet/vessels/to-fastify.ts`, 'fastify'),
  'pg-behind-platform-db': imports(`${modules}/fleet/vessels/to-pg.ts`, 'pg'),
  'platform-below-modules': imports('apps/server/src/platform/to-module.ts', '../modules/people/audit/index.ts'),
  'simulator-speaks-wire-only': imports(
    'apps/simulator/src/to-client.ts',
    '../../../packages/connectors/src/obis/client.ts',
  ),
  'contract-is-zod-only': imports('packages/contract/src/to-node.ts', 'node:fs'),
  'science-is-pure': imports('packages/science/src/to-node.ts', 'node:fs'),
  'geo-and-format-depend-on-nothing': imports('packages/geo/src/to-node.ts', 'node:fs'),
};
/** Faults of folders that stand beside the product, and circles of types alone. */
const elsewhere: Readonly<Record<string, readonly Pick<Injection, 'path' | 'text'>[]>> = {
  'a circle of types': [
    injected(
      'apps/server/src/platform/circle-a.ts',
      "import type { B } from './circle-b.ts';\nexport type A = B | 1;\n",
    ),
    injected(
      'apps/server/src/platform/circle-b.ts',
      "import type { A } from './circle-a.ts';\nexport type B = A | 2;\n",
    ),
  ],
  'a circle in tests': [
    injected('tests/circle-a.ts', "import './circle-b.ts';\n"),
    injected('tests/circle-b.ts', "import './circle-a.ts';\n"),
  ],
  'a circle in bench': [
    injected('bench/circle-a.ts', "import './circle-b.ts';\n"),
    injected('bench/circle-b.ts', "import './circle-a.ts';\n"),
  ],
  'a path in tools that leads nowhere': [injected('tools/nowhere.ts', "import './is-not-there.ts';\n")],
};
const types: Readonly<Record<string, Pick<Injection, 'path' | 'text'>>> = {
  'an unknown section': injected(
    'apps/console/src/shell/unknown-section.ts',
    "import { useOpenSection } from './use-section.ts';\nexport const useIt = () => useOpenSection()('sistem-health');\n",
  ),
  'a screen of an unknown section': injected(
    'apps/console/src/sections/unknown-page.ts',
    "import { pages } from './pages.ts';\nexport const page = pages['sistem-health'];\n",
  ),
  'an endpoint without a permission': injected(
    'packages/contract/src/core/no-permission.ts',
    "import { endpoint } from './endpoint.ts';\nexport const e = endpoint({ id: 'e', method: 'GET', path: '/e', summary: 'e' });\n",
  ),
  'a figure without its origin': injected(
    'packages/ui/src/tile/bare.tsx',
    'import { Tile } from \'./tile.tsx\';\nexport const Bare = () => <Tile label="TSM" value={42} />;\n',
  ),
};

describe('in a copy of the tree', () => {
  const copy = mkdtempSync(join(tmpdir(), 'kianda-gates-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));
  beforeAll(() => {
    const skipped = /(^|\/)(node_modules|dist|build|dados)(\/|$)/;
    for (const entry of [
      'packages',
      'apps',
      'tests',
      'bench',
      'tools',
      '.dependency-cruiser.cjs',
      'tsconfig.json',
      'package.json',
    ])
      cpSync(join(root, entry), join(copy, entry), {
        recursive: true,
        filter: (path) => !skipped.test(path.slice(root.length + 1)),
      });
    // Packages of others are the ones installed; our own are the copy's.
    mkdirSync(join(copy, 'node_modules/@kianda'), { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== '@kianda') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
    for (const folder of ['packages', 'apps'])
      for (const name of readdirSync(join(copy, folder)))
        symlinkSync(join(copy, folder, name), join(copy, 'node_modules/@kianda', name));
    for (const { path, text } of [
      ...Object.values(floors),
      ...Object.values(elsewhere).flat(),
      ...Object.values(types),
    ]) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
  });

  /** Output of a program that has to end with a fault. */
  const refused = (program: string, args: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const file = join(root, 'node_modules/.bin', program);
      execFile(file, [...args], { cwd: copy, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
        error === null ? reject(new Error(`${program} found no fault`)) : resolve(stdout + stderr),
      );
    });

  test(
    'dependency-cruiser refuses each way past the floors',
    async () => {
      const files = [...Object.values(floors), ...Object.values(elsewhere).flat()].map(({ path }) => path);
      const report = await refused('depcruise', [
        '--config',
        '.dependency-cruiser.cjs',
        ...files,
        '--output-type',
        'err',
      ]);
      const found = [...report.matchAll(/error (\S+): (\S+?):? /g)].map(([, rule, from]) => `${rule} ${from}`);
      for (const [rule, { path }] of Object.entries(floors)) expect(found, report).toContain(`${rule} ${path}`);
      for (const [name, [file]] of Object.entries(elsewhere))
        expect(
          found.some((one) => one.endsWith(` ${file?.path}`)),
          name,
        ).toBe(true);
    },
    patience,
  );

  test(
    'the compiler refuses each',
    async () => {
      const files = Object.values(types).map(({ path }) => path);
      writeFileSync(
        join(copy, 'tsconfig.gates.json'),
        JSON.stringify({ extends: './tsconfig.json', include: [], files: [...files, 'packages/ui/src/css.d.ts'] }),
      );
      const output = await refused('tsc', ['--noEmit', '--checkers', '1', '-p', 'tsconfig.gates.json']);
      for (const [name, { path }] of Object.entries(types)) expect(output, name).toContain(`${path}(`);
    },
    patience,
  );
});
