import type { Probe } from '../checks.types.ts';
import type { ProbeId } from '../probe-ids.ts';
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
} from './api.ts';
import { menuFitsPhone } from './layout.tsx';
import {
  cabindaDistances,
  cabindaPortStands,
  cabindaZones,
  coordinatesRead,
  graphicsDraw,
  mapLayersLoad,
  stationsObserve,
  zeeIsWhole,
} from './map.ts';
import { browserIsAble, pageServes, pagesAreWritten } from './pages.ts';
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
} from './platform.ts';

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
