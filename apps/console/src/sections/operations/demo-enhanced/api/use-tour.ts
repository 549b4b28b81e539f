import { type Access, allows, type Sourced } from '@kianda/contract';
import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { isOperational, listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { stacHealth } from '@kianda/contract/open/catalogue/stac.contract';
import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { listInterfaces } from '@kianda/contract/open/interfaces/interfaces.contract';
import { mapStats } from '@kianda/contract/open/maps/maps.contract';
import { storageStats } from '@kianda/contract/open/storage/storage.contract';
import { backupOverview } from '@kianda/contract/operations/backups/backups.contract';
import {
  dashboardOverview,
  dashboardStats,
  platformInfo,
} from '@kianda/contract/operations/dashboard/dashboard.contract';
import { systemHealth } from '@kianda/contract/operations/health/health.contract';
import { reportsPage } from '@kianda/contract/operations/reports/reports.contract';
import { auditStatus } from '@kianda/contract/people/audit/audit.contract';
import { formatBytes, formatDuration, formatNumber, type NumberOptions } from '@kianda/format';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { SectionSearch } from '../../../../search.ts';
import type { SectionId } from '../../../sections.ts';
import { findSection } from '../../../sections.ts';
import { mapFigure, orReason, pickOrReason, withReason } from '../../../shared/sourced.ts';
import { demoTexts, stepTexts } from '../texts.pt.ts';
import { slowly, useAudit, useConnectors, useOverview, usePresence } from './use-demo.ts';

export type StepId = keyof typeof stepTexts;
export const stepGroups = ['sea', 'vessels', 'knowledge', 'operation'] as const;

export type TourStep = {
  readonly id: StepId;
  readonly group: (typeof stepGroups)[number];
  readonly section: SectionId;
  /** View of that section, where its first one is not the one meant. */
  readonly search?: Omit<SectionSearch, 'section'>;
  /** Permission of the figure's endpoint, beside that of the section. */
  readonly access: Access;
  /** Undefined while loading; null with its reason where it could not be had. */
  readonly figure: Sourced<number | string | null> | undefined;
  readonly unit?: string;
  readonly format?: NumberOptions;
};

/** Every answer of the section, for one refresh of all. */
export const demoAnswers = [
  platformInfo,
  systemHealth,
  dashboardOverview,
  dashboardStats,
  vesselPresence,
  listVesselAlerts,
  stacHealth,
  featureCollections,
  mapStats,
  listInterfaces,
  reportsPage,
  listConnectors,
  storageStats,
  backupOverview,
  auditStatus,
] as const;

const wholeNumber = { maxDecimals: 0 } as const;
const part = (some: number, all: number) =>
  demoTexts.tiles.part(formatNumber(some, wholeNumber), formatNumber(all, wholeNumber));

/** The platform's capabilities in the order of the tour, each with one figure of its module; only those this role may open. */
export function useTour(): readonly TourStep[] {
  const { role } = useAccount();
  return useSteps().filter(({ section, access }) => {
    const entry = findSection(section);
    return entry !== undefined && allows(entry.access, role) && allows(access, role);
  });
}

/** The steps of every group, in the order of the tour. */
const useSteps = (): readonly TourStep[] => [
  ...useSeaSteps(),
  ...useVesselSteps(),
  ...useKnowledgeSteps(),
  ...useOperationSteps(),
  ...useSafekeepingSteps(),
];

function useSeaSteps(): readonly TourStep[] {
  const overview = useOverview();
  return [
    {
      id: 'temperature',
      group: 'sea',
      section: 'realtime-angola',
      access: dashboardOverview.access,
      figure: orReason(overview.figure('real_time_data.sea_temperature'), overview),
      unit: '°C',
      format: { decimals: 1 },
    },
    {
      id: 'chlorophyll',
      group: 'sea',
      section: 'copernicus-monitoring',
      access: dashboardOverview.access,
      figure: orReason(overview.figure('real_time_data.chlorophyll'), overview),
      unit: 'mg/m³',
      format: { maxDecimals: 2 },
    },
    {
      id: 'species',
      group: 'sea',
      section: 'zee-angola',
      access: dashboardOverview.access,
      figure: orReason(overview.figure('zee_angola.species_recorded'), overview),
      format: wholeNumber,
    },
  ];
}

function useVesselSteps(): readonly TourStep[] {
  const presence = usePresence();
  const vesselAlerts = useEndpoint(listVesselAlerts, { query: { state: 'open', pageSize: 1 } }, slowly);
  return [
    {
      id: 'vessels',
      group: 'vessels',
      section: 'global-fishing-watch',
      access: vesselPresence.access,
      figure: orReason(presence.figure('vessel_count'), presence),
      format: wholeNumber,
    },
    {
      id: 'vesselAlerts',
      group: 'vessels',
      section: 'global-fishing-watch',
      search: { tab: 'alerts' },
      access: listVesselAlerts.access,
      figure: orReason(vesselAlerts.figure('total'), vesselAlerts),
      format: wholeNumber,
    },
  ];
}

function useKnowledgeSteps(): readonly TourStep[] {
  const stac = useEndpoint(stacHealth, {}, slowly);
  const features = useEndpoint(featureCollections, { query: { f: 'json' } }, slowly);
  const maps = useEndpoint(mapStats, {}, slowly);
  const interfaces = useEndpoint(listInterfaces, {}, slowly);
  const reports = useEndpoint(reportsPage, { query: { pageSize: 1 } }, slowly);
  return [
    {
      id: 'catalogue',
      group: 'knowledge',
      section: 'scientific-interfaces',
      search: { interface: 'stac_oceanographic' },
      access: stacHealth.access,
      figure: orReason(stac.figure('collections'), stac),
      format: wholeNumber,
    },
    {
      id: 'features',
      group: 'knowledge',
      section: 'geo-features',
      access: featureCollections.access,
      figure: pickOrReason(features, ({ collections }) => collections.length),
      format: wholeNumber,
    },
    {
      id: 'maps',
      group: 'knowledge',
      section: 'maps',
      access: mapStats.access,
      figure: orReason(maps.figure('total_maps'), maps),
      format: wholeNumber,
    },
    {
      id: 'interfaces',
      group: 'knowledge',
      section: 'scientific-interfaces',
      access: listInterfaces.access,
      figure: pickOrReason(interfaces, ({ active, total }) => part(active, total)),
    },
    {
      id: 'reports',
      group: 'knowledge',
      section: 'reports',
      access: reportsPage.access,
      figure: orReason(reports.figure('total'), reports),
      format: wholeNumber,
    },
  ];
}

function useOperationSteps(): readonly TourStep[] {
  const stats = useEndpoint(dashboardStats, {}, slowly);
  const connectors = useConnectors();
  return [
    {
      id: 'alerts',
      group: 'operation',
      section: 'auto-alerts',
      access: dashboardStats.access,
      figure: orReason(stats.figure('activeAlerts'), stats),
      format: wholeNumber,
    },
    {
      id: 'connectors',
      group: 'operation',
      section: 'data-connectors',
      access: listConnectors.access,
      figure: pickOrReason(connectors, ({ connectors: all }) => part(all.filter(isOperational).length, all.length)),
    },
    {
      id: 'tasks',
      group: 'operation',
      section: 'async-processing',
      access: dashboardStats.access,
      figure: orReason(stats.figure('asyncTasks'), stats),
      format: wholeNumber,
    },
    {
      id: 'services',
      group: 'operation',
      section: 'services-status',
      access: dashboardStats.access,
      figure: pickOrReason(stats, ({ servicesOnline, totalServices }) => part(servicesOnline, totalServices)),
    },
    {
      id: 'latency',
      group: 'operation',
      section: 'performance-monitor',
      access: dashboardStats.access,
      figure: orReason(stats.figure('apiLatency'), stats),
      unit: 'ms',
    },
    {
      id: 'availability',
      group: 'operation',
      section: 'system-health',
      access: dashboardStats.access,
      figure: orReason(stats.figure('availability'), stats),
      unit: '%',
      format: { maxDecimals: 2 },
    },
  ];
}

function useSafekeepingSteps(): readonly TourStep[] {
  const stats = useEndpoint(dashboardStats, {}, slowly);
  const storage = useEndpoint(storageStats, {}, slowly);
  const backups = useEndpoint(backupOverview, {}, slowly);
  const audit = useAudit();
  return [
    {
      id: 'storage',
      group: 'operation',
      section: 'storage',
      access: storageStats.access,
      figure: orReason(
        mapFigure(storage.figure('totalSize'), (bytes) => formatBytes(bytes)),
        storage,
      ),
    },
    {
      id: 'backups',
      group: 'operation',
      section: 'backup-security',
      access: backupOverview.access,
      figure: withReason(
        orReason(
          mapFigure(backups.figure('ageHours'), (hours) => (hours === null ? null : formatDuration(hours * 3_600))),
          backups,
        ),
        stepTexts.backups.noBackup,
      ),
    },
    {
      id: 'security',
      group: 'operation',
      section: 'security',
      access: dashboardStats.access,
      figure: orReason(stats.figure('securityScore'), stats),
      unit: '%',
      format: wholeNumber,
    },
    {
      id: 'audit',
      group: 'operation',
      section: 'audit',
      access: auditStatus.access,
      figure: orReason(audit.figure('events'), audit),
      format: wholeNumber,
    },
  ];
}
