import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { type LineSocket, openLine } from '../../client/line.ts';
import { useSession } from '../../shared/session-context.ts';
import { createRoomCopy, type RoomCopy, type RoomView } from './room-copy.ts';
import { createMemoryStore, openRoomStore } from './room-store.ts';

/** One for the page: a browser without IndexedDB keeps copies while the page is open. */
const storing = openRoomStore().catch((error: unknown) => {
  console.warn('kianda: sem lugar neste aparelho para as salas', error);
  return createMemoryStore();
});

const before: RoomView = {
  annotations: [],
  line: 'loading',
  mayWrite: false,
  me: null,
  you: null,
  people: [],
  unsent: 0,
  trouble: null,
};

/** The copy of a room while a component shows it; null until this device's part has been read. */
export function useRoom(room: string, onChanged: (subject: string) => void): readonly [RoomCopy | null, RoomView] {
  const session = useSession();
  const [copy, setCopy] = useState<RoomCopy | null>(null);
  const changed = useEffectEvent(onChanged);
  useEffect(() => {
    let made: RoomCopy | null = null;
    let isOver = false;
    void storing.then((store) => {
      if (isOver) return;
      made = createRoomCopy({
        room,
        store,
        onChanged: (subject) => changed(subject),
        openLine: (events) =>
          openLine({
            ...events,
            credential: session.credential,
            open: (address) => new WebSocket(address) as unknown as LineSocket,
          }),
      });
      setCopy(made);
    });
    return () => {
      isOver = true;
      made?.close();
      setCopy(null);
    };
  }, [room, session]);
  const subscribe = useMemo(() => copy?.subscribe ?? (() => () => undefined), [copy]);
  const view = useSyncExternalStore(subscribe, () => copy?.view() ?? before);
  return [copy, view];
}
