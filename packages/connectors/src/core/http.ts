export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type HttpRequest = {
  readonly url: string;
  readonly method?: HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /**
   * Name of the resource, where one path answers many questions (`direct-read?entity_type=…`): answers of one resource have
   * one shape, by which a change of schema is found. Absent: the path.
   */
  readonly resource?: string;
  /** Web pages are among the answers of this request (terms to be accepted), and its caller distinguishes them. */
  readonly takesPages?: boolean;
  /** Statuses that are answers, not faults (e.g. 404 for an absent Zarr chunk, 204 for "none"). */
  readonly accept?: readonly number[];
  /** Ends the request, including waits and retries, in addition to the client's own signal. */
  readonly signal?: AbortSignal;
  /**
   * For providers whose status codes lie. Seen before the status rules: `retry` counts as a passing fault, `fail` as a
   * permanent one, `answer` is returned as it is, null leaves the decision to the status.
   */
  readonly classify?: (response: HttpResponse) => 'answer' | 'retry' | 'fail' | null;
  /**
   * Seconds to wait, for providers that state it in the body instead of in `Retry-After`; null where the body has none.
   */
  readonly retryAfter?: (response: HttpResponse) => number | null;
};

export type HttpResponse = RawBody & { readonly headers: Readonly<Record<string, string>> };

/** Counters of one run, shown with it. */
export type HttpMetrics = {
  /** Requests sent, redirects and retries included. */
  requests: number;
  /** Body bytes received, after decompression. */
  bytes: number;
  retries: number;
  /** Answers 429. */
  throttled: number;
};

/** The only way a connector sends requests to a provider. Throws `ProviderError`. */
export type HttpClient = {
  request(request: HttpRequest): Promise<HttpResponse>;
  readonly metrics: HttpMetrics;
};

export type RawBody = {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Key of the gzipped object that already contains the body: then `bytes` is empty and nothing is stored again. */
  readonly storedAs?: string;
  /** Size of a body that no request brought: a file handed over, the sentences of a line. The client counts all others. */
  readonly handedOverBytes?: number;
};
