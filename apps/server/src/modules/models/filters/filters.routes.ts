import * as contract from '@kianda/contract/models/filters/filters.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { FilterContext } from './filters.context.ts';
import type { FilterService } from './filters.service.ts';
import type { Results } from './results.service.ts';

type Parts = { readonly service: FilterService; readonly results: Results };

export function filterBindings(context: FilterContext, { service, results }: Parts): Bindings {
  const { platform, provenance } = context;
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(platform.clock) });
  /** An answer of results: simulated where the rows that they were computed from were. */
  const computed = <T>(data: T, isSimulated: boolean) => ({ data, provenance: provenance(isSimulated) });
  return [
    bind(contract.listFilters, async (c) => {
      const all = await service.list(c);
      return computed(
        all,
        all.some(({ isSimulated }) => isSimulated),
      );
    }),
    bind(contract.getFilter, async (c) => {
      const found = await service.find(c.params.id, c);
      return computed(found, found.filter.isSimulated);
    }),
    bind(contract.createFilter, async (c) => ({ ...answer(await service.create(c.body, c)), status: 201 as const })),
    bind(contract.updateFilter, async (c) => answer(await service.update(c.params.id, c.body, c))),
    bind(contract.removeFilter, async (c) => answer(await service.remove(c.params.id, c.query.confirm, c))),
    bind(contract.activateFilter, async (c) => answer(await service.setActive(c.params.id, true, c))),
    bind(contract.deactivateFilter, async (c) => answer(await service.setActive(c.params.id, false, c))),
    bind(contract.refreshFilter, async (c) => ({
      ...answer(await service.refresh(c.params.id, c)),
      status: 202 as const,
    })),
    bind(contract.subscribeFilter, async (c) => answer(await service.subscribe(c.params.id, c.body.isSubscribed, c))),
    bind(contract.filterData, async (c) => {
      const { points, isSimulated } = await results.data(c.params.id);
      return computed(points, isSimulated);
    }),
    bind(contract.filterRunResult, async (c) => {
      const found = await results.run(c.params.id, c.params.run);
      return computed(found, found.run.summary?.isSimulated ?? false);
    }),
    bind(contract.filterDifference, async (c) => {
      const found = await results.difference(c.params.id, c.query.from, c.query.to);
      return computed(
        found,
        [found.from, found.to].some(({ summary }) => summary?.isSimulated === true),
      );
    }),
    bind(contract.filterCsv, async (c) => ({
      ...{ bytes: await results.csv(c.params.id, c), contentType: 'text/csv; charset=utf-8' },
      fileName: `${c.params.id}.csv`,
    })),
    bind(contract.filterGeojson, async (c) => ({
      ...{ bytes: await results.geojson(c.params.id, c), contentType: 'application/geo+json' },
      fileName: `${c.params.id}.geojson`,
    })),
    bind(contract.filterTiff, async (c) => ({
      ...{ bytes: await results.tiff(c.params.id, c), contentType: contract.filterTiff.contentType },
      fileName: `${c.params.id}.tif`,
    })),
  ];
}
