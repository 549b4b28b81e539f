import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { fieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import type { CriteriaPlan, Criterion } from '@kianda/contract/space/spatial/criteria-plan';
import type { ArealGeometry } from '@kianda/geo';
import { decodeField } from '@kianda/viz/field/decode.ts';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { type CriterionValues, type SeaCells, seaCellsOf, valuesAt } from './scenario.rules.ts';

/** Cells of the ZEE; null until its limit is known. */
export function useSeaCells() {
  const zee = useEndpoint(zeeBoundary, {}, { refetchSeconds: 0 });
  const boundary = zee.sourced?.value.boundary;
  const cells = useMemo(
    () =>
      boundary === undefined ? null : seaCellsOf(boundary.features.map(({ geometry }) => geometry as ArealGeometry)),
    [boundary],
  );
  return { zee, cells };
}

/** Newest field of a criterion, and its values at the cells of the sea. */
export function useCriterionValues(criterion: Criterion | undefined, cells: SeaCells | null) {
  const variable = criterion?.source.kind === 'field' ? criterion.source.variable : undefined;
  const source = useEndpoint(
    fieldGrid,
    { params: { variable: variable ?? 'analysedSst' }, query: {} },
    { refetchSeconds: 0, enabled: variable !== undefined },
  );
  const grid = variable === undefined ? undefined : source.sourced?.value;
  const values = useMemo(
    () => (grid === undefined || cells === null ? null : valuesAt(cells, decodeField(grid))),
    [grid, cells],
  );
  return { source, values };
}

/** Values of every criterion of a plan, in its order; null while one of them is missing. */
export function usePlanValues({ criteria }: CriteriaPlan, cells: SeaCells | null) {
  const all = [
    useCriterionValues(criteria[0], cells),
    useCriterionValues(criteria[1], cells),
    useCriterionValues(criteria[2], cells),
    useCriterionValues(criteria[3], cells),
    useCriterionValues(criteria[4], cells),
    useCriterionValues(criteria[5], cells),
    useCriterionValues(criteria[6], cells),
    useCriterionValues(criteria[7], cells),
    useCriterionValues(criteria[8], cells),
  ].slice(0, criteria.length);
  const known = useSame(
    criteria.flatMap((criterion, place): readonly CriterionValues[] => {
      const values = all[place]?.values ?? null;
      return values === null ? [] : [{ criterion, values }];
    }),
  );
  return { sources: all.map(({ source }) => source), known: known.length < criteria.length ? null : known };
}

/** The list of before while its values are the same: what is computed of it is not computed again. */
function useSame(next: readonly CriterionValues[]): readonly CriterionValues[] {
  const [kept, setKept] = useState(next);
  const isSame =
    kept.length === next.length &&
    kept.every(
      ({ criterion, values }, place) => criterion === next[place]?.criterion && values === next[place]?.values,
    );
  if (!isSame) setKept(next);
  return isSame ? kept : next;
}
