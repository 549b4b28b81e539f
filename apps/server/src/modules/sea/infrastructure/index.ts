import {
  listInfrastructure,
  listInfrastructureProposals,
  proposeInfrastructure,
  reviewInfrastructure,
} from '@kianda/contract/sea/infrastructure/infrastructure.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { infrastructureMigrations } from './infrastructure.migrations.ts';
import { createInfrastructureRepository } from './infrastructure.repository.ts';
import {
  createInfrastructureService,
  type InfrastructureAudit,
  type InfrastructureService,
} from './infrastructure.service.ts';

/** Front door of the fishing infrastructure: ports, villages and plants, kept by proposals that another person reviews. */
export function createInfrastructure({ platform, audit }: { platform: Platform; audit: InfrastructureAudit }): Module {
  const { clock, database } = platform;
  const service = createInfrastructureService({ repository: createInfrastructureRepository(database), audit, clock });
  return {
    name: 'infrastructure',
    migrations: infrastructureMigrations,
    start: service.addReferences,
    bindings: bindingsOf(service, clock),
  };
}

function bindingsOf(service: InfrastructureService, clock: Clock): Bindings {
  const own = () => ownProvenance(clock);
  return [
    bind(listInfrastructure, async ({ query, principal }) => {
      const { data, newest } = await service.list(query, principal);
      return { data, provenance: { ...own(), observedAt: newest?.toISOString() ?? null } };
    }),
    bind(proposeInfrastructure, async (request) => ({
      data: { proposed: await service.propose(request.body, request) },
      provenance: own(),
    })),
    bind(listInfrastructureProposals, async ({ query, principal }) => ({
      data: await service.proposals(query, principal),
      provenance: own(),
    })),
    bind(reviewInfrastructure, async (request) => ({
      data: await service.review(request.params.id, request.body, request),
      provenance: own(),
    })),
  ];
}

export const infrastructureModule = defineModule({
  name: 'infrastructure',
  needs: { audit: auditModule },
  create: ({ platform, needs: { audit } }) => ({ manifest: createInfrastructure({ platform, audit }) }),
});
