import type { RejectedRow, VesselIdentityRecord, VesselPositionRecord } from '@kianda/connectors';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { EventBus } from '../../../../platform/events/events.ts';
import type { Sink } from '../../../ingestion/connectors/index.ts';
import type { createGearStore } from './gears.repository.ts';
import type { createIdentityWriter } from './identity.repository.ts';
import type { PositionWriter } from './write.repository.ts';

/** Clocks of ships and stations are that far off; anything later is a wrong date. */
const futureMs = 10 * 60_000;
/** New positions are announced to screens at most this often. */
const announceMs = 1_000;

type Announced = { positions: number; vessels: Set<string>; newestMs: number; connectorId: string };

/** Sinks of positions and identities. New positions are announced on the channel `vessels`, together and once a second. */
export function createPositionSinks(options: {
  readonly writer: PositionWriter;
  readonly identities: ReturnType<typeof createIdentityWriter>;
  readonly gears: ReturnType<typeof createGearStore>;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly retentionDays: number;
}) {
  const { writer, identities, gears, events, clock } = options;
  let waiting: Announced | null = null;
  let timer: NodeJS.Timeout | null = null;

  function publishStored(): void {
    timer = null;
    if (waiting === null) return;
    const { positions, vessels, newestMs, connectorId } = waiting;
    waiting = null;
    events.publish({
      channel: 'vessels',
      type: 'positions.stored',
      payload: { connectorId, positions, vessels: vessels.size, newestAt: new Date(newestMs).toISOString() },
    });
  }

  function announce(records: readonly VesselPositionRecord[], connectorId: string): void {
    waiting ??= { positions: 0, vessels: new Set(), newestMs: 0, connectorId };
    waiting.positions += records.length;
    for (const record of records) {
      waiting.vessels.add(record.vesselKey);
      waiting.newestMs = Math.max(waiting.newestMs, record.timeMs);
    }
    timer ??= setTimeout(publishStored, announceMs);
  }

  const positions: Sink<VesselPositionRecord> = async (records, origin) => {
    const nowMs = clock.nowMs();
    // A wrong date would make a partition of its own, to be dropped the next day: a file of them, thousands.
    const oldestMs = nowMs - options.retentionDays * dayMs;
    const rejected: RejectedRow[] = [];
    const kept = records.filter((record) => {
      if (record.timeMs <= nowMs + futureMs && record.timeMs >= oldestMs) return true;
      const when = record.timeMs > nowMs ? 'no futuro' : `anterior à conservação de ${options.retentionDays} dias`;
      rejected.push({ reason: `Posição ${when}: ${new Date(record.timeMs).toISOString()}`, raw: record });
      return false;
    });
    const written = await writer.store(kept, origin);
    if (written > 0) announce(kept, origin.connectorId);
    return { written, duplicates: kept.length - written, newestObservedMs: newestOf(kept), rejected };
  };

  const identity: Sink<VesselIdentityRecord> = async (records, origin) => {
    const written = await identities.store(records, origin);
    await gears.store(records, origin);
    return { written, duplicates: records.length - written, newestObservedMs: newestOf(records) };
  };

  return {
    positions,
    identity,
    stop(): void {
      if (timer !== null) clearTimeout(timer);
      publishStored();
    },
  };
}

function newestOf(records: readonly { readonly timeMs: number; readonly untilMs?: number }[]): number | null {
  let newest: number | null = null;
  for (const { timeMs, untilMs = timeMs } of records) if (newest === null || untilMs > newest) newest = untilMs;
  return newest;
}
