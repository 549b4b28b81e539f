import type { CheckId } from './check-ids.ts';
import { type ProbeId, probeIds } from './probe-ids.ts';

/** The twelve checks, by the id of their page in the catalogue, and what each looks at. */
export const checks = {
  test_dashboard: ['dashboardPage', 'overviewIsLive', 'componentsAnswer', 'dataAreFresh'],
  test_api: ['apiAlive', 'apiReads', 'apiRefusals', 'apiCors', 'apiStandards', 'apiTimes', 'apiCatalogue'],
  test_dependencies: ['servicesAnswer', 'componentsAnswer', 'versionsStand', 'browserIsAble'],
  test_realtime_corrected: ['liveMapPage', 'mapLayersLoad', 'stationsObserve', 'realtimeOpens'],
  test_admin_simple: ['adminPage', 'servicesAnswer', 'connectorsDeliver', 'apiReads'],
  test_mobile_menu: ['menuFitsPhone', 'pagesAreWritten'],
  test_debug_fixes: ['requestsSucceed', 'processIsCalm', 'testsPassed', 'apiRefusals'],
  test_real_functionality: ['overviewIsLive', 'connectorsDeliver', 'dataAreFresh', 'mapLayersLoad', 'realtimeOpens'],
  test_simple_map: ['simpleMapPage', 'graphicsDraw', 'zeeIsWhole'],
  test_cabinda_coordinates: ['cabindaPortStands', 'cabindaZones', 'cabindaDistances', 'coordinatesRead'],
  test_admin_optimization: ['apiTimes', 'apiRevalidates', 'processIsCalm', 'adminPage'],
  test_final_validation: probeIds,
} as const satisfies Record<CheckId, readonly ProbeId[]>;
