import {
  dashboardOverview,
  dashboardStats,
  platformInfo,
} from '@kianda/contract/operations/dashboard/dashboard.contract';
import { oceanographicData, realtimeData, satelliteData } from '@kianda/contract/sea/ocean/ocean.contract';
import { nowIso } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { DashboardSources, InstallationInfo } from './dashboard.types.ts';
import type { createOverview } from './overview.service.ts';
import { satelliteAnswer } from './satellite.service.ts';
import { oceanographicAnswer, realtimeAnswer } from './sea.service.ts';
import { statsAnswer } from './stats.service.ts';

export function dashboardRoutes(
  sources: DashboardSources,
  overview: ReturnType<typeof createOverview>,
  installation: InstallationInfo,
): Bindings {
  const { clock, ocean, connectors } = sources;
  return [
    bind(dashboardOverview, overview.read),
    bind(dashboardStats, () => statsAnswer(sources)),
    bind(platformInfo, async () => ({
      data: { name: 'Kianda' as const, ...installation, serviceUrls: { ...installation.serviceUrls } },
      provenance: ownProvenance(clock),
    })),
    bind(realtimeData, () => realtimeAnswer(sources)),
    bind(oceanographicData, () => oceanographicAnswer(sources)),
    bind(satelliteData, () => satelliteAnswer(ocean.service, connectors.absenceOf, nowIso(clock))),
  ];
}
