import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { HttpResponse, RawBody } from '../core/http.ts';
import { parseJson } from '../core/parse.ts';
import type { ConnectorSettings, PullContext } from '../core/port.ts';
import {
  type ClassificationWire,
  classificationWire,
  PAGE_ROWS,
  type VernacularsWire,
  vernacularsWire,
} from './wire.ts';

export type Answer<T> = { readonly value: T; readonly raw: RawBody };

export type WormsClient = {
  /** Marine names changed between two instants, from the `offset`-th on, counted from 1; none at the end. */
  changed(fromMs: number, toMs: number, offset: number): Promise<Answer<readonly unknown[]>>;
  /** Records of at most 50 ids; those that do not exist are left out. */
  byIds(ids: readonly number[]): Promise<Answer<readonly unknown[]>>;
  /** Records that match each of at most 50 names, in the order of the names. */
  byNames(names: readonly string[]): Promise<Answer<readonly (readonly unknown[])[]>>;
  vernaculars(id: number): Promise<Answer<VernacularsWire>>;
  /** Null where the register has no place for the name. */
  classification(id: number): Promise<Answer<ClassificationWire | null>>;
};

const rows = z.array(z.unknown());
const rowsOfNames = z.array(z.array(z.unknown()));

/** REST service of WoRMS. "Nothing found" is a 204 without a body, which is no JSON. Throws `ProviderError`. */
export function createWormsClient(settings: ConnectorSettings, context: PullContext): WormsClient {
  const base = settings.baseUrl.replace(/\/+$/, '');

  async function get<Schema extends z.ZodType, Empty>(
    path: string,
    query: readonly (readonly [string, string])[],
    schema: Schema,
    empty: Empty,
  ): Promise<Answer<z.output<Schema> | Empty>> {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value]));
    const raw: HttpResponse = await context.http.request({
      url: `${base}/${path}${query.length === 0 ? '' : `?${search}`}`,
      headers: { accept: 'application/json' },
      signal: context.signal,
    });
    if (raw.status === 204) return { value: empty, raw };
    return { value: parseJson(raw, schema), raw };
  }

  return {
    changed: (fromMs, toMs, offset) =>
      get(
        'AphiaRecordsByDate',
        [
          ['startdate', instant(fromMs)],
          ['enddate', instant(toMs)],
          ['marine_only', 'true'],
          ['offset', String(offset)],
        ],
        rows,
        [],
      ),
    byIds: (ids) =>
      get(
        'AphiaRecordsByAphiaIDs',
        ids.map((id) => ['aphiaids[]', String(id)] as const),
        rows,
        [],
      ),
    async byNames(names) {
      const answer = await get(
        'AphiaRecordsByMatchNames',
        [...names.map((name) => ['scientificnames[]', name] as const), ['marine_only', 'false']],
        rowsOfNames,
        names.map(() => []),
      );
      // The answer does not state which name a list belongs to: with one list too few, all after it would belong to
      // another name.
      if (answer.value.length !== names.length)
        throw new ProviderError('schema', `WoRMS: ${answer.value.length} listas para ${names.length} nomes`);
      return answer;
    },
    vernaculars: (id) => get(`AphiaVernacularsByAphiaID/${id}`, [], vernacularsWire, []),
    classification: (id) => get(`AphiaClassificationByAphiaID/${id}`, [], classificationWire, null),
  };
}

/** As the service wants it: `2019-01-02T00:00:00+00:00`; it takes no milliseconds and no `Z`. */
function instant(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}+00:00`;
}

/** Lists of at most as many as one request takes. */
export function batches<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / PAGE_ROWS) }, (_, index) =>
    list.slice(index * PAGE_ROWS, (index + 1) * PAGE_ROWS),
  );
}
