import type { DataOf, QueryOf } from '@kianda/contract';
import type { listSpecies, speciesProfile } from '@kianda/contract/sea/biodiversity/species.contract';
import type { Species } from '@kianda/contract/sea/biodiversity/species.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { commonNameOf } from './common-name.rules.ts';
import { searchText } from './register.repository.ts';
import {
  depthClasses,
  isThreatened,
  profileCellDegrees,
  type SpeciesRepository,
  type SpeciesRow,
} from './species.repository.ts';
import { namesInPortuguese } from './taxa.service.ts';

export type SpeciesService = ReturnType<typeof createSpeciesService>;

/** Recorded taxa as a list, and the profile of one. */
export function createSpeciesService(repository: SpeciesRepository, clock: Clock) {
  const now = () => new Date(clock.nowMs());
  return {
    async page(query: QueryOf<typeof listSpecies>): Promise<DataOf<typeof listSpecies>> {
      const search = searchText(query.search ?? '');
      const { rows, total } = await repository.page(listPageOf({ ...query, search }), {
        alsoNamed: search === '' ? [] : namesInPortuguese(search),
        now: now(),
      });
      return pageAnswer(rows.map(speciesOf), total, query);
    },

    /** Throws `not_found` for a taxon without records. */
    async profile(aphiaId: number): Promise<DataOf<typeof speciesProfile>> {
      const totals = await repository.totals(aphiaId, now());
      if (totals.occurrences === 0)
        throw new AppError('not_found', { detail: `Não há registos do taxon ${aphiaId} em Angola.` });
      const [byYear, months, depths, cells, datasets] = await Promise.all([
        repository.byYear(aphiaId, now()),
        repository.byMonth(aphiaId, now()),
        repository.byDepth(aphiaId),
        repository.cells(aphiaId),
        repository.datasets(aphiaId),
      ]);
      const inMonth = new Map(months.map(({ month, occurrences }) => [month, occurrences]));
      const atDepth = new Map(depths.map(({ place, occurrences }) => [place, occurrences]));
      return {
        occurrences: totals.occurrences,
        byYear,
        byMonth: Array.from({ length: 12 }, (_, index) => inMonth.get(index + 1) ?? 0),
        byDepth: depthClasses.map((from, index) => ({
          from,
          to: depthClasses[index + 1] ?? null,
          occurrences: atDepth.get(index + 1) ?? 0,
        })),
        withoutDate: totals.without_date,
        withoutDepth: totals.without_depth,
        cells,
        cellDegrees: profileCellDegrees,
        datasets,
      };
    },
  };
}

const speciesOf = (row: SpeciesRow): Species => ({
  aphiaId: row.aphia_id,
  scientificName: row.scientific_name,
  commonName: commonNameOf(row.scientific_name, row.vernacular),
  class: row.class,
  order: row.order,
  family: row.family,
  redListCategory: row.red_list_category,
  isThreatened: isThreatened(row.red_list_category),
  occurrences: row.occurrences,
  sources: row.sources,
  firstYear: row.first_year,
  lastYear: row.last_year,
});
