import type { ComponentType } from 'react';
import type { SectionId } from './sections.ts';

type Page = () => Promise<{ default: ComponentType }>;

/** A screen whose parts open with it: they come beside it, and not after it has run. */
function together(page: Page, ...parts: readonly (() => Promise<unknown>)[]): Page {
  return () => {
    const screen = page();
    // A part that does not come is asked for again where it is shown, and its failure is told there.
    for (const part of parts) part().catch(() => undefined);
    return screen;
  };
}

const embedded: Page = () => import('./open/embedded/embedded-section.tsx');

/**
 * Screens by section id, each in a file of its own that loads when opened. A section without one shows the placeholder.
 * The first script knows them, so that the one that an address names comes beside the shell and not after it has run.
 */
export const pages: Readonly<Partial<Record<SectionId, Page>>> = {
  home: () => import('./operations/home/page.tsx'),
  dashboard: () => import('./operations/dashboard/page.tsx'),
  'advanced-analysis': together(
    () => import('./sea/advanced-analysis/page.tsx'),
    () => import('./sea/advanced-analysis/tabs/overview-tab.tsx'),
  ),
  audit: () => import('./people/audit/page.tsx'),
  'auth-enterprise': () => import('./people/auth-enterprise/page.tsx'),
  'auto-alerts': () => import('./operations/auto-alerts/page.tsx'),
  'backup-security': () => import('./operations/backup-security/page.tsx'),
  assistente: () => import('./people/assistente/page.tsx'),
  autorizar: () => import('./people/autorizar/page.tsx'),
  'async-processing': () => import('./operations/async-processing/page.tsx'),
  'copernicus-integration': () => import('./sea/copernicus-integration/page.tsx'),
  'copernicus-monitoring': () => import('./sea/copernicus-monitoring/page.tsx'),
  'cache-redis': () => import('./operations/cache/page.tsx'),
  databases: () => import('./operations/databases/page.tsx'),
  'data-connectors': () => import('./ingestion/data-connectors/page.tsx'),
  'api-gateway': () => import('./open/api-gateway/page.tsx'),
  'apis-connectors': () => import('./ingestion/data-connectors/page.tsx'),
  'debug-interface': () => import('./operations/debug-interface/page.tsx'),
  'first-day': () => import('./ingestion/first-day/page.tsx'),
  'data-ingestion': () => import('./ingestion/data-ingestion/page.tsx'),
  'geo-features': () => import('./open/geo-features/page.tsx'),
  'global-fishing-watch': together(
    () => import('./fleet/global-fishing-watch/page.tsx'),
    () => import('./fleet/global-fishing-watch/workspace/workspace.tsx'),
    () => import('./fleet/global-fishing-watch/alerts/alerts-tab.tsx'),
    () => import('./fleet/global-fishing-watch/map/fleet-map.tsx'),
  ),
  'identity-service': () => import('./people/identity-service/page.tsx'),
  maps: () => import('./open/maps/page.tsx'),
  'performance-monitor': () => import('./operations/performance-monitor/page.tsx'),
  reports: () => import('./operations/reports/page.tsx'),
  processing: () => import('./ingestion/processing/page.tsx'),
  'realtime-monitoring': () => import('./operations/realtime-monitoring/page.tsx'),
  'maritime-limits': () => import('./sea/maritime-limits/page.tsx'),
  discussions: () => import('./people/discussions/page.tsx'),
  coastline: () => import('./sea/coastline/page.tsx'),
  places: () => import('./sea/places/page.tsx'),
  species: () => import('./sea/species/page.tsx'),
  'biological-samples': () => import('./sea/biological-samples/page.tsx'),
  'realtime-angola': () => import('./sea/realtime-angola/page.tsx'),
  security: () => import('./operations/security/page.tsx'),
  'services-status': () => import('./operations/services-status/page.tsx'),
  'services-test': () => import('./operations/services-status/test-view/page.tsx'),
  storage: () => import('./open/storage/page.tsx'),
  'services-integration': () => import('./operations/services-integration/page.tsx'),
  'system-config': () => import('./operations/system-config/page.tsx'),
  'system-health': () => import('./operations/system-health/page.tsx'),
  'system-logs': () => import('./operations/system-logs/page.tsx'),
  'test-dashboard': () => import('./operations/test-dashboard/page.tsx'),
  'user-management': () => import('./people/user-management/page.tsx'),
  'zee-angola': () => import('./operations/dashboard/zee/zee-dashboard.tsx'),
  'scientific-interfaces': () => import('./open/scientific-interfaces/page.tsx'),
  'enhanced-ocean-system': embedded,
  'machine-learning': () => import('./models/machine-learning/page.tsx'),
  'predictive-models': () => import('./models/machine-learning/page.tsx'),
  'qgis-biomass-calculator': () => import('./space/qgis-biomass-calculator/page.tsx'),
  'predictive-filters': () => import('./models/predictive-filters/page.tsx'),
  'ml-retention-system': together(
    () => import('./models/ml-retention-system/page.tsx'),
    () => import('./models/ml-retention-system/components/overview-tab.tsx'),
  ),
  'ml-dashboard': () => import('./models/ml-dashboard/page.tsx'),
  'qgis-temporal-visualization': () => import('./space/qgis-temporal-visualization/page.tsx'),
  notices: () => import('./operations/notices/page.tsx'),
  'mobile-pwa': () => import('./people/mobile-pwa/page.tsx'),
  'demo-enhanced': () => import('./operations/demo-enhanced/page.tsx'),
  minpermar: embedded,
  'qgis-spatial-analysis': together(
    () => import('./space/qgis-spatial-analysis/page.tsx'),
    () => import('./space/qgis-spatial-analysis/components/spatial-tab.tsx'),
  ),
  'mcda-analysis': together(
    () => import('./space/mcda-analysis/page.tsx'),
    () => import('./space/mcda-analysis/components/criteria-step.tsx'),
  ),
};

/** The screen that an address names, which may name anything. */
export const pageNamed = (section: string): Page | undefined =>
  Object.hasOwn(pages, section) ? pages[section as SectionId] : undefined;
