import { dayMs, hourMs } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { type Connector, type PullInput, stream } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { createSlsmfClient, MOST_DAYS, type Span } from './client.ts';
import { mapReadings } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const FIRST_DAYS = 7;
const FULL_DAYS = 365;
/** Gauges report by satellite, some of them hours late. */
const REDO_MS = 6 * hourMs;

const cursorSchema = z.object({
  /** All readings before this instant were asked for; null before the first run. */
  readUntilMs: z.number().int().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Sea level at the tide gauges in the box, as each sensor reads it. */
const seaLevel = stream<Cursor>({
  id: 'sea-level',
  recordKind: 'station-series',
  cursorSchema,
  async *pull(input, settings, context) {
    const client = createSlsmfClient(settings, context);
    const before = input.cursor ?? { readUntilMs: null };
    const spans = spansOf(input, context.nowMs());
    const { stations, rejected: refusedStations, raw: list } = await client.stations();
    if (stations.length === 0) return context.log('warn', 'O IOC/SLSMF não tem marégrafos nesta área');
    const steps = spans.flatMap((span) => stations.map((station) => ({ span, station })));
    for (const [index, { span, station }] of steps.entries()) {
      const { rows, raw } = await client.readings(station.code, span);
      const { records, rejected, drifted } = mapReadings(rows, station);
      if (drifted) throw new ProviderError('schema', `As leituras de ${station.code} mudaram de forma`);
      // A span is read when every gauge was: until then an interrupted run begins it again.
      const complete = (index + 1) % stations.length === 0 && input.mode !== 'backfill';
      const readUntilMs = Math.max(before.readUntilMs ?? 0, complete ? span.toMs : span.fromMs);
      yield {
        records,
        rejected: index === 0 ? [...refusedStations, ...rejected] : rejected,
        raw: index === 0 ? [list, raw] : [raw],
        progress: (index + 1) / steps.length,
        cursor: input.mode === 'backfill' || (before.readUntilMs === null && !complete) ? before : { readUntilMs },
      };
    }
  },
});

/** Windows of at most 30 days, oldest first. Throws `request` for a backfill without a window. */
function spansOf(input: PullInput<Cursor>, nowMs: number): Span[] {
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    return split(input.window.fromMs, Math.min(nowMs, input.window.toMs));
  }
  if (input.mode === 'full') return split(nowMs - FULL_DAYS * dayMs, nowMs);
  const readUntilMs = input.cursor?.readUntilMs ?? null;
  return split(readUntilMs === null ? nowMs - FIRST_DAYS * dayMs : readUntilMs - REDO_MS, nowMs);
}

function split(fromMs: number, toMs: number): Span[] {
  const spans: Span[] = [];
  for (let startMs = fromMs; startMs <= toMs; startMs += MOST_DAYS * dayMs)
    spans.push({ fromMs: startMs, toMs: Math.min(toMs, startMs + MOST_DAYS * dayMs) });
  return spans;
}

export const slsmfMares: Connector = {
  id: 'slsmf-mares',
  name: 'IOC/SLSMF – Marégrafos',
  provider: 'IOC/UNESCO SLSMF',
  description: 'Nível do mar nos marégrafos da costa de Angola e vizinhos, em tempo quase real, por sensor.',
  category: 'regional',
  source: 'others',
  defaultBaseUrl: 'https://api.ioc-sealevelmonitoring.org',
  credentialNames: ['apiKey'],
  licence: 'Dados em bruto, livres com citação do IOC/VLIZ',
  citation:
    'Flanders Marine Institute (VLIZ); Intergovernmental Oceanographic Commission (IOC): Sea level station monitoring facility, doi:10.14284/482',
  homepage: 'https://www.ioc-sealevelmonitoring.org',
  formatWitness: recordedBy(recorded),
  cron: '*/15 * * * *',
  timeoutSeconds: 120,
  freshnessLimitHours: 1,
  async checkAccess(settings, context) {
    await createSlsmfClient(settings, context).stations();
  },
  streams: [seaLevel],
};
