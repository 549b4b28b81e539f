import type { Endpoint } from './core/endpoint.ts';
import { joinedReads } from './core/joined-reads.ts';
import { alertEndpoints } from './fleet/surveillance/alerts.contract.ts';
import { areaReportEndpoints } from './fleet/surveillance/area-report.contract.ts';
import { distanceEndpoints } from './fleet/surveillance/distances.contract.ts';
import { evidenceEndpoints } from './fleet/surveillance/evidence.contract.ts';
import { groupEndpoints } from './fleet/surveillance/groups.contract.ts';
import { identityRegistryEndpoints } from './fleet/surveillance/identity.contract.ts';
import { licenceImportEndpoints } from './fleet/surveillance/licence-import.contract.ts';
import { registryEndpoints } from './fleet/surveillance/registry.contract.ts';
import { thresholdEndpoints } from './fleet/surveillance/thresholds.contract.ts';
import { archiveEndpoints } from './fleet/vessels/archive.contract.ts';
import { exportJobEndpoints } from './fleet/vessels/export-jobs.contract.ts';
import { exportEndpoints } from './fleet/vessels/exports.contract.ts';
import { fleetEndpoints } from './fleet/vessels/fleet.contract.ts';
import { gfwEndpoints } from './fleet/vessels/gfw.contract.ts';
import { gfwIntegrationEndpoints } from './fleet/vessels/gfw-integration.contract.ts';
import { listEndpoints } from './fleet/vessels/list.contract.ts';
import { positionEndpoints } from './fleet/vessels/positions.contract.ts';
import { safetyEndpoints } from './fleet/vessels/safety.contract.ts';
import { vesselEndpoints } from './fleet/vessels/vessels.contract.ts';
import { connectorEndpoints } from './ingestion/connectors/connectors.contract.ts';
import { connectorEngineEndpoints } from './ingestion/connectors/engine.contract.ts';
import { historyCostEndpoints } from './ingestion/connectors/history-cost.contract.ts';
import { intakeEndpoints } from './ingestion/connectors/intake.contract.ts';
import { connectorOperations } from './ingestion/connectors/operations.contract.ts';
import { fieldEndpoints } from './ingestion/field/field.contract.ts';
import { filterEndpoints } from './models/filters/filters.contract.ts';
import { modelMapLinkEndpoints } from './models/maps/map-links.contract.ts';
import { modelMapEndpoints } from './models/maps/maps.contract.ts';
import { driftEndpoints } from './models/registry/drift.contract.ts';
import { proofEndpoints } from './models/registry/evidence.contract.ts';
import { modelFileEndpoints } from './models/registry/files.contract.ts';
import { foreignModelEndpoints } from './models/registry/foreign.contract.ts';
import { labelEndpoints } from './models/registry/labels.contract.ts';
import { modelEndpoints } from './models/registry/models.contract.ts';
import { predictionEndpoints } from './models/registry/predictions.contract.ts';
import { scheduleEndpoints } from './models/registry/schedules.contract.ts';
import { policyEndpoints } from './models/retention/policies.contract.ts';
import { recordEndpoints } from './models/retention/retention.contract.ts';
import { retentionStatisticEndpoints } from './models/retention/statistics.contract.ts';
import { studyEndpoints } from './models/studies/studies.contract.ts';
import { studyBatchEndpoints } from './models/studies/study-batches.contract.ts';
import { studyFigureEndpoints } from './models/studies/study-figures.contract.ts';
import { stacEndpoints } from './open/catalogue/stac.contract.ts';
import { stacLoadEndpoints } from './open/catalogue/stac-loads.contract.ts';
import { stacTransactionEndpoints } from './open/catalogue/stac-transactions.contract.ts';
import { featureEndpoints } from './open/features/features.contract.ts';
import { interfaceEndpoints } from './open/interfaces/interfaces.contract.ts';
import { ministrySiteEndpoints } from './open/interfaces/ministry-site.contract.ts';
import { layerEndpoints } from './open/layers/layers.contract.ts';
import { mapEndpoints } from './open/maps/maps.contract.ts';
import { publicMapEndpoints } from './open/maps/public-maps.contract.ts';
import { bucketSettingsEndpoints } from './open/storage/bucket-settings.contract.ts';
import { storagePreviewEndpoints } from './open/storage/preview.contract.ts';
import { s3Endpoints } from './open/storage/s3.contract.ts';
import { storageEndpoints } from './open/storage/storage.contract.ts';
import { uploadEndpoints } from './open/storage/uploads.contract.ts';
import { alertCaseworkEndpoints } from './operations/alerts/casework.contract.ts';
import { alertRuleEndpoints } from './operations/alerts/rules.contract.ts';
import { backupEndpoints } from './operations/backups/backups.contract.ts';
import { instantEndpoints } from './operations/backups/instants.contract.ts';
import { cacheEndpoints } from './operations/caches/caches.contract.ts';
import { configurationEndpoints } from './operations/configuration/configuration.contract.ts';
import { dashboardEndpoints } from './operations/dashboard/dashboard.contract.ts';
import { databaseEndpoints } from './operations/databases/databases.contract.ts';
import { debugEndpoints } from './operations/diagnostics/debug.contract.ts';
import { logEndpoints } from './operations/diagnostics/logs.contract.ts';
import { diagnosticsEndpoints } from './operations/diagnostics/tests.contract.ts';
import { healthEndpoints } from './operations/health/health.contract.ts';
import { liveEndpoints } from './operations/health/live.contract.ts';
import { homeEndpoints } from './operations/home/home.contract.ts';
import { reportEndpoints } from './operations/reports/reports.contract.ts';
import { searchEndpoints } from './operations/search/search.contract.ts';
import { securityEndpoints } from './operations/security/security.contract.ts';
import { announcementEndpoints } from './operations/services/announcements.contract.ts';
import { serviceEndpoints } from './operations/services/services.contract.ts';
import { statusPageEndpoints } from './operations/services/status-page.contract.ts';
import { deadLetterEndpoints as taskDeadLetterEndpoints } from './operations/tasks/dead-letters.contract.ts';
import { flowerControlEndpoints } from './operations/tasks/flower-control.contract.ts';
import { monitorEndpoints } from './operations/tasks/monitor.contract.ts';
import { taskEndpoints } from './operations/tasks/tasks.contract.ts';
import { assistantEndpoints } from './people/assistant/assistant.contract.ts';
import { auditEndpoints } from './people/audit/audit.contract.ts';
import { caseworkEndpoints } from './people/collaboration/casework.contract.ts';
import { roomEndpoints } from './people/collaboration/collaboration.contract.ts';
import { discussionEndpoints } from './people/collaboration/discussions.contract.ts';
import { deliveryEndpoints } from './people/delivery/delivery.contract.ts';
import { accessLinkEndpoints } from './people/identity/access-links.contract.ts';
import { apiKeyEndpoints } from './people/identity/api-keys.contract.ts';
import { authEndpoints } from './people/identity/identity.contract.ts';
import { keycloakEndpoints } from './people/identity/keycloak.contract.ts';
import { keycloakAccountEndpoints } from './people/identity/keycloak-accounts.contract.ts';
import { keycloakClientEndpoints } from './people/identity/keycloak-clients.contract.ts';
import { keycloakRealmEndpoints } from './people/identity/keycloak-realm.contract.ts';
import { keycloakRoleEndpoints } from './people/identity/keycloak-roles.contract.ts';
import { oidcEndpoints } from './people/identity/oidc.contract.ts';
import { settingsEndpoints } from './people/identity/settings.contract.ts';
import { userSessionEndpoints } from './people/identity/user-sessions.contract.ts';
import { userEndpoints } from './people/identity/users.contract.ts';
import { notificationEndpoints } from './people/notifications/notifications.contract.ts';
import { usageEndpoints } from './people/usage/usage.contract.ts';
import { biodiversityEndpoints } from './sea/biodiversity/biodiversity.contract.ts';
import { diversityEndpoints } from './sea/biodiversity/diversity.contract.ts';
import { speciesEndpoints } from './sea/biodiversity/species.contract.ts';
import { specimenEndpoints } from './sea/biodiversity/specimens.contract.ts';
import { trackEndpoints } from './sea/biodiversity/tracks.contract.ts';
import { coastEndpoints } from './sea/coast/coast.contract.ts';
import { fisheriesEndpoints } from './sea/fisheries/fisheries.contract.ts';
import { geographyEndpoints } from './sea/geography/geography.contract.ts';
import { infrastructureEndpoints } from './sea/infrastructure/infrastructure.contract.ts';
import { limitEndpoints } from './sea/limits/limits.contract.ts';
import { coastalEndpoints } from './sea/ocean/coastal.contract.ts';
import { copernicusEndpoints } from './sea/ocean/copernicus.contract.ts';
import { derivedEndpoints } from './sea/ocean/derived.contract.ts';
import { fieldTileEndpoints } from './sea/ocean/field-tiles.contract.ts';
import { oceanEndpoints } from './sea/ocean/ocean.contract.ts';
import { oceanSourceEndpoints } from './sea/ocean/sources.contract.ts';
import { placeEndpoints } from './sea/places/places.contract.ts';
import { biomassEndpoints } from './space/biomass/biomass.contract.ts';
import { spatialEndpoints } from './space/spatial/analyses.contract.ts';
import { spatialBatchEndpoints } from './space/spatial/batches.contract.ts';
import { spatialChainEndpoints } from './space/spatial/chains.contract.ts';
import { qgisEndpoints } from './space/spatial/qgis.contract.ts';
import { spatialScheduleEndpoints } from './space/spatial/schedules.contract.ts';
import { temporalEndpoints } from './space/temporal/temporal.contract.ts';

/** Every endpoint of the platform. A declared endpoint without a handler stops the start. */
export const allEndpoints: readonly Endpoint[] = [
  ...assistantEndpoints,
  ...auditEndpoints,
  ...backupEndpoints,
  ...instantEndpoints,
  ...biodiversityEndpoints,
  ...diversityEndpoints,
  ...infrastructureEndpoints,
  ...specimenEndpoints,
  ...speciesEndpoints,
  ...cacheEndpoints,
  ...stacEndpoints,
  ...stacTransactionEndpoints,
  ...stacLoadEndpoints,
  ...configurationEndpoints,
  ...connectorEndpoints,
  ...connectorEngineEndpoints,
  ...connectorOperations,
  ...historyCostEndpoints,
  ...intakeEndpoints,
  ...fieldEndpoints,
  ...copernicusEndpoints,
  ...dashboardEndpoints,
  ...databaseEndpoints,
  ...deliveryEndpoints,
  ...featureEndpoints,
  ...filterEndpoints,
  ...modelEndpoints,
  ...predictionEndpoints,
  ...driftEndpoints,
  ...proofEndpoints,
  ...modelFileEndpoints,
  ...foreignModelEndpoints,
  ...labelEndpoints,
  ...scheduleEndpoints,
  ...modelMapEndpoints,
  ...modelMapLinkEndpoints,
  ...recordEndpoints,
  ...policyEndpoints,
  ...retentionStatisticEndpoints,
  ...studyEndpoints,
  ...studyFigureEndpoints,
  ...studyBatchEndpoints,
  ...spatialEndpoints,
  ...spatialBatchEndpoints,
  ...spatialChainEndpoints,
  ...spatialScheduleEndpoints,
  ...qgisEndpoints,
  ...layerEndpoints,
  ...logEndpoints,
  ...diagnosticsEndpoints,
  ...debugEndpoints,
  ...searchEndpoints,
  ...securityEndpoints,
  ...mapEndpoints,
  ...publicMapEndpoints,
  ...fisheriesEndpoints,
  ...geographyEndpoints,
  ...limitEndpoints,
  ...coastEndpoints,
  ...placeEndpoints,
  ...alertRuleEndpoints,
  ...alertCaseworkEndpoints,
  ...notificationEndpoints,
  ...roomEndpoints,
  ...discussionEndpoints,
  ...caseworkEndpoints,
  ...healthEndpoints,
  ...liveEndpoints,
  ...homeEndpoints,
  ...authEndpoints,
  ...settingsEndpoints,
  ...accessLinkEndpoints,
  ...apiKeyEndpoints,
  ...userSessionEndpoints,
  ...userEndpoints,
  ...keycloakEndpoints,
  ...keycloakAccountEndpoints,
  ...keycloakClientEndpoints,
  ...keycloakRealmEndpoints,
  ...keycloakRoleEndpoints,
  ...oidcEndpoints,
  ...interfaceEndpoints,
  ...ministrySiteEndpoints,
  ...derivedEndpoints,
  ...oceanEndpoints,
  ...fieldTileEndpoints,
  ...coastalEndpoints,
  ...oceanSourceEndpoints,
  ...alertEndpoints,
  ...distanceEndpoints,
  ...thresholdEndpoints,
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
  ...flowerControlEndpoints,
  ...taskDeadLetterEndpoints,
  ...storageEndpoints,
  ...uploadEndpoints,
  ...s3Endpoints,
  ...storagePreviewEndpoints,
  ...bucketSettingsEndpoints,
  ...serviceEndpoints,
  ...announcementEndpoints,
  ...statusPageEndpoints,
  ...trackEndpoints,
  ...temporalEndpoints,
  ...usageEndpoints,
  ...fleetEndpoints,
  ...gfwEndpoints,
  ...gfwIntegrationEndpoints,
  ...listEndpoints,
  ...positionEndpoints,
  ...archiveEndpoints,
  ...safetyEndpoints,
  ...vesselEndpoints,
  joinedReads,
  ...biomassEndpoints,
];
