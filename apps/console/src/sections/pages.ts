import type { ComponentType } from 'react';
import type { SectionId } from './sections.ts';

type Page = () => Promise<{ default: ComponentType }>;

const embedded: Page = () => import('./open/embedded/embedded-section.tsx');

/** Screens by section id, each in a file of its own that loads when opened. A section without one shows the placeholder. */
export const pages: Readonly<Partial<Record<SectionId, Page>>> = {
  dashboard: () => import('./operations/dashboard/page.tsx'),
  'advanced-analysis': () => import('./sea/advanced-analysis/page.tsx'),
  audit: () => import('./people/audit/page.tsx'),
  'auth-enterprise': () => import('./people/auth-enterprise/page.tsx'),
  'auto-alerts': () => import('./operations/auto-alerts/page.tsx'),
  'backup-security': () => import('./operations/backup-security/page.tsx'),
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
  'global-fishing-watch': () => import('./fleet/global-fishing-watch/page.tsx'),
  'identity-service': () => import('./people/identity-service/page.tsx'),
  maps: () => import('./open/maps/page.tsx'),
  'performance-monitor': () => import('./operations/performance-monitor/page.tsx'),
  reports: () => import('./operations/reports/page.tsx'),
  processing: () => import('./ingestion/processing/page.tsx'),
  'realtime-monitoring': () => import('./operations/realtime-monitoring/page.tsx'),
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
  notices: () => import('./operations/notices/page.tsx'),
  'mobile-pwa': () => import('./people/mobile-pwa/page.tsx'),
  'demo-enhanced': () => import('./operations/demo-enhanced/page.tsx'),
  minpermar: embedded,
};
