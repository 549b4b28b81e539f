import type { Environment, TabMessage } from '../client/application.ts';
import type { CachedAnswer } from '../client/cache.ts';
import { createIndexedStore } from '../client/indexed-store.ts';
import type { QueuedWrite } from '../client/outbox.ts';
import type { Socket } from '../client/realtime.ts';
import { createExclusive } from '../client/tokens.ts';
import { takeAhead } from './answer-ahead.ts';
import { browserChance, uniqueId } from './chance.ts';
import { browserClock } from './clock.ts';
import { isGoodLine } from './good-line.ts';
import { releaseOf } from './release.ts';

function openSocket(): Socket {
  const address = new URL('/realtime', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address) as Socket;
}

/** The client layer's surroundings in this browser: local storage, IndexedDB, Web Locks, broadcast between tabs. */
export function browserEnvironment(): Environment {
  const tabs = new BroadcastChannel('kianda');
  return {
    base: '',
    fetch: (input, init) => takeAhead(input, init) ?? fetch(input, init),
    isOnline: () => navigator.onLine,
    isOwnMachine: ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname),
    tokenStorage: window.localStorage,
    exclusive: createExclusive(navigator.locks),
    stores: {
      answers: createIndexedStore<CachedAnswer>('kianda-answers'),
      times: createIndexedStore<number>('kianda-answer-times'),
      outbox: createIndexedStore<QueuedWrite>('kianda-outbox'),
    },
    tabs: {
      send: (message) => tabs.postMessage(message),
      listen: (heard) => {
        tabs.onmessage = (event: MessageEvent<TabMessage>) => heard(event.data);
      },
    },
    onStorage: (changed) => window.addEventListener('storage', changed),
    openSocket,
    clock: browserClock,
    chance: browserChance,
    newId: uniqueId,
    release: releaseOf(document),
    joins: isGoodLine(window) ? { quietMs: 15, mostMs: 60 } : { quietMs: 150, mostMs: 500 },
  };
}
