import { securityChecks } from '@kianda/contract/operations/security/security.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { SecurityService } from './security.service.ts';

/** Endpoints of the module. */
export function securityRoutes(service: SecurityService, clock: Clock): Bindings {
  return [
    bind(securityChecks, async () => {
      const data = await service.latest();
      return { data, provenance: ownProvenance(clock, data.checkedAt) };
    }),
  ];
}
