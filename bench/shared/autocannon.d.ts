/** Types of the part of autocannon 9 that the benches use; it comes without any. */
declare module 'autocannon' {
  export type Options = {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Sent one after the other by each connection. */
    readonly requests?: readonly { readonly path: string; readonly headers?: Readonly<Record<string, string>> }[];
    readonly headers?: Readonly<Record<string, string>>;
    /** Requests a second, of all connections together. */
    readonly overallRate?: number;
    /** Seconds until an answer counts as missing; 10 when absent. */
    readonly timeout?: number;
  };
  export type Result = {
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p97_5: number; readonly p99: number; readonly max: number };
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
