import type { RawBody } from './port.ts';

export type HttpRequest = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Statuses that are answers, not faults (e.g. 404 for an absent Zarr chunk, 204 for "none"). */
  readonly accept?: readonly number[];
};

export type HttpResponse = RawBody & { readonly headers: Readonly<Record<string, string>> };

/** Counters of one run, shown beside it. */
export type HttpMetrics = {
  requests: number;
  bytes: number;
  retries: number;
  throttled: number;
};

/** The only way a connector reaches a provider. Throws `ProviderError`. */
export type HttpClient = {
  request(request: HttpRequest): Promise<HttpResponse>;
  readonly metrics: HttpMetrics;
};
