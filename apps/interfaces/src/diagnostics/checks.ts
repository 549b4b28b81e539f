import type { CheckId } from './check-ids.ts';
import type { Probe } from './checks.types.ts';
import { type ProbeId, probeIds } from './probe-ids.ts';
import {
  apiAlive,
  apiCatalogue,
  apiCors,
  apiReads,
  apiRefusals,
  apiRevalidates,
  apiStandards,
  apiTimes,
  realtimeOpens,
} from './probes/api.ts';
import { menuFitsPhone } from './probes/layout.tsx';
import {
  cabindaDistances,
  cabindaPortStands,
  cabindaZones,
  coordinatesRead,
  graphicsDraw,
  mapLayersLoad,
  stationsObserve,
  zeeIsWhole,
} from './probes/map.ts';
import { browserIsAble, pageServes, pagesAreWritten } from './probes/pages.ts';
import {
  componentsAnswer,
  connectorsDeliver,
  dataAreFresh,
  overviewIsLive,
  processIsCalm,
  requestsSucceed,
  servicesAnswer,
  testsPassed,
  versionsStand,
} from './probes/platform.ts';

/** Every probe, by the id under which the texts name it. */
export const probes = {
  apiAlive,
  apiReads,
  apiRefusals,
  apiCors,
  apiStandards,
  apiTimes,
  apiCatalogue,
  apiRevalidates,
  realtimeOpens,
  servicesAnswer,
  componentsAnswer,
  versionsStand,
  processIsCalm,
  requestsSucceed,
  testsPassed,
  overviewIsLive,
  connectorsDeliver,
  dataAreFresh,
  mapLayersLoad,
  stationsObserve,
  graphicsDraw,
  zeeIsWhole,
  cabindaPortStands,
  cabindaZones,
  cabindaDistances,
  coordinatesRead,
  browserIsAble,
  pagesAreWritten,
  menuFitsPhone,
  dashboardPage: pageServes('dashboard_cientifico.html'),
  liveMapPage: pageServes('realtime_angola_fixed.html'),
  simpleMapPage: pageServes('test_mapa_simples.html'),
  adminPage: pageServes('admin.html'),
} as const satisfies Record<ProbeId, Probe>;

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
