import type { Bindings } from '../../../../platform/http/bind.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { TrackReader } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
import type { AlertService } from '../alerts/alerts.service.ts';
import type { SurveillanceAudit } from '../audit.service.ts';
import { createDistanceService } from './distances.service.ts';
import { createIdentityRegistry } from './identity.service.ts';
import { createLicenceImport } from './licence-import.ts';
import type { RegistryRepository } from './registry.repository.ts';
import { registryBindings } from './registry.routes.ts';
import { createRegistryService, type RegistryService } from './registry.service.ts';
import { createThresholdService } from './thresholds.service.ts';

/** The national registry: watched areas, licences and their import, closed seasons, minimum distances, identities. */
export function createRegistry(options: {
  platform: Platform;
  repository: RegistryRepository;
  tracks: TrackReader;
  alerts: AlertService;
  alertRepository: AlertRepository;
  audit: SurveillanceAudit;
}): { readonly service: RegistryService; readonly bindings: Bindings } {
  const { repository, tracks, alerts, alertRepository, audit } = options;
  const { clock } = options.platform;
  const store = { repository, clock, audit };
  const registry = createRegistryService({ ...store, alertsByArea: alertRepository.countByArea });
  const distances = createDistanceService(store);
  const thresholds = createThresholdService(store);
  const imports = createLicenceImport(store);
  const identities = createIdentityRegistry({ tracks, registry: repository, alerts: alertRepository, clock });
  return {
    service: registry,
    bindings: registryBindings({ registry, distances, thresholds, imports, identities, alerts, clock, audit }),
  };
}
