import type { HomeTile } from './home-tiles.ts';

/** Work of a person, which a home may be made for, whatever the role of their account. */
export const workspaceIds = ['biologo', 'fiscal', 'gestor', 'pescador'] as const;
export type Workspace = (typeof workspaceIds)[number];

/** Tiles of each workspace, in their order; of a person's, those that the account may see. */
export const workspaceTiles: Readonly<Record<Workspace, readonly HomeTile[]>> = {
  biologo: ['work-biologo', 'species', 'map', 'newest-data', 'inbox', 'datasets', 'changes'],
  fiscal: ['work-fiscal', 'vessel-alerts', 'vessel-events', 'watched-vessels', 'map', 'inbox', 'changes'],
  gestor: ['work-gestor', 'briefing', 'condition', 'map', 'vessel-alerts', 'changes', 'inbox'],
  pescador: ['work-pescador', 'map', 'newest-data', 'species', 'briefing', 'changes'],
};

/** Sections of the console that each kind of work goes to, most used first. */
export const workspaceSections = {
  biologo: ['species', 'qgis-biomass-calculator', 'ml-dashboard', 'qgis-spatial-analysis', 'coastline', 'discussions'],
  fiscal: ['global-fishing-watch', 'auto-alerts', 'maritime-limits', 'geo-features', 'reports', 'discussions'],
  gestor: ['dashboard', 'reports', 'zee-angola', 'predictive-filters', 'mcda-analysis', 'services-status'],
  pescador: ['realtime-angola', 'zee-angola', 'places', 'species', 'maritime-limits', 'mobile-pwa'],
} as const satisfies Record<Workspace, readonly string[]>;
