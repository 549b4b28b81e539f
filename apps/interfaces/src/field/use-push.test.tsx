// @vitest-environment happy-dom
import { dropFieldPush, keepFieldPush } from '@kianda/contract/ingestion/field/field.contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '../client/client.ts';
import { ClientProvider } from '../client/use-read.ts';
import type { PhoneStore } from './queue/phone-store.ts';
import type { FieldPush } from './use-push.ts';

const key = Buffer.alloc(65, 4).toString('base64url');
const keys = { p256dh: 'chave', auth: 'segredo' };
type Device = { readonly id: string; readonly lastSentAt: null; readonly lastError: null };

/** A browser that has, or gets, a subscription; a platform that lists phones; and what the phone keeps. */
let world: {
  subscription: object | null;
  permission: NotificationPermission;
  devices: Device[];
  readonly kept: Map<string, unknown>;
  readonly called: string[];
};
let root: Root;

const subscription = () => ({
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: 'https://avisos.example/1', keys }),
  unsubscribe: async () => {
    world.subscription = null;
    return true;
  },
});

beforeEach(() => {
  world = { subscription: null, permission: 'default', devices: [], kept: new Map(), called: [] };
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return world.permission;
    },
    requestPermission: async () => {
      world.permission = 'granted';
      return world.permission;
    },
  });
  const pushManager = {
    getSubscription: async () => world.subscription,
    subscribe: async () => {
      world.subscription = subscription();
      return world.subscription;
    },
  };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
});
afterEach(() => {
  act(() => root.unmount());
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

const client = {
  read: async () => ({ data: { key, devices: world.devices } }),
  call: async ({ id }: { readonly id: string }) => {
    world.called.push(id);
    if (id === keepFieldPush.id) world.devices = [{ id: 'um', lastSentAt: null, lastError: null }];
    return { data: { id: 'um' } };
  },
} as unknown as Client;
const phone = {
  kept: async (name: string) => world.kept.get(name),
  keep: async (name: string, value: unknown) => void world.kept.set(name, value),
} as unknown as PhoneStore;

type Said = { now: FieldPush | null };
type ProbeProps = { readonly use: (phone: PhoneStore, isFramed: boolean) => FieldPush; readonly isFramed: boolean };

function Probe({ use, isFramed, said }: ProbeProps & { readonly said: Said }) {
  said.now = use(phone, isFramed);
  return null;
}

/** The hook as a page has it; answers what it says now. */
async function open(isFramed: boolean): Promise<() => FieldPush> {
  // Read after the browser is in place: a page knows from its start what its browser can do.
  const { useFieldPush } = await import('./use-push.ts');
  const said: Said = { now: null };
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <ClientProvider value={client}>
        <Probe use={useFieldPush} isFramed={isFramed} said={said} />
      </ClientProvider>,
    ),
  );
  return () => {
    if (said.now === null) throw new Error('the hook has not run');
    return said.now;
  };
}

test('asked for in its own window, told to the platform in the console, and given up there', async () => {
  const inConsole = await open(true);
  await expect.poll(() => inConsole().state).toBe('framed');
  await expect.poll(() => world.kept.get('push')).toMatchObject({ value: { key, deviceId: null } });
  act(() => root.unmount());

  const alone = await open(false);
  await expect.poll(() => alone().state).toBe('offered');
  await act(() => alone().subscribe());
  expect(alone().state).toBe('pending');
  expect(world.called).toEqual([]);
  act(() => root.unmount());

  const again = await open(true);
  await expect.poll(() => again().state).toBe('on');
  expect(world.called).toEqual([keepFieldPush.id]);
  await act(() => again().stop());
  expect(again().state).toBe('framed');
  expect(world.called).toEqual([keepFieldPush.id, dropFieldPush.id]);
  expect(world.kept.get('push')).toMatchObject({ value: { deviceId: null } });
});

test('a phone that was removed, or that another account uses, is not taken over by itself', async () => {
  world.subscription = subscription();
  world.kept.set('push', { at: 0, value: { key, deviceId: 'de-outra-conta' } });
  const page = await open(true);
  await expect.poll(() => page().state).toBe('elsewhere');
  expect(world.called).toEqual([]);
  await act(() => page().takeOver());
  expect(page().state).toBe('on');
  expect(world.called).toEqual([keepFieldPush.id]);
});
