import type { Provenance } from '@kianda/contract';
import { biodiversityDiversity, exportDiversity } from '@kianda/contract/sea/biodiversity/diversity.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { diversityFile } from './diversity.files.ts';
import type { DiversityService } from './diversity.service.ts';

export function diversityBindings({
  service,
  provenance,
  clock,
}: {
  service: DiversityService;
  provenance: () => Promise<Provenance>;
  clock: Clock;
}): Bindings {
  return [
    bind(biodiversityDiversity, async ({ query }) => ({
      data: await service.of(query),
      provenance: await provenance(),
    })),
    bind(exportDiversity, async ({ query: { format, ...query }, principal }) =>
      diversityFile(format, {
        query,
        diversity: await service.of(query),
        provenance: await provenance(),
        author: principal.name,
        createdMs: clock.nowMs(),
      }),
    ),
  ];
}
