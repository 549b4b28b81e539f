import {
  changeConfiguration,
  configurationHistory,
  readConfiguration,
  restoreConfiguration,
} from '@kianda/contract/operations/configuration/configuration.contract';
import { operatingMode } from '@kianda/contract/operations/configuration/mode.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind, type Principal } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { ConfigurationService } from './configuration.service.ts';

function actorOf(request: { principal: Principal; ipAddress: string; userAgent: string }) {
  return {
    actorId: request.principal.accountId,
    actorName: request.principal.email,
    ipAddress: request.ipAddress,
    userAgent: request.userAgent,
  };
}

/** Endpoints of the module. */
export function configurationRoutes(service: ConfigurationService, clock: Clock): Bindings {
  const provenance = () => ownProvenance(clock);
  return [
    bind(readConfiguration, async () => {
      await service.load();
      return { data: service.view(), provenance: provenance() };
    }),
    bind(changeConfiguration, async (request) => {
      const { version, note, ...wanted } = request.body;
      const data = await service.change(wanted, version, actorOf(request), note ?? null);
      return { data, provenance: provenance() };
    }),
    bind(configurationHistory, async ({ query: { before, limit } }) => ({
      data: await service.history(before ?? null, limit),
      provenance: provenance(),
    })),
    bind(restoreConfiguration, async (request) => ({
      data: await service.restore(request.params.version, request.body.version, actorOf(request)),
      provenance: provenance(),
    })),
    bind(operatingMode, async () => ({ data: service.mode(), provenance: provenance() })),
  ];
}
