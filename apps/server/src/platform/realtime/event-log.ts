import { randomUUID } from 'node:crypto';
import type { Channel } from '@kianda/contract/operations/realtime/realtime.contract';
import { type Clock, nowIso } from '../clock/clock.ts';

export type NumberedEvent = {
  readonly sequence: number;
  readonly at: string;
  readonly atMs: number;
  readonly channel: Channel;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

export type EventLog = {
  /** Names the numbering; another one after `restart`. */
  readonly stream: string;
  /** Number of the last event. */
  readonly sequence: number;
  append(event: Pick<NumberedEvent, 'channel' | 'name' | 'payload'>): NumberedEvent;
  /** Events after `sequence` of `stream`, oldest first; null when some of them are not kept any more. */
  since(sequence: number, stream?: string): readonly NumberedEvent[] | null;
  /** Forgets everything: from here on no client can resume from an earlier event. */
  restart(): void;
};

/**
 * The last events, numbered, so that a client can resume after an interruption. Numbers begin at the present
 * millisecond: those of an earlier process are lower, and are answered as no longer kept.
 */
export function createEventLog(options: { clock: Clock; maxEvents: number; maxAgeMs: number }): EventLog {
  const { clock, maxEvents, maxAgeMs } = options;
  let stream = randomUUID();
  let sequence = clock.nowMs();
  let events: NumberedEvent[] = [];
  /** Number of the last event that is not kept. */
  let forgotten = sequence;

  function forget(): void {
    const oldestMs = clock.nowMs() - maxAgeMs;
    let count = Math.max(0, events.length - maxEvents);
    for (let event = events[count]; event !== undefined && event.atMs < oldestMs; event = events[count]) count += 1;
    if (count === 0) return;
    forgotten = events[count - 1]?.sequence ?? forgotten;
    events = events.slice(count);
  }

  return {
    get stream() {
      return stream;
    },
    get sequence() {
      return sequence;
    },
    append({ channel, name, payload }) {
      sequence += 1;
      const event = { sequence, at: nowIso(clock), atMs: clock.nowMs(), channel, name, payload };
      events.push(event);
      forget();
      return event;
    },
    since(from, ofStream) {
      forget();
      if (ofStream !== undefined && ofStream !== stream) return null;
      if (from < forgotten || from > sequence) return null;
      return events.filter((event) => event.sequence > from);
    },
    restart() {
      stream = randomUUID();
      sequence += 1;
      forgotten = sequence;
      events = [];
    },
  };
}

/** The message of an event, as `serverMessageSchema` describes it. */
export function eventText({ sequence, at, channel, name, payload }: NumberedEvent): string {
  return JSON.stringify({ type: 'event', sequence, at, channel, name, payload });
}
