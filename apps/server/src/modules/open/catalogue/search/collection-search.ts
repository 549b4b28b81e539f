import { stacLimits } from '@kianda/contract/open/catalogue/stac.contract';
import { bboxIntersects } from '@kianda/geo';
import { AppError } from '../../../../platform/http/errors.ts';
import { intervalOf } from './datetime.ts';
import { fieldsText, pickFields } from './fields.ts';
import { sortByText } from './sorting.ts';
import { boxOf, boxText } from './spatial.ts';

type Described = {
  readonly id: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly keywords?: readonly string[] | undefined;
  readonly extent: {
    readonly spatial: { readonly bbox: readonly (readonly number[])[] };
    readonly temporal: { readonly interval: readonly (readonly (string | null)[])[] };
  };
};
type Query = {
  readonly limit?: number | undefined;
  readonly bbox?: string | undefined;
  readonly datetime?: string | undefined;
  readonly token?: string | undefined;
  readonly q?: string | undefined;
  readonly sortby?: string | undefined;
  readonly fields?: string | undefined;
};

const standard = ['type', 'stac_version', 'id', 'title', 'description', 'license', 'extent', 'links'];

/** Collections that match, in order, from just after the one that the token names. There are few: all are looked at. */
export function searchCollections(all: readonly Described[], query: Query) {
  const box = query.bbox === undefined ? null : boxText(query.bbox);
  const when = query.datetime === undefined ? null : intervalOf(query.datetime);
  const words = query.q
    ?.split(',')
    .map((word) => word.trim().toLocaleLowerCase('pt'))
    .filter((word) => word !== '');
  const matching = all.filter(
    (one) =>
      (box === null || one.extent.spatial.bbox.some((own) => bboxIntersects(boxOf(own), box))) &&
      (when === null || isDuring(one, when.from, when.to)) &&
      (words === undefined || words.some((word) => textOf(one).includes(word))),
  );
  const sorted = matching.toSorted(orderOf(query.sortby));
  const last = query.token === undefined ? null : Buffer.from(query.token, 'base64url').toString();
  const start = last === null ? 0 : sorted.findIndex(({ id }) => id === last) + 1;
  if (last !== null && start === 0) {
    throw new AppError('validation_failed', { issues: [{ path: 'token', message: 'Marca de página inválida.' }] });
  }
  const limit = Math.min(query.limit ?? stacLimits.maximum, stacLimits.maximum);
  const some = sorted.slice(start, start + limit);
  const end = some.at(-1);
  const fields = query.fields === undefined ? null : fieldsText(query.fields);
  return {
    page: some.map((one) => pickFields(one, fields, standard)),
    next: start + limit < sorted.length && end !== undefined ? Buffer.from(end.id).toString('base64url') : null,
    matched: sorted.length,
  };
}

function textOf({ id, title, description, keywords }: Described): string {
  return [id, title ?? '', description, ...(keywords ?? [])].join('\n').toLocaleLowerCase('pt');
}

function isDuring({ extent }: Described, from: Date | null, to: Date | null): boolean {
  return extent.temporal.interval.some(([first, last]) => {
    if (first == null && last == null) return false;
    const beforeEnd = to === null || first == null || Date.parse(first) <= to.getTime();
    return beforeEnd && (from === null || last == null || Date.parse(last) >= from.getTime());
  });
}

function orderOf(sortby: string | undefined): (a: Described, b: Described) => number {
  const keys = sortby === undefined ? [] : sortByText(sortby);
  for (const { field } of keys) {
    if (field !== 'id' && field !== 'title') {
      throw new AppError('validation_failed', {
        issues: [{ path: 'sortby', message: 'As coleções ordenam-se por «id» ou «title».' }],
      });
    }
  }
  return (a, b) => {
    for (const { field, direction } of [...keys, { field: 'id', direction: 'asc' }]) {
      const order = (a[field as 'id' | 'title'] ?? '').localeCompare(b[field as 'id' | 'title'] ?? '', 'pt');
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return 0;
  };
}
