import type { Permission } from '@kianda/contract';
import { interfaces } from '@kianda/contract/open/interfaces/manifest';

const ocean: readonly Permission[] = [
  'ocean:read',
  'fisheries:read',
  'vessels:read',
  'biodiversity:read',
  'dashboard:read',
];

/** The maps of the whole sea show those of the models too. */
const withModels: readonly Permission[] = [...ocean, 'models:read'];

/** The live map tells of the platform's alerts. */
const live: readonly Permission[] = [...withModels, 'alerts:read'];

/** Each check looks at what its person may see of the whole platform; it changes nothing. */
const checks: readonly Permission[] = [
  ...withModels,
  'interfaces:read',
  'services:read',
  'health:read',
  'endpoints:read',
  'connectors:read',
];

/** The entries of administration show the state of each section that their person may see. */
const administration: readonly Permission[] = [
  ...checks,
  'databases:read',
  'jobs:read',
  'storage:read',
  'reports:read',
  'users:read',
  'audit:read',
  'spatial:read',
  'backups:read',
  'alerts:read',
];

const particular: Readonly<Record<string, readonly Permission[]>> = {
  admin_panel: administration,
  admin_ubiquiti: administration,
  admin_services_integration: [...ocean, 'models:read', 'models:train', 'ocean:compute', 'spatial:read', 'spatial:run'],
  force_cache_clear: [],
  ubiquiti_demo: [],
  health_dashboard: ['services:read', 'health:read', 'dashboard:read'],
  debug_interface: checks,
  dashboard_principal: ['biodiversity:read', 'ocean:read'],
  qgis_fisheries: [...ocean, 'features:write'],
  fisheries_management: [...ocean, 'features:write'],
  zee_limpa: ['ocean:read'],
  qgis_dashboard: [...ocean, 'spatial:read', 'spatial:run'],
  collaboration: ['collaboration:read', 'collaboration:write', 'collaboration:review', 'ocean:read', 'fisheries:read'],
  mapa_principal: withModels,
  realtime_angola: live,
  realtime_debug: live,
  mapa_apple_design: ocean,
  enhanced_ocean_system: ['ocean:read'],
  advanced_animations: ['ocean:read'],
  ml_demo: ['models:read', 'models:predict', 'ocean:read'],
  kianda_enhanced: [...live, 'services:read', 'health:read'],
  mobile_pwa: ['field:write', 'field:read'],
  mobile_basic: ['field:write', 'field:read'],
};

const checkPages = new Set(interfaces.filter(({ category }) => category === 'testing').map(({ id }) => id));

/** Permissions that an interface's token carries: those that its page needs on its user's behalf, and no others. */
export function permissionsOf(interfaceId: string): readonly Permission[] {
  return particular[interfaceId] ?? (checkPages.has(interfaceId) ? checks : ocean);
}
