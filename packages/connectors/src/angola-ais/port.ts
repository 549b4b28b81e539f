import { setTimeout as delay } from 'node:timers/promises';
import { hourMs } from '@kianda/geo';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { RawBody } from '../core/http.ts';
import { type Connector, type ConnectorSettings, type Page, type PullContext, stream } from '../core/port.ts';
import { recordedBy } from '../core/witness.ts';
import { type AisHub, createAisHub } from './client.ts';
import { lateMs } from './map.ts';
import type { AisRecord } from './reception.ts';
import recorded from './recorded/sources.json' with { type: 'json' };

/** Records are handed over this often, which is the age of the positions on a screen. */
const pageMs = 1_000;
const recordsPerPage = 20_000;
/** Bytes as they came become objects in storage this often, or when there are that many. */
const rawMs = 60_000;
const rawBytes = 4 * 1024 * 1024;
/** The first run is short, so that it soon counts as a success. */
const firstRunMs = 10_000;
/** While no line is open the first run waits for one longer: stations and machines that start all at once are slow. */
const firstLineMs = 60_000;
/** Between one run and the next the lines stay open for so long. */
const lingerMs = 120_000;
const statusMs = 10_000;
/** Spooled lines are let go this often, once their records are stored; as often others' are looked for. */
const spoolMs = 10_000;

const cursorSchema = z.object({
  /** A run has ended well: until then runs are short, also those that go on where a killed process stopped. */
  proven: z.boolean(),
  /** Sentences since the lines were opened, by outcome. */
  sentences: z.number(),
  accepted: z.number(),
  ignored: z.number(),
  rejected: z.record(z.string(), z.number()),
  refusedConnections: z.number(),
  dropped: z.number(),
  lostDatagrams: z.number().default(0),
  lastMessageAt: z.string().nullable(),
  lagSeconds: z.number().nullable(),
  late: z.number().default(0),
  lines: z.record(z.string(), z.object({ isOpen: z.boolean(), detail: z.string() })),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Lines that stay open between runs, by their settings, so that no message in between is lost. */
const lingering = new Map<string, { hub: AisHub; timer: NodeJS.Timeout }>();

function hubOf(settings: ConnectorSettings, context: PullContext): AisHub {
  const key = JSON.stringify([settings.baseUrl, settings.lines ?? null]);
  const kept = lingering.get(key);
  if (kept === undefined) return createAisHub(settings, context, context.openSpool?.() ?? null);
  clearTimeout(kept.timer);
  lingering.delete(key);
  kept.hub.attach(context);
  return kept.hub;
}

function linger(settings: ConnectorSettings, hub: AisHub): void {
  const key = JSON.stringify([settings.baseUrl, settings.lines ?? null]);
  const timer = setTimeout(() => {
    lingering.delete(key);
    hub.close();
  }, lingerMs);
  timer.unref();
  lingering.set(key, { hub, timer });
}

/** Positions and identities from ships, second by second; each run lasts an hour and ends with it. */
const live = stream<Cursor>({
  id: 'live',
  recordKind: 'vessel-position',
  cursorSchema,
  async *pull(input, settings, context) {
    if (input.mode !== 'incremental')
      throw new ProviderError('request', 'O AIS chega em contínuo: não há histórico que se possa pedir.');
    const startMs = context.nowMs();
    const proven = input.cursor?.proven === true;
    const endMs = proven ? (Math.floor(startMs / hourMs) + 1) * hourMs : startMs + firstRunMs;
    const hub = hubOf(settings, context);
    let handedOver: readonly AisRecord[] = [];
    try {
      for await (const page of pagesOf(hub, { startMs, endMs, proven }, context)) {
        handedOver = page.records as readonly AisRecord[];
        yield page;
        hub.store(handedOver.length);
        handedOver = [];
      }
    } finally {
      // A cancelled run, or a process that stops, closes the lines, because no run reads on; unread lines stay in the
      // spool. Otherwise the lines stay open, with the records that could not be stored.
      if (context.signal.aborted) hub.close();
      else {
        hub.restore(handedOver);
        linger(settings, hub);
      }
    }
  },
});

async function* pagesOf(
  hub: AisHub,
  { startMs, endMs, proven }: { readonly startMs: number; readonly endMs: number; readonly proven: boolean },
  context: PullContext,
): AsyncGenerator<Page<Cursor>> {
  const sentencesBefore = hub.state().sentences;
  let rawKeptMs = startMs;
  let spooledMs = 0;
  const status = createStatus(hub, context);
  for (;;) {
    if (context.nowMs() - spooledMs >= spoolMs) {
      spooledMs = context.nowMs();
      hub.cut();
      await hub.adopt();
    }
    const { records, rejected } = hub.drain(recordsPerPage);
    const nowMs = context.nowMs();
    const isRawDue = nowMs - rawKeptMs >= rawMs || hub.rawBytes() >= rawBytes || nowMs >= endMs;
    const raw = isRawDue ? rawBodies(hub) : [];
    if (isRawDue) rawKeptMs = nowMs;
    const isWaiting = !proven && nowMs < startMs + firstLineMs && !isAnyOpen(hub);
    const isLast = nowMs >= endMs && !isWaiting && records.length < recordsPerPage;
    if (isLast && records.length === 0 && hub.state().sentences === sentencesBefore) refuseSilence(hub);
    if (isLast || records.length > 0 || rejected.length > 0 || raw.length > 0) {
      const progress = Math.min(1, (nowMs - startMs) / (endMs - startMs));
      yield { records, rejected, raw, progress, cursor: cursorOf(hub, proven || isLast) };
    }
    if (isLast) return;
    if (status.isDue(nowMs)) status.tell(nowMs);
    if (records.length < recordsPerPage) await delay(pageMs, undefined, { signal: context.signal });
  }
}

function rawBodies(hub: AisHub): RawBody[] {
  return hub.takeRaw().map(({ feed, bytes }) => ({
    url: `ais:${feed}`,
    status: 200,
    contentType: 'text/plain; charset=us-ascii',
    bytes,
    handedOverBytes: bytes.byteLength,
  }));
}

/**
 * A run without a sentence, at whose end no line is open, has failed: the failure must show, and the next run waits for
 * its schedule.
 */
function refuseSilence(hub: AisHub): void {
  if (!isAnyOpen(hub)) throw new ProviderError('network', silence(hub.state().lines));
}

function isAnyOpen(hub: AisHub): boolean {
  return Object.values(hub.state().lines).some(({ isOpen }) => isOpen);
}

function cursorOf(hub: AisHub, proven: boolean): Cursor {
  const { lastMessageMs, lagMs, waiting: _waiting, waitingSinceMs: _since, received: _all, ...state } = hub.state();
  return {
    proven,
    ...state,
    lastMessageAt: lastMessageMs === null ? null : new Date(lastMessageMs).toISOString(),
    lagSeconds: lagMs === null ? null : lagMs / 1000,
  };
}

/** Status of a run's lines and backlog; losses are also written to its log, once each time they grow. */
function createStatus(hub: AisHub, context: PullContext) {
  let before = { atMs: context.nowMs(), received: hub.state().received };
  let lostBefore = 0;
  return {
    /** True once the status is due again. */
    isDue: (nowMs: number): boolean => nowMs - before.atMs >= statusMs,
    tell(nowMs: number): void {
      const state = hub.state();
      const perSecond = ((state.received - before.received) * 1000) / (nowMs - before.atMs);
      before = { atMs: nowMs, received: state.received };
      context.status?.(statusOf(state, perSecond, nowMs));
      const lost = state.dropped + state.lostDatagrams;
      if (lost > lostBefore) {
        context.log('warn', 'Mensagens perdidas: chegaram mais depressa do que se gravam', {
          datagramas: state.lostDatagrams,
          registos: state.dropped,
        });
      }
      lostBefore = lost;
    },
  };
}

const refusalNames: Readonly<Record<string, string>> = { 'station-time': 'hora da estação' };

function statusOf(state: ReturnType<AisHub['state']>, perSecond: number, nowMs: number): string {
  const { lines, lastMessageMs, lagMs, late, rejected, waiting, waitingSinceMs, dropped, lostDatagrams } = state;
  const refused = Object.entries(rejected).map(([reason, count]) => `${refusalNames[reason] ?? reason} ${count}`);
  const refusals = refused.length === 0 ? [] : [`recusadas: ${refused.join(', ')}`];
  if (lastMessageMs === null) return [silence(lines), ...refusals].join('; ');
  const parts = [
    `última mensagem há ${secondsSince(lastMessageMs, nowMs)} s`,
    `${decimal(perSecond)} registos/s`,
    ...(lagMs === null ? [] : [`atraso ${decimal(lagMs / 1000)} s`]),
    ...(late === 0 ? [] : [`${late} recebidas com mais de ${lateMs / 60_000} min de atraso`]),
    ...(waitingSinceMs === null ? [] : [`por gravar ${waiting}, há ${secondsSince(waitingSinceMs, nowMs)} s`]),
    ...(lostDatagrams + dropped === 0 ? [] : [`perdidas: ${lostDatagrams} datagramas, ${dropped} registos`]),
    ...refusals,
  ];
  return parts.join('; ');
}

const decimal = (value: number): string => value.toFixed(1).replace('.', ',');
const secondsSince = (sinceMs: number, nowMs: number): number => Math.max(0, Math.round((nowMs - sinceMs) / 1000));

function silence(lines: ReturnType<AisHub['state']>['lines']): string {
  const details = Object.entries(lines).map(
    ([feed, { isOpen, detail }]) => `${feed}: ${detail || (isOpen ? 'ligado, sem mensagens' : 'desligado')}`,
  );
  return details.length === 0 ? 'Nenhuma estação AIS ligada' : details.join('; ');
}

/** AIS from coast stations by TCP and UDP. */
export const angolaAis: Connector = {
  id: 'angola-ais',
  name: 'AIS costeiro (NMEA)',
  provider: 'AIS costeiro',
  description:
    'Posições e identidade das embarcações ao alcance das estações AIS da costa, em frases NMEA por TCP ou UDP, em contínuo.',
  category: 'national',
  source: 'angola_national',
  defaultBaseUrl: 'https://www.itu.int/rec/R-REC-M.1371',
  credentialNames: [],
  licence: 'Uso interno; redistribuição com autorização da autoridade marítima',
  citation: 'Rede nacional de estações AIS costeiras, Angola',
  homepage: 'https://www.itu.int/rec/R-REC-M.1371',
  formatWitness: recordedBy(recorded),
  cron: '* * * * *',
  timeoutSeconds: 3_900,
  freshnessLimitHours: 1,
  continuous: true,
  streams: [live],
};
