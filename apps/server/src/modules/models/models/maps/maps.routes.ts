import * as contract from '@kianda/contract/models/maps/maps.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import { learnedProvenance } from '../learned-provenance.rules.ts';
import type { ModelContext } from '../models.context.ts';
import type { Maps } from './maps.service.ts';

export function mapBindings(context: ModelContext, maps: Maps): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(context.platform.clock) });
  const learned = <T>(data: T, isSimulated: boolean) => ({ data, provenance: learnedProvenance(context, isSimulated) });
  return [
    bind(contract.listModelMaps, async (c) => {
      const list = await maps.list(c.query.type);
      return learned(
        list,
        list.maps.some(({ isSimulated }) => isSimulated),
      );
    }),
    bind(contract.makeModelMap, async (c) => ({ ...answer(await maps.make(c.body, c)), status: 202 as const })),
    bind(contract.cancelModelMap, async (c) => answer(await maps.cancel(c.params.id))),
    bind(contract.removeModelMap, async (c) => answer(await maps.remove(c.params.id, c))),
    bind(contract.modelMapGrid, async (c) => {
      const { grid, isSimulated } = await maps.grid(c.params.id, c.query.band);
      return learned(grid, isSimulated);
    }),
    bind(contract.modelMapTile, ({ params: { id, band, ...address } }) => maps.tile(id, band, address)),
    bind(contract.modelMapDifference, (c) => maps.difference(c.params.id, c.query.minus)),
    bind(contract.modelMapFile, (c) => maps.download(c.params.id, c.query.format)),
  ];
}
