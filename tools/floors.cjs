/**
 * The one table of who may import whom. Imports go downward only; type imports count.
 * dependency-cruiser's rules (.dependency-cruiser.cjs) and ARCHITECTURE.md follow from it.
 */
const floors = {
  geo: { path: 'packages/geo', floor: 0, imports: [] },
  contract: { path: 'packages/contract', floor: 0, imports: [] },
  format: { path: 'packages/format', floor: 0, imports: [] },
  science: { path: 'packages/science', floor: 1, imports: ['geo'] },
  connectors: { path: 'packages/connectors', floor: 2, imports: ['geo', 'contract', 'science'] },
  ui: { path: 'packages/ui', floor: 2, imports: ['geo', 'contract', 'format'] },
  viz: { path: 'packages/viz', floor: 2, imports: ['geo', 'contract', 'format', 'ui'] },
  server: { path: 'apps/server', floor: 3, imports: ['geo', 'contract', 'format', 'science', 'connectors'] },
  console: { path: 'apps/console', floor: 3, imports: ['geo', 'contract', 'format', 'science', 'ui', 'viz'] },
  interfaces: { path: 'apps/interfaces', floor: 3, imports: ['geo', 'contract', 'format', 'ui', 'viz'] },
  simulator: { path: 'apps/simulator', floor: 3, imports: ['geo', 'contract', 'connectors'] },
};

/**
 * Tiers of the server's modules: a module imports only front doors (`index.ts`) of lower tiers. Every need that a module
 * declares goes down at least one tier (composition/modules.test.ts).
 */
const tiers = {
  audit: 1,
  usage: 1,
  search: 1,
  identity: 2,
  connectors: 2,
  configuration: 2,
  databases: 2,
  backups: 4,
  caches: 2,
  tasks: 2,
  'external-services': 2,
  delivery: 3,
  storage: 3,
  layers: 3,
  features: 4,
  intake: 3,
  field: 6,
  ocean: 3,
  biodiversity: 3,
  vessels: 3,
  fisheries: 3,
  tracks: 3,
  catalogue: 4,
  interfaces: 3,
  security: 5,
  health: 4,
  geography: 4,
  limits: 5,
  coast: 5,
  places: 2,
  infrastructure: 2,
  copernicus: 4,
  surveillance: 4,
  maps: 4,
  retention: 3,
  models: 4,
  studies: 5,
  temporal: 5,
  biomass: 5,
  spatial: 5,
  reports: 4,
  notifications: 5,
  services: 5,
  diagnostics: 5,
  filters: 6,
  dashboard: 6,
  home: 6,
  assistant: 6,
  alerting: 6,
  collaboration: 6,
};

/**
 * The domains that modules stand in. The console's sections and the contract are ordered by the same names.
 * Domains without a module are foreseen.
 */
const domains = {
  sea: [
    'ocean',
    'copernicus',
    'biodiversity',
    'fisheries',
    'tracks',
    'geography',
    'limits',
    'coast',
    'places',
    'infrastructure',
  ],
  fleet: ['vessels', 'surveillance'],
  ingestion: ['connectors', 'intake', 'field'],
  open: ['catalogue', 'features', 'layers', 'storage', 'maps', 'interfaces', 'external-services'],
  people: ['identity', 'audit', 'notifications', 'delivery', 'usage', 'collaboration', 'assistant'],
  operations: [
    'health',
    'alerting',
    'services',
    'tasks',
    'backups',
    'databases',
    'caches',
    'configuration',
    'diagnostics',
    'security',
    'reports',
    'dashboard',
    'home',
    'search',
  ],
  models: ['models', 'filters', 'retention', 'studies'],
  space: ['temporal', 'biomass', 'spatial'],
  field: [],
};

module.exports = { floors, tiers, domains };
