import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type Connector, type Page, type PullContext, type PullInput, stream } from '../core/port.ts';
import { replayThrough } from '../core/replay.ts';
import { recordedBy } from '../core/witness.ts';
import { createArgoClient, type Span } from './client.ts';
import { mapProfiles } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

/** One page. The provider's budget counts area × days: the box for 30 days costs 0.24 of 100 tokens. */
const WINDOW_DAYS = 30;
const FIRST_DAYS = 60;
/** Floats surface every ten days, and their adjusted values follow within days. */
const REDO_DAYS = 10;
const FULL_DAYS = 730;

const cursorSchema = z.object({
  /** All profiles before this instant were asked for; null before the first run. */
  readUntilMs: z.number().int().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Temperature and salinity against pressure, by the floats in the box. */
const profiles = stream<Cursor>({
  id: 'profiles',
  recordKind: 'profile',
  cursorSchema,
  replayRow: replayThrough(mapProfiles),
  async *pull(input, settings, context) {
    const client = createArgoClient(settings, context);
    const before = input.cursor ?? { readUntilMs: null };
    const spans = spansOf(input, context.nowMs());
    for (const [index, span] of spans.entries()) {
      const page = await readSpan(client, span, context);
      const readUntilMs = Math.max(before.readUntilMs ?? 0, span.toMs);
      yield {
        ...page,
        progress: (index + 1) / spans.length,
        cursor: input.mode === 'backfill' ? before : { readUntilMs },
      };
    }
  },
});

/** One span; refused as too large, it is asked for in halves. */
async function readSpan(
  client: ReturnType<typeof createArgoClient>,
  span: Span,
  context: PullContext,
): Promise<Omit<Page<Cursor>, 'cursor' | 'progress'>> {
  const found = await client.profiles(span);
  if (found !== null) {
    const { records, rejected, drifted } = mapProfiles(found.rows);
    if (drifted) throw new ProviderError('schema', `Os perfis do Argovis mudaram de forma: ${rejected[0]?.reason}`);
    return { records, rejected, raw: [found.raw] };
  }
  const middleMs = span.fromMs + Math.floor((span.toMs - span.fromMs) / 2);
  if (middleMs - span.fromMs < dayMs)
    throw new ProviderError('request', 'O Argovis recusa por excesso até um só dia', { status: 413 });
  context.log('info', 'O Argovis pede um intervalo menor; pede-se em duas metades', span);
  const first = await readSpan(client, { fromMs: span.fromMs, toMs: middleMs }, context);
  const second = await readSpan(client, { fromMs: middleMs, toMs: span.toMs }, context);
  return {
    records: [...first.records, ...second.records],
    rejected: [...first.rejected, ...second.rejected],
    raw: [...first.raw, ...second.raw],
  };
}

/** Windows of at most 30 days, oldest first. Throws `request` for a backfill without a window. */
function spansOf(input: PullInput<Cursor>, nowMs: number): Span[] {
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    return split(input.window.fromMs, Math.min(nowMs, input.window.toMs + 1));
  }
  if (input.mode === 'full') return split(nowMs - FULL_DAYS * dayMs, nowMs);
  const readUntilMs = input.cursor?.readUntilMs ?? null;
  return split(readUntilMs === null ? nowMs - FIRST_DAYS * dayMs : readUntilMs - REDO_DAYS * dayMs, nowMs);
}

function split(fromMs: number, toMs: number): Span[] {
  const spans: Span[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += WINDOW_DAYS * dayMs)
    spans.push({ fromMs: startMs, toMs: Math.min(toMs, startMs + WINDOW_DAYS * dayMs) });
  return spans;
}

export const argo: Connector = {
  id: 'argo',
  name: 'Argo – Perfis oceânicos',
  provider: 'Argo / Argovis',
  description: 'Perfis de temperatura e salinidade das boias Argo ao largo de Angola, da superfície aos 2000 m.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://argovis-api.colorado.edu',
  credentialNames: [],
  optionalCredentialNames: ['key'],
  licence: 'Dados Argo: livres e sem restrições, com citação',
  citation:
    'Argo (2000). Argo float data and metadata from Global Data Assembly Centre (Argo GDAC). SEANOE. doi:10.17882/42182; Argovis, University of Colorado Boulder',
  homepage: 'https://argovis.colorado.edu',
  formatWitness: recordedBy(recorded),
  cron: '20 5 * * *',
  timeoutSeconds: 300,
  freshnessLimitHours: 5 * 24,
  streams: [profiles],
};
