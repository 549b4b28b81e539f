import { dayMs } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { AnimalTrackRecord } from '../core/geo-records.ts';
import type { RawBody } from '../core/http.ts';
import { type Connector, type PullInput, type RejectedRow, stream } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { createMovebankClient, type EventRange } from './client.ts';
import { mapEvents, mapStudies } from './map.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

const FIRST_DAYS = 365;
/** Movebank's clock is not ours, and a fix is changed while it is being read. */
const OVERLAP_MS = dayMs;

const cursorSchema = z.object({
  /** Changes made before this instant were read; null before the first full read. */
  updatedUntilMs: z.number().int().nullable(),
  /** The full read in progress: its start, and the studies it has read. */
  sweep: z.object({ startedMs: z.number().int(), studies: z.array(z.string()) }).nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;

const NEVER: Cursor = { updatedUntilMs: null, sweep: null };

/** Positions of tagged animals, study by study, added or changed since the last full read. */
const tracks = stream<Cursor>({
  id: 'tracks',
  recordKind: 'animal-track',
  cursorSchema,
  async *pull(input, settings, context) {
    const client = createMovebankClient(settings, context);
    const before = input.cursor ?? NEVER;
    const begun = input.mode === 'incremental' ? before.sweep : null;
    const startedMs = begun?.startedMs ?? context.nowMs();
    const done = new Set(begun?.studies ?? []);
    const range = rangeOf(input, startedMs);
    const list = await client.studies();
    const { studies, rejected: noStudies } = mapStudies(list.rows);
    if (studies.length === 0) context.log('info', 'O Movebank não tem estudos acessíveis nesta região');
    const open = studies.filter(({ wire }) => !done.has(wire.id));
    for (const [index, study] of open.entries()) {
      const records: AnimalTrackRecord[] = [];
      const rejected: RejectedRow[] = index === 0 ? [...noStudies] : [];
      const raw: RawBody[] = index === 0 ? [list.raw] : [];
      for (const sensor of study.sensors) {
        const answer = await client.events(study.wire.id, sensor, range);
        if (answer === null) {
          context.log('warn', 'Estudo sem autorização para descarregar dados', { study: study.wire.id });
          continue;
        }
        const mapped = mapEvents(answer.rows, study, sensor, context.nowMs());
        records.push(...mapped.records);
        rejected.push(...mapped.rejected);
        raw.push(answer.raw);
      }
      done.add(study.wire.id);
      const last = index === open.length - 1;
      yield {
        records,
        rejected,
        raw,
        progress: (index + 1) / open.length,
        cursor:
          input.mode === 'backfill'
            ? before
            : last
              ? { updatedUntilMs: startedMs, sweep: null }
              : { updatedUntilMs: before.updatedUntilMs, sweep: { startedMs, studies: [...done] } },
      };
    }
  },
});

/** Fixes a run asks for. Throws `request` for a backfill without a window. */
function rangeOf(input: PullInput<Cursor>, startedMs: number): EventRange {
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
    return { fromMs: input.window.fromMs, toMs: input.window.toMs };
  }
  if (input.mode === 'full') return {};
  const updatedUntilMs = input.cursor?.updatedUntilMs ?? null;
  if (updatedUntilMs === null) return { fromMs: startedMs - FIRST_DAYS * dayMs };
  return { updatedFromMs: updatedUntilMs - OVERLAP_MS };
}

export const movebank: Connector = {
  id: 'movebank',
  name: 'Movebank – Telemetria animal',
  provider: 'Movebank',
  description: 'Rotas de animais marcados (tartarugas, baleias, aves) no Atlântico Sudeste, por estudo e indivíduo.',
  category: 'international',
  source: 'others',
  defaultBaseUrl: 'https://www.movebank.org',
  credentialNames: ['username', 'password'],
  licence: 'Por estudo: a licença e a citação que cada autor indica',
  citation: 'Movebank (www.movebank.org), Max Planck Institute of Animal Behavior; citar também o estudo de cada rota',
  homepage: 'https://www.movebank.org',
  formatWitness: recordedBy(recorded),
  cron: '50 2 * * *',
  timeoutSeconds: 600,
  freshnessLimitHours: 72,
  async checkAccess(settings, context) {
    await createMovebankClient(settings, context).studies();
  },
  streams: [tracks],
};
