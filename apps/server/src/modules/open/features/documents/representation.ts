import type { FeatureCollection } from '../../../../platform/feature-collections.ts';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { type Link, types } from './documents.ts';

/** Parts of a request that decide between HTML and JSON. */
export type FormatRequest = {
  readonly query: { readonly f?: 'json' | 'html' | undefined };
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** Whether to answer HTML: by `f`, else by the first of the two types in Accept; JSON where anything will do. */
export function wantsHtml({ query, headers }: FormatRequest): boolean {
  if (query.f !== undefined) return query.f === 'html';
  const accept = String(headers.accept ?? '');
  const [html, json] = [accept.indexOf('text/html'), accept.search(/json/)];
  return html >= 0 && (json < 0 || html < json);
}

export function htmlAnswer(body: string, answer: Partial<StandardAnswer> = {}): StandardAnswer {
  return { ...answer, contentType: `${types.html}; charset=utf-8`, body };
}

/** Links that lead from a page up to the service's home. */
export function breadcrumbs(base: string) {
  const home: Link = { rel: 'up', href: `${base}?f=html`, title: 'Elementos geográficos' };
  const list: Link = { rel: 'up', href: `${base}/collections?f=html`, title: 'Coleções' };
  const collection = ({ id, title }: FeatureCollection): Link => ({
    rel: 'up',
    href: `${base}/collections/${id}?f=html`,
    title,
  });
  return { home, list, collection };
}
