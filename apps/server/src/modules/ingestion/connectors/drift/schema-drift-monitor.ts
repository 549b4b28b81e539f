import {
  acceptShape,
  type Drift,
  driftBetween,
  type HttpClient,
  mergeShapes,
  ProviderError,
  type RawBody,
  resourceOf,
  type Shape,
  shapeOf,
} from '@kianda/connectors';
import type { driftPolicies } from '@kianda/contract/ingestion/connectors/engine.contract';

export type DriftPolicy = (typeof driftPolicies)[number];
export type FoundDrift = Drift & { readonly resource: string };

/** Resources of one stream that are compared: an API whose paths are all different has no shape to compare. */
const maxResources = 32;

/**
 * Compares every answer of one run with the known shape of its resource, before the answer is read. Where the policy is to
 * pause, a drift ends the run at once, so that nothing of that page is stored.
 */
export function createDriftMonitor(known: ReadonlyMap<string, Shape>, policy: DriftPolicy) {
  const seen = new Map<string, Shape>();
  let last: RawBody | null = null;

  function findings(): FoundDrift[] {
    return [...seen].flatMap(([resource, shape]) => {
      const before = known.get(resource);
      return before === undefined ? [] : driftBetween(before, shape).map((drift) => ({ ...drift, resource }));
    });
  }

  function compare(response: RawBody, namedResource: string | undefined): void {
    last = response;
    if (response.status < 200 || response.status >= 300) return;
    const shape = shapeOf(response);
    if (shape === null) return;
    const resource = namedResource ?? resourceOf(response.url);
    const before = seen.get(resource);
    if (before === undefined && seen.size >= maxResources) return;
    seen.set(resource, before === undefined ? shape : mergeShapes(before, shape));
    if (policy !== 'pause') return;
    const [first, ...others] = findings();
    if (first === undefined) return;
    const more = others.length === 0 ? '' : ` e mais ${others.length}`;
    throw new ProviderError('schema', `O esquema do fornecedor mudou: ${described(first)}${more}. Conector suspenso.`);
  }

  return {
    findings,
    /** The last answer of any status, by which a failed page can be examined. */
    lastAnswer: () => last,
    /** The same client, with every answer observed. */
    observe: (http: HttpClient): HttpClient => ({
      metrics: http.metrics,
      async request(request) {
        const response = await http.request(request);
        compare(response, request.resource);
        return response;
      },
    }),
    /** The shapes known after a run that succeeded. */
    learned(): ReadonlyMap<string, Shape> {
      const drifted = new Set(findings().map(({ resource }) => resource));
      return new Map(
        [...seen].flatMap(([resource, shape]): [string, Shape][] => {
          const before = known.get(resource);
          if (before === undefined) return [[resource, shape]];
          if (!drifted.has(resource)) return [[resource, mergeShapes(before, shape)]];
          return policy === 'accept' ? [[resource, acceptShape(before, shape)]] : [];
        }),
      );
    },
  };
}

/** A drift in a few words. */
export function described({ field, change, before, after }: Drift): string {
  if (change === 'added') return `campo novo «${field}» (${after.join(', ')})`;
  if (change === 'removed') return `falta o campo «${field}»`;
  return `«${field}» passou de ${before.join(', ')} a ${after.join(', ')}`;
}
