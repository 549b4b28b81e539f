import type { Client } from '../client/client.ts';

/** Result of one probe: what was measured, in words. `unknown`: it could not be asked, and says why. */
export type Outcome = { readonly state: 'good' | 'caution' | 'bad' | 'unknown'; readonly detail: string };

/** Parts of the platform and of the page that a probe may ask. */
export type Tools = {
  readonly client: Client;
  /** Asks the API as a browser does, and answers whatever came. `token: false` asks as someone without a session. */
  readonly ask: (path: string, options?: { readonly token?: boolean; readonly method?: string }) => Promise<Response>;
  /** Milliseconds, rising. */
  readonly nowMs: () => number;
  /** Origin of the API, for the websocket. */
  readonly apiBaseUrl: () => Promise<string>;
  readonly token: () => Promise<string | null>;
  readonly signal: AbortSignal;
};

/** One thing that is looked at. Its title and what to do when it fails stand in the texts, by id. */
export type Probe = (tools: Tools) => Promise<Outcome>;

export const good = (detail: string): Outcome => ({ state: 'good', detail });
export const caution = (detail: string): Outcome => ({ state: 'caution', detail });
export const bad = (detail: string): Outcome => ({ state: 'bad', detail });
export const unknown = (detail: string): Outcome => ({ state: 'unknown', detail });
