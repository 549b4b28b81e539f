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

/** Settings on the server. Those known to this browser alone are sent to it once, so that other machines have them too. */
async function fromServer<S extends SettingsScope>(
  client: Client,
  scope: S,
  copy: UserSettings<S> | null,
): Promise<UserSettings<S> | null> {
  const { data, standsInFor } = await client.call(mySettings, { params: { scope } });
  // An answer of an earlier day may be older than what was chosen here since.
  if (standsInFor !== undefined) return copy;
  const kept = fitting(scope, data.value);
  if (kept === null && copy !== null) {
    await client.submit(saveMySettings, { params: { scope }, body: { value: copy } });
  }
  return kept ?? copy;
}

/**
 * Settings of an account in one part of the console, kept on the server; undefined until they were read. Where the
 * server does not answer, the copy in this browser stands in. `save` rejects where neither takes it.
 */
export function useMySettings<S extends SettingsScope>(scope: S, accountId: string, initial: UserSettings<S>) {
  const { client } = useApplication();
  const [settings, setSettings] = useState<UserSettings<S>>();
  /** A choice made while the answer was under way is newer than the answer. */
  const isChosen = useRef(false);
  useEffect(() => {
    let isShown = true;
    isChosen.current = false;
    const show = (next: UserSettings<S>) => {
      if (isShown && !isChosen.current) setSettings(next);
    };
    const read = async () => {
      const copy = fitting(scope, await copiesOf(scope).get(accountId).catch(warn));
      if (copy !== null) show(copy);
      const kept = await fromServer(client, scope, copy).catch(warn);
      show(kept ?? copy ?? initial);
      if (kept !== null && !isChosen.current) await copiesOf(scope).set(accountId, kept).catch(warn);
    };
    void read();
    return () => {
      isShown = false;
    };
  }, [client, scope, accountId, initial]);
  const save = useCallback(
    async (next: UserSettings<S>): Promise<void> => {
      isChosen.current = true;
      setSettings(next);
      await copiesOf(scope).set(accountId, next).catch(warn);
      await client.submit(saveMySettings, { params: { scope }, body: { value: next } });
    },
    [client, scope, accountId],
  );
  return [settings, save] as const;
}
