import {
  type AnyStream,
  type Connector,
  type ConnectorRecord,
  type Page,
  type PullMode,
  stream,
} from '@kianda/connectors';
import { z } from 'zod';

export type ScriptedPage = Partial<Page<number>> & { readonly records?: readonly ConnectorRecord[] };
export type Script = (input: {
  readonly mode: PullMode;
  /** Number of the last page stored; null at the first run. */
  readonly cursor: number | null;
  readonly window: { readonly fromMs: number; readonly toMs: number } | undefined;
  readonly signal: AbortSignal;
  readonly status: (message: string) => void;
}) => AsyncGenerator<ScriptedPage>;

/** A stream that does what the test says; a page without a cursor keeps the one before. */
export function scriptedStream(id: string, script: Script): AnyStream {
  return stream<number>({
    id,
    recordKind: 'landing',
    cursorSchema: z.number(),
    async *pull(input, _settings, context) {
      const { signal, status = () => undefined } = context;
      const { mode, cursor, window } = input;
      for await (const page of script({ mode, cursor, window, signal, status })) {
        yield { records: [], rejected: [], raw: [], progress: null, cursor: input.cursor ?? 0, ...page };
      }
    },
  });
}

/** A connector of one provider that does not exist, with the streams given. */
export function scriptedConnector(id: string, streams: readonly AnyStream[]): Connector {
  return {
    id,
    name: `Conector ${id}`,
    provider: `Fornecedor ${id}`,
    description: 'De ensaio',
    category: 'national',
    source: 'others',
    defaultBaseUrl: 'http://127.0.0.1:9',
    credentialNames: [],
    licence: 'CC0',
    citation: 'Ensaio',
    homepage: 'http://127.0.0.1:9',
    formatWitness: { kind: 'own', sources: [], newest: null },
    cron: '0 5 * * *',
    timeoutSeconds: 60,
    freshnessLimitHours: 36,
    streams,
  };
}

/** Catch of one species in one year: the smallest record there is. */
export function landing(year: number, tonnes: number | null = 1, species = 'Sardinella aurita'): ConnectorRecord {
  return { kind: 'landing', region: 'Angola', year, species, tonnes };
}

/** A body as a provider sent it. */
export function rawBody(text: string, url = 'http://127.0.0.1:9/page') {
  return { url, status: 200, contentType: 'text/plain', bytes: new TextEncoder().encode(text) };
}
