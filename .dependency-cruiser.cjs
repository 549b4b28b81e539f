const { readdirSync } = require('node:fs');
const { floors, tiers } = require('./tools/floors.cjs');

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

const tierRules = Object.entries(tiers).flatMap(([name, tier]) => {
  const others = Object.entries(tiers).filter(([other]) => other !== name);
  const higher = others.filter(([, otherTier]) => otherTier >= tier).map(([other]) => other);
  const lower = others.filter(([, otherTier]) => otherTier < tier).map(([other]) => other);
  return [
    {
      name: `tier-${name}`,
      comment: `module ${name} (T${tier}) may import only modules below it`,
      severity: 'error',
      from: { path: `^apps/server/src/modules/${name}/`, pathNot: tests },
      to: { path: `^apps/server/src/modules/(${higher.join('|')})/` },
    },
    ...(lower.length === 0
      ? []
      : [
          {
            name: `front-door-${name}`,
            comment: `module ${name} may enter other modules only by their index.ts`,
            severity: 'error',
            from: { path: `^apps/server/src/modules/${name}/`, pathNot: tests },
            to: { path: `^apps/server/src/modules/(${lower.join('|')})/`, pathNot: '/index\\.ts$' },
          },
        ]),
  ];
});

const known = new Set(Object.keys(tiers));
for (const module of readdirSync(`${__dirname}/apps/server/src/modules`)) {
  if (!known.has(module)) throw new Error(`tools/floors.cjs names no tier for the module "${module}"`);
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floorRules,
    ...tierRules,
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
      name: 'geo-depends-on-nothing',
      severity: 'error',
      from: { path: '^packages/geo/src/', pathNot: tests },
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
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?worker&url$', '^topojson-specification$'] },
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
