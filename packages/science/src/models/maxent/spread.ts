import type { Column } from '../shared/columns.ts';
import { studentQuantile } from '../shared/distributions.ts';
import { partOf, type Watch } from '../shared/watch.ts';
import { type MaxentModel, predictMaxent } from './maxent.ts';

/** Bounds of the cloglog output, one a row; NaN where a variable is. */
type MaxentInterval = { readonly low: Float64Array; readonly high: Float64Array };

/**
 * Interval of a model's cloglog output from the same method fitted without each group of rows in turn: the delete-a-group
 * jackknife on the scale of the link, Student's t of the groups less one. With groups that are blocks of the sea it holds
 * although neighbouring rows are alike. Throws a RangeError for fewer than two groups.
 * Source: Kott (2001), J. Official Stat. 17:521–526; blocks as Roberts et al. (2017), Ecography 40:913–929.
 */
export function maxentInterval(
  model: MaxentModel,
  members: readonly MaxentModel[],
  columns: readonly Column[],
  { confidence = 0.8, watch = {} }: { readonly confidence?: number; readonly watch?: Watch } = {},
): MaxentInterval {
  const groups = members.length;
  if (groups < 2) throw new RangeError(`members: received ${groups}, expected at least 2`);
  const linkOf = (one: MaxentModel, place: number) =>
    predictMaxent(
      one,
      columns,
      { transform: 'link' },
      partOf(watch, place / (groups + 1), (place + 1) / (groups + 1)),
    ).map((link) => link + one.entropy);
  const own = linkOf(model, 0);
  const apart = members.map((member, place) => linkOf(member, place + 1));
  const reach = studentQuantile((1 + confidence) / 2, groups - 1);
  const half = own.map((_, row) => {
    const mean = apart.reduce((sum, links) => sum + (links[row] ?? Number.NaN), 0) / groups;
    const squares = apart.reduce((sum, links) => sum + ((links[row] ?? Number.NaN) - mean) ** 2, 0);
    return reach * Math.sqrt(((groups - 1) / groups) * squares);
  });
  const bound = (sign: 1 | -1) => own.map((link, row) => -Math.expm1(-Math.exp(link + sign * (half[row] ?? 0))));
  return { low: bound(-1), high: bound(1) };
}
