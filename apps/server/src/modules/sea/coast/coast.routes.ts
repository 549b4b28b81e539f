import { allows } from '@kianda/contract';
import * as contract from '@kianda/contract/sea/coast/coast.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { CoastContext } from './coast.context.ts';
import { coastFile } from './coast.files.ts';
import type { Coast } from './coast.service.ts';

export function coastBindings({ platform, repository }: CoastContext, coast: Coast): Bindings {
  return [
    bind(contract.coastalAnalyses, async () => ({
      data: await coast.list(),
      provenance: await coast.provenance(await repository.all()),
    })),
    bind(contract.analyzeCoast, async (c) => ({
      data: await coast.analyse(c.body, c.principal),
      provenance: ownProvenance(platform.clock),
      status: 202 as const,
    })),
    bind(contract.coastalDetail, async (c) => {
      const row = await coast.newest(c.params.region);
      return {
        data: await coast.detail(c.params.region),
        provenance: await coast.provenance(row === undefined ? [] : [row]),
      };
    }),
    bind(contract.coastSurveys, async (c) => ({
      data: await coast.surveys(allows('layers:read', c.principal.role)),
      provenance: ownProvenance(platform.clock),
    })),
    bind(contract.coastalFile, (c) => coastFile(repository, c.params.region, c.query.format)),
  ];
}
