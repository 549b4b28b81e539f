import { randomUUID } from 'node:crypto';
import { type RoomPerson, roomPersonSchema } from '@kianda/contract/people/collaboration/room-messages';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus, PlatformEvent } from '../../../platform/events/events.ts';
import type { LiveRoom } from './live-rooms.types.ts';

/** A process says again who is at it after this long: one that died without a word is forgotten after `forgottenMs`. */
const againMs = 20_000;
const forgottenMs = 80_000;

const saidSchema = z.object({
  room: z.uuid(),
  process: z.uuid(),
  people: z.array(roomPersonSchema),
  /** It has just opened the room, and knows nobody yet. */
  asks: z.boolean(),
});
type Said = z.infer<typeof saidSchema>;

export type RoomPresence = ReturnType<typeof createRoomPresence>;

/** Who is in a room, at this process and at the others: each tells the others of its own people over the event bus. */
export function createRoomPresence(deps: { readonly events: EventBus; readonly clock: Clock }) {
  const { events, clock } = deps;
  const process = randomUUID();
  const ownOf = (live: LiveRoom) => [...live.present.values()].map(({ person }) => person);

  function publish(live: LiveRoom, asks = false): void {
    live.toldAtMs = clock.nowMs();
    const payload: Said = { room: live.id, process, people: ownOf(live), asks };
    events.publish({ channel: 'collaboration', type: 'room.people', payload });
  }

  function forgetSilent(live: LiveRoom): boolean {
    const silent = [...live.elsewhere].filter(([, { atMs }]) => clock.nowMs() - atMs > forgottenMs);
    for (const [one] of silent) live.elsewhere.delete(one);
    return silent.length > 0;
  }

  return {
    peopleOf: (live: LiveRoom): RoomPerson[] => [
      ...ownOf(live),
      ...[...live.elsewhere.values()].flatMap(({ people }) => people),
    ],
    publish,
    /** Says again who is here where it is time to, and forgets processes that say nothing any more; true: people went. */
    refresh(live: LiveRoom): boolean {
      if (clock.nowMs() - live.toldAtMs >= againMs) publish(live);
      return forgetSilent(live);
    },
    /** Takes in the people of another process in a room that is open here; true where they changed. */
    hear(live: LiveRoom, payload: PlatformEvent['payload']): boolean {
      const said = saidSchema.safeParse(payload).data;
      if (said === undefined || said.process === process) return false;
      const before = JSON.stringify(live.elsewhere.get(said.process)?.people ?? []);
      if (said.people.length === 0) live.elsewhere.delete(said.process);
      else live.elsewhere.set(said.process, { people: said.people, atMs: clock.nowMs() });
      if (said.asks) publish(live);
      return before !== JSON.stringify(said.people);
    },
  };
}
