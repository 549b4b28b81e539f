import type { ComponentType } from 'react';

type Page = () => Promise<{ default: ComponentType }>;

const embedded: Page = () => import('./embedded/embedded-section.tsx');

/** Screens by section id, each in a file of its own that loads when opened. A section without one shows the placeholder. */
export const pages: Readonly<Record<string, Page>> = {
  dashboard: () => import('./dashboard/page.tsx'),
  'advanced-analysis': () => import('./advanced-analysis/page.tsx'),
  audit: () => import('./audit/page.tsx'),
  'auth-enterprise': () => import('./auth-enterprise/page.tsx'),
  'auto-alerts': () => import('./auto-alerts/page.tsx'),
  'backup-security': () => import('./backup-security/page.tsx'),
  autorizar: () => import('./autorizar/page.tsx'),
  'async-processing': () => import('./async-processing/page.tsx'),
  'copernicus-integration': () => import('./copernicus-integration/page.tsx'),
  'copernicus-monitoring': () => import('./copernicus-monitoring/page.tsx'),
  'cache-redis': () => import('./cache/page.tsx'),
  databases: () => import('./databases/page.tsx'),
  'data-connectors': () => import('./data-connectors/page.tsx'),
  'api-gateway': () => import('./api-gateway/page.tsx'),
  'apis-connectors': () => import('./data-connectors/page.tsx'),
  'data-ingestion': () => import('./data-ingestion/page.tsx'),
  'geo-features': () => import('./geo-features/page.tsx'),
  'global-fishing-watch': () => import('./global-fishing-watch/page.tsx'),
  'identity-service': () => import('./identity-service/page.tsx'),
  'performance-monitor': () => import('./performance-monitor/page.tsx'),
  reports: () => import('./reports/page.tsx'),
  processing: () => import('./processing/page.tsx'),
  'realtime-monitoring': () => import('./realtime-monitoring/page.tsx'),
  'realtime-angola': () => import('./realtime-angola/page.tsx'),
  security: () => import('./security/page.tsx'),
  'services-status': () => import('./services-status/page.tsx'),
  'services-test': () => import('./services-status/test-view/page.tsx'),
  storage: () => import('./storage/page.tsx'),
  'services-integration': () => import('./services-integration/page.tsx'),
  'system-config': () => import('./system-config/page.tsx'),
  'system-health': () => import('./system-health/page.tsx'),
  'system-logs': () => import('./system-logs/page.tsx'),
  'test-dashboard': () => import('./test-dashboard/page.tsx'),
  'user-management': () => import('./user-management/page.tsx'),
  'zee-angola': () => import('./dashboard/zee/zee-dashboard.tsx'),
  'scientific-interfaces': () => import('./scientific-interfaces/page.tsx'),
  'enhanced-ocean-system': embedded,
  'mobile-pwa': embedded,
  'demo-enhanced': embedded,
  minpermar: embedded,
};
