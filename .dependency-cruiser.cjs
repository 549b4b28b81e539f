const { readdirSync } = require('node:fs');
const { domains, floors, tiers } = require('./tools/floors.cjs');

const tests = '\\.test\\.tsx?$|/testing/|/conformance/';
const paths = Object.values(floors).map((entry) => entry.path);

const floorRules = Object.entries(floors).map(([name, { path, imports }]) => ({
  name: `floor-${name}`,
  comment: `${path} may import only: ${imports.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^${path}/` },
  to: {
    path: `^(${paths.filter((other) => other !== path && !imports.some((allowed) => floors[allowed].path === other)).join('|')})/`,
  },
}));

const domainOf = new Map(Object.entries(domains).flatMap(([domain, names]) => names.map((name) => [name, domain])));
const placeOf = (name) => `${domainOf.get(name)}/${name}`;

const tierRules = Object.entries(tiers).flatMap(([name, tier]) => {
  const others = Object.entries(tiers).filter(([other]) => other !== name);
  const higher = others.filter(([, otherTier]) => otherTier >= tier).map(([other]) => other);
  const lower = others.filter(([, otherTier]) => otherTier < tier).map(([other]) => other);
  return [
    {
      name: `tier-${name}`,
      comment: `module ${name} (T${tier}) may import only modules below it`,
      severity: 'error',
      from: { path: `^apps/server/src/modules/${placeOf(name)}/`, pathNot: tests },
      to: { path: `^apps/server/src/modules/(${higher.map(placeOf).join('|')})/` },
    },
    ...(lower.length === 0
      ? []
      : [
          {
            name: `front-door-${name}`,
            comment: `module ${name} may enter other modules only by their index.ts`,
            severity: 'error',
            from: { path: `^apps/server/src/modules/${placeOf(name)}/`, pathNot: tests },
            to: { path: `^apps/server/src/modules/(${lower.map(placeOf).join('|')})/`, pathNot: '/index\\.ts$' },
          },
        ]),
  ];
});

const modulesFolder = `${__dirname}/apps/server/src/modules`;
for (const domain of readdirSync(modulesFolder)) {
  if (domains[domain] === undefined) throw new Error(`tools/floors.cjs names no domain "${domain}"`);
  for (const name of readdirSync(`${modulesFolder}/${domain}`)) {
    if (domainOf.get(name) !== domain) throw new Error(`tools/floors.cjs has no module "${name}" in "${domain}"`);
    if (tiers[name] === undefined) throw new Error(`tools/floors.cjs names no tier for the module "${name}"`);
  }
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floorRules,
    ...tierRules,
    {
      name: 'module-below-composition',
      comment: 'A module is put together from above and never asks for what stands there',
      severity: 'error',
      from: { path: '^apps/server/src/modules/', pathNot: tests },
      to: { path: '^apps/server/src/(composition/|[^/]+\\.ts$)' },
    },
    {
      name: 'composition-by-front-doors',
      comment: 'Composition and the entry points know a module by its index.ts only',
      severity: 'error',
      from: { path: '^apps/server/src/(composition/|[^/]+\\.ts$)', pathNot: tests },
      to: { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/[^/]+/[^/]+/index\\.ts$' },
    },
    {
      name: 'fastify-behind-platform-http',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: ['^apps/server/src/platform/(http|realtime)/', tests] },
      to: { path: '(^|/)node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'pg-behind-platform-db',
      comment:
        'Events listen on a connection of their own; backups and the databases screen speak to other servers too',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: [
          '^apps/server/src/platform/(db|events)/',
          '^apps/server/src/modules/operations/(backups|databases)/',
          tests,
        ],
      },
      to: { path: '(^|/)node_modules/(@types/)?pg(-|/)', pathNot: '(^|/)node_modules/pg-boss/' },
    },
    {
      name: 'console-counts-judgements-alone',
      comment: 'The console shows what the server computed; what a person is judging is counted as it is typed (0058)',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: { path: '^packages/science/', pathNot: '^packages/science/src/spatial/criteria/' },
    },
    {
      name: 'section-enters-no-other',
      comment: 'What two sections share stands in sections/shared',
      severity: 'error',
      from: { path: '^apps/console/src/sections/([^/]+/[^/]+)/', pathNot: '^apps/console/src/sections/shared/' },
      to: {
        path: '^apps/console/src/sections/[^/]+/[^/]+/',
        pathNot: ['^apps/console/src/sections/$1/', '^apps/console/src/sections/shared/'],
      },
    },
    {
      name: 'sections-are-entered-by-pages-only',
      comment: 'Everything else of the console, sections/shared too, knows no section',
      severity: 'error',
      from: {
        path: '^apps/console/src/',
        pathNot: [
          '^apps/console/src/sections/(?!shared/)[^/]+/[^/]+/',
          '^apps/console/src/sections/(?:first-)?pages\\.ts$',
          tests,
        ],
      },
      to: {
        path: '^apps/console/src/sections/(?!shared/)[^/]+/[^/]+/',
        pathNot: '^apps/console/src/sections/placeholder/',
      },
    },
    {
      name: 'client-below-screens',
      comment: 'What speaks to the server and to the browser knows no screen',
      severity: 'error',
      from: { path: '^apps/console/src/(client|platform|session)/', pathNot: tests },
      to: { path: '^apps/console/src/(sections|shell|login)/' },
    },
    {
      name: 'packages-are-declared',
      comment: "A package that is imported stands in its own workspace's package.json",
      severity: 'error',
      from: { path: '^(packages|apps)/[^/]+/src/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'platform-below-modules',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: tests },
      to: { path: '^apps/server/src/(modules|composition)/' },
    },
    {
      name: 'simulator-speaks-wire-only',
      comment: "A simulator may use a provider's wire schemas, never its client or map",
      severity: 'error',
      from: { path: '^apps/simulator/', pathNot: tests },
      to: { path: '^packages/connectors/src/', pathNot: '/wire\\.ts$' },
    },
    {
      name: 'contract-is-zod-only',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod' },
    },
    {
      name: 'geo-and-format-depend-on-nothing',
      severity: 'error',
      from: { path: '^packages/(geo|format)/src/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'core'] },
    },
    {
      name: 'science-is-pure',
      severity: 'error',
      from: { path: '^packages/science/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?worker&url$', '^topojson-specification$', '^stac-ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|build)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
