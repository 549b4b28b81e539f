import { z } from 'zod';
import { ProviderError } from './failures.ts';
import type { RawBody } from './http.ts';
import {
  type AnyStream,
  type ConnectorSettings,
  type PullContext,
  type PullInput,
  type RejectedRow,
  stream,
} from './port.ts';
import type { ConnectorRecord } from './records.ts';

const DAY_MS = 86_400_000;

/** A provider's daily fields, behind whatever protocol. */
export type DailySource = {
  /** Newest instant that can be read; null when there is none. */
  newestMs(): Promise<number | null>;
  /** Instants that exist between two, both included, oldest first. `toMs` is never beyond the newest. */
  timesMs(fromMs: number, toMs: number): Promise<readonly number[]>;
  /** The fields of one instant; no records when the provider has nothing for it. */
  read(timeMs: number): Promise<DailyFields>;
  /** The fields of many days at once, for their means alone; absent: long windows are read day by day. */
  readMeans?(timesMs: readonly number[]): Promise<DailyFields>;
};

export type DailyFields = {
  readonly records: readonly ConnectorRecord[];
  readonly rejected: readonly RejectedRow[];
  readonly raw: readonly RawBody[];
};

export const dailyCursorSchema = z.object({
  /** Instant of the newest field stored; null before the first. */
  lastTimeMs: z.number().int().nullable(),
});
export type DailyCursor = z.infer<typeof dailyCursorSchema>;

/** Days read by a first run: few, so that the first start is quick; the rest comes by backfill. */
export const FIRST_RUN_DAYS = 3;
/**
 * A window of history longer than this is for a climatology, which needs decades and only the means of each day: many
 * days are read in each request and their cells are not stored.
 */
export const CLIMATOLOGY_WINDOW_DAYS = 92;
/** Days of one request for means: a server opens a file for each. */
export const MEANS_DAYS = 92;
/** Days read again by every run: providers revise the newest ones. */
export const REDO_DAYS = 2;
/** Days read by a full run. The archives reach back decades: older days are read by backfill, with a window. */
export const FULL_DAYS = 30;

/** A stream of daily grid slices: one page a day, oldest → newest. The cursor never goes back, whatever is read again. */
export function dailyStream(definition: {
  readonly id: string;
  /** Days read again by every run, and by the first, where the provider revises more than the newest days. */
  readonly redoDays?: number;
  /** In a window that is for a climatology one day in so many is read; absent: every day. */
  readonly climatologyStepDays?: number;
  readonly open: (settings: ConnectorSettings, context: PullContext) => Promise<DailySource>;
}): AnyStream {
  return stream<DailyCursor>({
    id: definition.id,
    recordKind: 'grid-slice',
    cursorSchema: dailyCursorSchema,
    async *pull(input, settings, context) {
      const source = await definition.open(settings, context);
      const newestMs = await source.newestMs();
      if (newestMs === null) return context.log('info', 'O provedor não tem dias para ler', { stream: definition.id });
      const { fromMs, toMs } = dailyWindow(input, newestMs, definition.redoDays);
      const found = fromMs > toMs ? [] : await source.timesMs(fromMs, toMs);
      const timesMs = isForClimatology(input) ? oneIn(definition.climatologyStepDays ?? 1, found) : found;
      if (timesMs.length < found.length)
        context.log('info', 'Janela longa, para uma climatologia: lê-se um dia em cada tantos', {
          stream: definition.id,
          days: found.length,
          read: timesMs.length,
        });
      if (source.readMeans !== undefined && isForClimatology(input)) {
        for (let done = 0; done < timesMs.length; done += MEANS_DAYS) {
          const fields = await source.readMeans(timesMs.slice(done, done + MEANS_DAYS));
          const progress = Math.min(1, (done + MEANS_DAYS) / timesMs.length);
          yield { ...fields, cursor: { lastTimeMs: input.cursor?.lastTimeMs ?? null }, progress };
        }
        return;
      }
      let lastTimeMs = input.cursor?.lastTimeMs ?? null;
      for (const [index, timeMs] of timesMs.entries()) {
        const fields = await source.read(timeMs);
        // A backfill leaves the cursor alone: an old day must not make the next run begin there.
        if (input.mode !== 'backfill') lastTimeMs = Math.max(lastTimeMs ?? 0, newestOf(fields) ?? timeMs);
        yield { ...fields, cursor: { lastTimeMs }, progress: (index + 1) / timesMs.length };
      }
    },
  });
}

/** One day in `step`, counted since 1970: windows that overlap read the same ones. */
function oneIn(step: number, timesMs: readonly number[]): readonly number[] {
  return timesMs.filter((timeMs) => Math.floor(timeMs / DAY_MS) % step === 0);
}

function isForClimatology({ mode, window }: PullInput<DailyCursor>): boolean {
  return mode === 'backfill' && window !== undefined && window.toMs - window.fromMs > CLIMATOLOGY_WINDOW_DAYS * DAY_MS;
}

/** First and last instant of a run. Throws `request` for a backfill without a window. */
export function dailyWindow(
  input: PullInput<DailyCursor>,
  newestMs: number,
  redoDays = REDO_DAYS,
): { readonly fromMs: number; readonly toMs: number } {
  if (input.mode === 'backfill') {
    if (input.window === undefined) throw new ProviderError('request', 'Um preenchimento exige uma janela de datas');
    return { fromMs: input.window.fromMs, toMs: Math.min(input.window.toMs, newestMs) };
  }
  if (input.mode === 'full') return { fromMs: startOfDay(newestMs) - (FULL_DAYS - 1) * DAY_MS, toMs: newestMs };
  const lastTimeMs = input.cursor?.lastTimeMs ?? null;
  const fromMs =
    lastTimeMs === null
      ? startOfDay(newestMs) - (Math.max(FIRST_RUN_DAYS, redoDays) - 1) * DAY_MS
      : startOfDay(Math.min(lastTimeMs, newestMs)) - (redoDays - 1) * DAY_MS;
  return { fromMs, toMs: newestMs };
}

function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** A cache between us and the provider may answer with another day: the cursor follows the day of the answer, not that of the request. */
function newestOf(fields: DailyFields): number | null {
  let newest: number | null = null;
  for (const record of fields.records)
    if (record.kind === 'grid-slice' && (newest === null || record.timeMs > newest)) newest = record.timeMs;
  return newest;
}
