/**
 * The one table of who may import whom. Imports go downward only; type imports count.
 * dependency-cruiser's rules (.dependency-cruiser.cjs) and ARCHITECTURE.md follow from it.
 */
const floors = {
  geo: { path: 'packages/geo', floor: 0, imports: [] },
  contract: { path: 'packages/contract', floor: 0, imports: [] },
  science: { path: 'packages/science', floor: 1, imports: ['geo'] },
  connectors: { path: 'packages/connectors', floor: 2, imports: ['geo', 'contract', 'science'] },
  ui: { path: 'packages/ui', floor: 2, imports: ['geo', 'contract'] },
  viz: { path: 'packages/viz', floor: 2, imports: ['geo', 'contract', 'ui'] },
  server: { path: 'apps/server', floor: 3, imports: ['geo', 'contract', 'science', 'connectors'] },
  console: { path: 'apps/console', floor: 3, imports: ['geo', 'contract', 'ui', 'viz'] },
  interfaces: { path: 'apps/interfaces', floor: 3, imports: ['geo', 'contract', 'ui', 'viz'] },
  simulator: { path: 'apps/simulator', floor: 3, imports: ['geo', 'contract', 'connectors'] },
};

/** Tiers of the server's modules: a module imports only front doors (`index.ts`) of lower tiers. */
const tiers = {
  identity: 1,
  audit: 1,
  tasks: 1,
  outside: 1,
  connectors: 1,
  storage: 2,
  delivery: 2,
  intake: 2,
  ocean: 2,
  biodiversity: 2,
  vessels: 2,
  fisheries: 2,
  features: 3,
  geography: 3,
  catalogue: 3,
  copernicus: 3,
  health: 1,
  caches: 1,
  maps: 1,
  security: 1,
  configuration: 1,
  usage: 2,
  databases: 2,
  diagnostics: 2,
  interfaces: 2,
  backups: 4,
  alerting: 3,
  notifications: 3,
  surveillance: 4,
  services: 4,
  dashboard: 4,
  reports: 4,
};

module.exports = { floors, tiers };
