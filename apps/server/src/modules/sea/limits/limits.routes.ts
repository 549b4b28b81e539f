import * as contract from '@kianda/contract/sea/limits/limits.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { LimitContext } from './limits.context.ts';
import { limitsFile } from './limits.files.ts';
import type { Limits } from './limits.service.ts';
import { createPointReading } from './point.service.ts';

export function limitBindings({ platform, repository }: LimitContext, limits: Limits): Bindings {
  const pointAt = createPointReading(repository);
  return [
    bind(contract.listBoundaries, async () => ({
      data: await limits.list(),
      provenance: await limits.provenance(await limits.newest()),
    })),
    bind(contract.processBoundaries, async (c) => ({
      data: await limits.process(c.body.baseline, c.principal),
      provenance: ownProvenance(platform.clock),
      status: 202 as const,
    })),
    bind(contract.boundaryDrawing, async () => ({
      data: await limits.drawing(),
      provenance: await limits.provenance(await limits.newest()),
    })),
    bind(contract.boundaryAtPoint, async ({ query }) => {
      const { row, point } = await pointAt([query.lon, query.lat]);
      return { data: point, provenance: await limits.provenance(row) };
    }),
    bind(contract.boundaryFile, () => limitsFile(repository)),
  ];
}
