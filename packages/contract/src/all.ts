import { alertDeskEndpoints } from './alerts/desk.contract.ts';
import { alertRuleEndpoints } from './alerts/rules.contract.ts';
import { auditEndpoints } from './audit/audit.contract.ts';
import { backupEndpoints } from './backups/backups.contract.ts';
import { instantEndpoints } from './backups/instants.contract.ts';
import { biodiversityEndpoints } from './biodiversity/biodiversity.contract.ts';
import { trackEndpoints } from './biodiversity/tracks.contract.ts';
import { cacheEndpoints } from './caches/caches.contract.ts';
import { stacEndpoints } from './catalogue/stac.contract.ts';
import { stacTransactionEndpoints } from './catalogue/stac-transactions.contract.ts';
import { configurationEndpoints } from './configuration/configuration.contract.ts';
import { connectorEndpoints } from './connectors/connectors.contract.ts';
import { connectorEngineEndpoints } from './connectors/engine.contract.ts';
import { intakeEndpoints } from './connectors/intake.contract.ts';
import { connectorOperations } from './connectors/operations.contract.ts';
import type { Endpoint } from './core/endpoint.ts';
import { dashboardEndpoints } from './dashboard/dashboard.contract.ts';
import { databaseEndpoints } from './databases/databases.contract.ts';
import { deliveryEndpoints } from './delivery/delivery.contract.ts';
import { debugEndpoints } from './diagnostics/debug.contract.ts';
import { logEndpoints } from './diagnostics/logs.contract.ts';
import { diagnosticsEndpoints } from './diagnostics/tests.contract.ts';
import { featureEndpoints } from './features/features.contract.ts';
import { fisheriesEndpoints } from './fisheries/fisheries.contract.ts';
import { geographyEndpoints } from './geography/geography.contract.ts';
import { healthEndpoints } from './health/health.contract.ts';
import { liveEndpoints } from './health/live.contract.ts';
import { identityEndpoints } from './identity/identity.contract.ts';
import { keycloakEndpoints } from './identity/keycloak.contract.ts';
import { oidcEndpoints } from './identity/oidc.contract.ts';
import { interfaceEndpoints } from './interfaces/interfaces.contract.ts';
import { mapEndpoints } from './maps/maps.contract.ts';
import { publicMapEndpoints } from './maps/public-maps.contract.ts';
import { notificationEndpoints } from './notifications/notifications.contract.ts';
import { coastalEndpoints } from './ocean/coastal.contract.ts';
import { copernicusEndpoints } from './ocean/copernicus.contract.ts';
import { derivedEndpoints } from './ocean/derived.contract.ts';
import { oceanEndpoints } from './ocean/ocean.contract.ts';
import { oceanSourceEndpoints } from './ocean/sources.contract.ts';
import { reportEndpoints } from './reports/reports.contract.ts';
import { securityEndpoints } from './security/security.contract.ts';
import { announcementEndpoints } from './services/announcements.contract.ts';
import { serviceEndpoints } from './services/services.contract.ts';
import { statusPageEndpoints } from './services/status-page.contract.ts';
import { storagePreviewEndpoints } from './storage/preview.contract.ts';
import { s3Endpoints } from './storage/s3.contract.ts';
import { storageEndpoints } from './storage/storage.contract.ts';
import { uploadEndpoints } from './storage/uploads.contract.ts';
import { alertEndpoints } from './surveillance/alerts.contract.ts';
import { areaReportEndpoints } from './surveillance/area-report.contract.ts';
import { distanceEndpoints } from './surveillance/distances.contract.ts';
import { evidenceEndpoints } from './surveillance/evidence.contract.ts';
import { groupEndpoints } from './surveillance/groups.contract.ts';
import { identityRegistryEndpoints } from './surveillance/identity.contract.ts';
import { licenceImportEndpoints } from './surveillance/licence-import.contract.ts';
import { registryEndpoints } from './surveillance/registry.contract.ts';
import { letterEndpoints as taskLetterEndpoints } from './tasks/letters.contract.ts';
import { monitorEndpoints } from './tasks/monitor.contract.ts';
import { taskEndpoints } from './tasks/tasks.contract.ts';
import { usageEndpoints } from './usage/usage.contract.ts';
import { exportJobEndpoints } from './vessels/export-jobs.contract.ts';
import { exportEndpoints } from './vessels/exports.contract.ts';
import { fleetEndpoints } from './vessels/fleet.contract.ts';
import { gfwEndpoints } from './vessels/gfw.contract.ts';
import { listEndpoints } from './vessels/list.contract.ts';
import { positionEndpoints } from './vessels/positions.contract.ts';
import { vesselEndpoints } from './vessels/vessels.contract.ts';

/** Every endpoint of the platform. A declared endpoint that nobody binds stops the start. */
export const allEndpoints: readonly Endpoint[] = [
  ...auditEndpoints,
  ...backupEndpoints,
  ...instantEndpoints,
  ...biodiversityEndpoints,
  ...cacheEndpoints,
  ...stacEndpoints,
  ...stacTransactionEndpoints,
  ...configurationEndpoints,
  ...connectorEndpoints,
  ...connectorEngineEndpoints,
  ...connectorOperations,
  ...intakeEndpoints,
  ...copernicusEndpoints,
  ...dashboardEndpoints,
  ...databaseEndpoints,
  ...deliveryEndpoints,
  ...featureEndpoints,
  ...logEndpoints,
  ...diagnosticsEndpoints,
  ...debugEndpoints,
  ...securityEndpoints,
  ...mapEndpoints,
  ...publicMapEndpoints,
  ...fisheriesEndpoints,
  ...geographyEndpoints,
  ...alertRuleEndpoints,
  ...alertDeskEndpoints,
  ...notificationEndpoints,
  ...healthEndpoints,
  ...liveEndpoints,
  ...identityEndpoints,
  ...keycloakEndpoints,
  ...oidcEndpoints,
  ...interfaceEndpoints,
  ...derivedEndpoints,
  ...oceanEndpoints,
  ...coastalEndpoints,
  ...oceanSourceEndpoints,
  ...alertEndpoints,
  ...distanceEndpoints,
  ...identityRegistryEndpoints,
  ...licenceImportEndpoints,
  ...areaReportEndpoints,
  ...evidenceEndpoints,
  ...exportEndpoints,
  ...exportJobEndpoints,
  ...groupEndpoints,
  ...registryEndpoints,
  ...reportEndpoints,
  ...taskEndpoints,
  ...monitorEndpoints,
  ...taskLetterEndpoints,
  ...storageEndpoints,
  ...uploadEndpoints,
  ...s3Endpoints,
  ...storagePreviewEndpoints,
  ...serviceEndpoints,
  ...announcementEndpoints,
  ...statusPageEndpoints,
  ...trackEndpoints,
  ...usageEndpoints,
  ...fleetEndpoints,
  ...gfwEndpoints,
  ...listEndpoints,
  ...positionEndpoints,
  ...vesselEndpoints,
];
