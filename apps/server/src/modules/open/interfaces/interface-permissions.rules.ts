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

const particular: Readonly<Record<string, readonly Permission[]>> = {
  health_dashboard: ['services:read', 'health:read', 'dashboard:read'],
  debug_interface: ['services:read', 'endpoints:read'],
  zee_limpa: ['ocean:read'],
  collaboration: ['collaboration:read', 'collaboration:write', 'collaboration:review', 'ocean:read', 'fisheries:read'],
  mapa_principal: withModels,
  realtime_angola: withModels,
};

/** Permissions that an interface's token carries: those that its page needs on its user's behalf, and no others. */
export function permissionsOf(interfaceId: string): readonly Permission[] {
  return particular[interfaceId] ?? ocean;
}
