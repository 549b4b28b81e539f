import type { DerivedProductId } from '@kianda/contract/sea/ocean/derived.contract';
import type { DerivedActor, DerivedDependencies } from './dependencies.ts';
import { derivedGrid } from './grid.service.ts';
import { type HeatwaveQuery, heatwaveEvents } from './heatwaves.service.ts';
import { deriveJobName } from './job.ts';
import { productList } from './product-list.service.ts';
import { derivedProvenance } from './provenance.ts';
import { derivedSeries } from './series.service.ts';

/** Derived products as users read them, each with the worst origin of what it was made of. */
export function createDerivedService(deps: DerivedDependencies) {
  const { repository, queue, audit } = deps;
  const provenance = derivedProvenance(repository, deps.provenanceOf);

  return {
    ...productList(deps, provenance),
    ...derivedSeries(deps, provenance),
    heatwaves: (query: HeatwaveQuery) => heatwaveEvents(deps, provenance, query),
    grid: (product: DerivedProductId, query: Parameters<typeof derivedGrid>[3]) =>
      derivedGrid(deps, provenance, product, query),

    /** Queues the computation; resolves with the run of the job. Throws `already_running`. */
    async run(input: { product?: DerivedProductId | undefined; again: boolean }, actor: DerivedActor): Promise<string> {
      const runId = await queue().enqueue(deriveJobName, input, { actorId: actor.id, trigger: 'manual' });
      const resource = `ocean.derived/${input.product ?? 'todos'}`;
      await audit.record({ actor, resource, metadata: { change: 'derive', again: input.again, runId } });
      return runId;
    },
  };
}

export type DerivedService = ReturnType<typeof createDerivedService>;
