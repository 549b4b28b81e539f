import { dayMs, hourMs } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type Connector, type PullInput, stream } from '../core/port.ts';
import type { StationSeries } from '../core/records.ts';
import { DOCUMENTED } from '../core/witness.ts';
import { sftpCredentialNames } from '../intake/credentials.ts';
import { intakeStream } from '../intake/stream.ts';
import { createInametClient, type Span } from './client.ts';
import { stationFormat } from './files.ts';
import { mapObservations } from './map.ts';

const firstDays = 3;
const fullDays = 30;
const daysPerWindow = 1;
/** Bulletins come late, and some are corrected. */
const redoMs = 6 * hourMs;

const cursorSchema = z.object({
  /** All observations before this instant were asked for; null before the first run. */
  readUntilMs: z.number().int().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Observations of the coastal stations, from the institute's node of WIS 2.0. */
const synop = stream<Cursor>({
  id: 'synop',
  recordKind: 'station-series',
  cursorSchema,
  async *pull(input, settings, context) {
    const client = createInametClient(settings, context);
    const before = input.cursor ?? { readUntilMs: null };
    const spans = spansOf(input, context.nowMs());
    const { stations, rejected: refused, raw: list } = await client.stations();
    if (stations.size === 0) return context.log('warn', 'O INAMET não tem estações nesta costa');
    let head = { rejected: refused, raw: list };
    let done = before;
    for (const [index, span] of spans.entries()) {
      for await (const page of client.observations(span)) {
        const { records, rejected, drifted } = mapObservations(page.rows, stations);
        if (drifted)
          throw new ProviderError('schema', `As observações do INAMET mudaram de forma: ${rejected[0]?.reason}`);
        refuseForeign(records, span);
        yield {
          records,
          rejected: [...head.rejected, ...rejected],
          raw: [...head.raw, page.raw],
          progress: (index + (page.share ?? 0)) / spans.length,
          // A window is read when its last page is: until then an interrupted run begins it again.
          cursor: done,
        };
        head = { rejected: [], raw: [] };
      }
      if (input.mode === 'backfill') continue;
      done = { readUntilMs: Math.max(before.readUntilMs ?? 0, span.toMs) };
      yield { records: [], rejected: [], raw: [], progress: (index + 1) / spans.length, cursor: done };
    }
  },
});

/** A cache in between may answer with other days: the cursor must not pass over those that were not read. */
function refuseForeign(records: readonly StationSeries[], { fromMs, toMs }: Span): void {
  const other = records
    .flatMap(({ timesMs }) => timesMs)
    .find((timeMs) => timeMs < fromMs - redoMs || timeMs > toMs + redoMs);
  if (other === undefined) return;
  const [from, to, found] = [fromMs, toMs, other].map((timeMs) => new Date(timeMs).toISOString());
  throw new ProviderError('provider', `INAMET: pedidas observações de ${from} a ${to}, recebida uma de ${found}`);
}

/** Windows of one day, oldest first. Throws `request` for a backfill without a window. */
function spansOf(input: PullInput<Cursor>, nowMs: number): Span[] {
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    return split(input.window.fromMs, Math.min(nowMs, input.window.toMs + 1));
  }
  if (input.mode === 'full') return split(nowMs - fullDays * dayMs, nowMs);
  const readUntilMs = input.cursor?.readUntilMs ?? null;
  return split(readUntilMs === null ? nowMs - firstDays * dayMs : readUntilMs - redoMs, nowMs);
}

function split(fromMs: number, toMs: number): Span[] {
  const spans: Span[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += daysPerWindow * dayMs)
    spans.push({ fromMs: startMs, toMs: Math.min(toMs, startMs + daysPerWindow * dayMs) });
  return spans;
}

export const angolaInamet: Connector = {
  id: 'angola-inamet',
  name: 'INAMET – Estações costeiras',
  provider: 'INAMET',
  description:
    'Observações das estações meteorológicas da costa (temperatura, pressão, vento, humidade, chuva), do nó WIS 2.0 do INAMET (OGC API) ou em ficheiro.',
  category: 'national',
  source: 'angola_national',
  defaultBaseUrl: 'https://wis2.inamet.gov.ao/oapi',
  credentialNames: [],
  optionalCredentialNames: sftpCredentialNames,
  licence: 'Uso interno; dados essenciais da OMM livres (Resolução 1 do Cg-Ext 2021)',
  citation: 'Instituto Nacional de Meteorologia e Geofísica (INAMET), Angola',
  homepage: 'https://inamet.gov.ao',
  formatWitness: DOCUMENTED,
  cron: '5 * * * *',
  timeoutSeconds: 120,
  freshnessLimitHours: 6,
  streams: [
    synop,
    intakeStream({
      id: 'ficheiros',
      recordKind: 'station-series',
      format: stationFormat,
      freshnessLimitHours: 45 * 24,
    }),
  ],
};
