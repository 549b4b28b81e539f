import {
  mySettings,
  type SettingsScope,
  saveMySettings,
  type UserSettings,
  userSettings,
} from '@kianda/contract/people/identity/settings.contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Client } from './client.ts';
import { useApplication } from './context.tsx';
import { createIndexedStore } from './indexed-store.ts';
import type { KeyValueStore } from './store.ts';

/** Copies in this browser, by the database they are kept in. */
const databases: Readonly<Record<SettingsScope, string>> = {
  'global-fishing-watch': 'kianda-fishing-settings',
  'demo-enhanced': 'kianda-tour-settings',
  'list-views': 'kianda-list-views',
  'first-steps': 'kianda-first-steps',
  'two-step-notice': 'kianda-two-step-notice',
  menu: 'kianda-menu',
  'criteria-plans': 'kianda-criteria-plans',
};
const stores = new Map<SettingsScope, KeyValueStore<unknown>>();
function copiesOf(scope: SettingsScope): KeyValueStore<unknown> {
  const store = stores.get(scope) ?? createIndexedStore<unknown>(databases[scope]);
  stores.set(scope, store);
  return store;
}

function warn(cause: unknown): null {
  console.warn('kianda: preferências por ler', cause);
  return null;
}

function fitting<S extends SettingsScope>(scope: S, value: unknown): UserSettings<S> | null {
  const parsed = userSettings[scope].safeParse(value);
  return parsed.success ? (parsed.data as UserSettings<S>) : null;
}

/** Choices of one reader of the settings, those under way among them. */
type Choices<S extends SettingsScope> = {
  /** Made since the settings were first shown. */
  count: number;
  shown: UserSettings<S> | undefined;
  /** Settings on which the choices were made that the server has not taken yet. */
  base: UserSettings<S> | null;
  /** Ends with the choice before: they arrive in the order in which they were made. */
  sending: Promise<unknown>;
};
const noChoices = { count: 0, shown: undefined, base: null, sending: Promise.resolve() };

/** Where the base of a copy stands, as long as the server has not taken its choices. */
const baseKey = (accountId: string) => `${accountId} base`;

async function copyOf<S extends SettingsScope>(scope: S, key: string): Promise<UserSettings<S> | null> {
  return fitting(scope, await copiesOf(scope).get(key).catch(warn));
}

/** Stores what changed since `base` over what the server has by now; the settings as the server has them after it. */
async function send<S extends SettingsScope>(
  client: Client,
  scope: S,
  value: UserSettings<S>,
  base: UserSettings<S>,
): Promise<UserSettings<S>> {
  const sent = await client.submit(saveMySettings, { params: { scope }, body: { value, base } });
  return sent.state === 'queued' ? value : (fitting(scope, sent.envelope.data.value) ?? value);
}

type Copy<S extends SettingsScope> = {
  readonly value: UserSettings<S> | null;
  /** Null where the server has taken all of the copy. */
  readonly base: UserSettings<S> | null;
};

/** Settings on the server. Those that this browser alone knows are sent to it, so that other machines have them too. */
async function fromServer<S extends SettingsScope>(
  client: Client,
  scope: S,
  { value, base }: Copy<S>,
  initial: UserSettings<S>,
): Promise<UserSettings<S> | null> {
  const { data, standsInFor } = await client.call(mySettings, { params: { scope } });
  // An answer of an earlier day may be older than what was chosen here since.
  if (standsInFor !== undefined) return value;
  const kept = fitting(scope, data.value);
  if (value === null || (kept !== null && base === null)) return kept;
  return send(client, scope, value, base ?? initial);
}

/**
 * Settings of an account in one part of the console, kept on the server; undefined until they were read. Where the
 * server does not answer, the copy in this browser stands in. `save` changes what differs from the settings shown, over
 * what other machines changed meanwhile, and gives them all; it rejects where the server refuses it.
 */
export function useMySettings<S extends SettingsScope>(scope: S, accountId: string, initial: UserSettings<S>) {
  const { client } = useApplication();
  const [settings, setSettings] = useState<UserSettings<S>>();
  const choices = useRef<Choices<S>>({ ...noChoices });
  useEffect(() => {
    let isShown = true;
    const mine: Choices<S> = { ...noChoices };
    choices.current = mine;
    /** A choice made while the answer was under way is shown with the answer to it, not wiped by this one. */
    const show = (next: UserSettings<S>) => {
      if (!isShown || mine.count > 0) return;
      mine.shown = next;
      setSettings(next);
    };
    const read = async () => {
      const copies = copiesOf(scope);
      const copy = { value: await copyOf(scope, accountId), base: await copyOf(scope, baseKey(accountId)) };
      if (copy.value !== null) {
        show(copy.value);
        mine.base ??= copy.base;
      }
      const kept = await fromServer(client, scope, copy, initial).catch(warn);
      show(kept ?? copy.value ?? initial);
      if (kept === null || mine.count > 0) return;
      mine.base = null;
      await copies.set(accountId, kept).catch(warn);
      await copies.delete([baseKey(accountId)]).catch(warn);
    };
    void read();
    return () => {
      isShown = false;
    };
  }, [client, scope, accountId, initial]);
  const save = useCallback(
    async (next: UserSettings<S>): Promise<UserSettings<S>> => {
      const mine = choices.current;
      const copies = copiesOf(scope);
      mine.base ??= mine.shown ?? initial;
      mine.shown = next;
      mine.count += 1;
      const turn = mine.count;
      setSettings(next);
      await copies.set(baseKey(accountId), mine.base).catch(warn);
      await copies.set(accountId, next).catch(warn);
      const sending = mine.sending.then(() => send(client, scope, next, mine.base ?? next));
      mine.sending = sending.catch(() => undefined);
      const kept = await sending;
      const isLast = turn === mine.count;
      mine.base = isLast ? null : next;
      if (!isLast) return kept;
      mine.shown = kept;
      if (choices.current === mine) setSettings(kept);
      await copies.set(accountId, kept).catch(warn);
      await copies.delete([baseKey(accountId)]).catch(warn);
      return kept;
    },
    [client, scope, accountId, initial],
  );
  return [settings, save] as const;
}
