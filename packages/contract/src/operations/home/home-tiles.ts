import { type Access, allows, type Role } from '../../core/permissions.ts';

/** Tiles that a home may hold, with the permission of what each shows. */
export const homeTiles = {
  condition: 'session',
  map: 'ocean:read',
  changes: 'session',
  briefing: 'dashboard:read',
  'failing-connectors': 'connectors:read',
  queue: 'jobs:read',
  backups: 'backups:read',
  disk: 'health:read',
  'vessel-alerts': 'surveillance:read',
  'vessel-events': 'surveillance:read',
  'watched-vessels': 'surveillance:read',
  'newest-data': 'ocean:read',
  datasets: 'interfaces:read',
  species: 'biodiversity:read',
  inbox: 'collaboration:read',
  'work-biologo': 'session',
  'work-fiscal': 'session',
  'work-gestor': 'session',
  'work-pescador': 'session',
} as const satisfies Record<string, Access>;
export type HomeTile = keyof typeof homeTiles;
export const homeTileIds = Object.keys(homeTiles) as [HomeTile, ...HomeTile[]];

const everyone = ['condition', 'map', 'changes'] as const;
const defaults: Readonly<Record<Role, readonly HomeTile[]>> = {
  administrador: [...everyone, 'failing-connectors', 'queue', 'backups', 'disk', 'vessel-alerts', 'newest-data'],
  operador: [...everyone, 'failing-connectors', 'queue', 'backups', 'disk', 'vessel-alerts', 'watched-vessels'],
  cientista: [...everyone, 'newest-data', 'datasets', 'species'],
  investigador: [
    ...everyone,
    'vessel-alerts',
    'vessel-events',
    'watched-vessels',
    'newest-data',
    'datasets',
    'species',
  ],
  cliente: ['condition', 'briefing', 'map', 'changes'],
};

/** Those of `tiles` that an account with `role` may see, each once. */
export function tilesFor(tiles: readonly HomeTile[], role: Role): readonly HomeTile[] {
  return [...new Set(tiles)].filter((tile) => allows(homeTiles[tile], role));
}

/** Tiles of a home that nobody has changed. */
export function defaultTiles(role: Role): readonly HomeTile[] {
  return tilesFor(defaults[role], role);
}
