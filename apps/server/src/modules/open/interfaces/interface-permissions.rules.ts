import type { Permission } from '@kianda/contract';

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

const particular: Readonly<Record<string, readonly Permission[]>> = {
  health_dashboard: ['services:read', 'health:read', 'dashboard:read'],
  debug_interface: ['services:read', 'endpoints:read'],
  dashboard_principal: ['biodiversity:read', 'ocean:read'],
  qgis_fisheries: [...ocean, 'features:write'],
  fisheries_management: [...ocean, 'features:write'],
  zee_limpa: ['ocean:read'],
  qgis_dashboard: [...ocean, 'spatial:read', 'spatial:run'],
  mapa_principal: withModels,
  realtime_angola: live,
  realtime_debug: live,
  mapa_apple_design: ocean,
  enhanced_ocean_system: ['ocean:read'],
  advanced_animations: ['ocean:read'],
  ml_demo: ['models:read', 'models:predict', 'ocean:read'],
  kianda_enhanced: [...live, 'services:read', 'health:read'],
};

/** Permissions that an interface's token carries: those that its page needs on its user's behalf, and no others. */
export function permissionsOf(interfaceId: string): readonly Permission[] {
  return particular[interfaceId] ?? ocean;
}
