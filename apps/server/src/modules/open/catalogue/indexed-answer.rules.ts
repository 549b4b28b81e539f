import type { Provenance } from '@kianda/contract';
import type { StacLink } from '@kianda/contract/open/catalogue/stac-schemas';
import type { StandardAnswer } from '../../../platform/http/bind.ts';
import { digestOf } from '../../../platform/http/etag.ts';
import type { IndexedPage } from './indexed-search.service.ts';
import type { ItemIndex } from './item-index.rules.ts';
import type { OriginRow } from './items.types.ts';
import { pickFields } from './search/fields.ts';
import type { Search } from './search/search.ts';

/** Links of a page, made from the token of the next one. */
export type LinksOf = (token: string | null) => readonly StacLink[];
type StacJson = Parameters<typeof pickFields>[0];

/** A page whose items are texts already: nothing of them is read or written again, unless only some fields are wanted. */
export async function indexedAnswer(
  { index, ranks, texts, next, matched }: IndexedPage,
  how: {
    readonly search: Search;
    readonly links: LinksOf;
    provenanceOfRows(rows: readonly OriginRow[]): Promise<Provenance>;
  },
): Promise<StandardAnswer> {
  const { fields } = how.search;
  const end = `],"links":${JSON.stringify(how.links(next))},"numberMatched":${matched},"numberReturned":${ranks.length}}`;
  const provenance = await how.provenanceOfRows(originsOf(index, ranks));
  if (fields !== null) {
    const picked = texts.map(({ bytes }) => pickFields(JSON.parse(bytes.toString()) as StacJson, fields));
    return {
      provenance,
      json: page(
        picked.map((item) => Buffer.from(JSON.stringify(item))),
        end,
      ),
    };
  }
  return {
    provenance,
    json: page(
      texts.map(({ bytes }) => bytes),
      end,
    ),
    // The links and the numbers besides the items: together they are all that the page says.
    tag: `W/"${digestOf([...texts.map(({ digest }) => digest), end].join(' '))}"`,
  };
}

function page(items: readonly Buffer[], end: string): Buffer {
  return Buffer.concat([begin, ...items.flatMap((text, at) => (at === 0 ? [text] : [comma, text])), Buffer.from(end)]);
}

const begin = Buffer.from('{"type":"FeatureCollection","features":[');
const comma = Buffer.from(',');

/** The newest item of each origin on a page. */
function originsOf(index: ItemIndex, ranks: readonly number[]): readonly OriginRow[] {
  const newest = new Map<number, number>();
  for (const rank of ranks) {
    const origin = index.origin[rank] ?? 0;
    const known = newest.get(origin);
    if (known === undefined || (index.end[known] ?? 0) < (index.end[rank] ?? 0)) newest.set(origin, rank);
  }
  return [...newest].flatMap(([origin, rank]) => {
    const of = index.origins[origin];
    if (of === undefined) return [];
    return [{ ...of, end_at: new Date(index.end[rank] ?? 0), retrieved_at: new Date(index.retrieved[rank] ?? 0) }];
  });
}
