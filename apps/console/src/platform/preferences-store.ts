import { defaultPreferences, type Preferences } from '@kianda/ui';
import { z } from 'zod';
import { createIndexedStore } from '../client/indexed-store.ts';

export type ColourScheme = 'auto' | 'light' | 'dark';

/** Choices of presentation, kept in this browser. Nothing in them is secret. */
export type StoredPreferences = Preferences & { readonly colourScheme: ColourScheme };

export const initialPreferences: StoredPreferences = { ...defaultPreferences, colourScheme: 'auto' };

const schema = z.object({
  coordinates: z.enum(['minutes', 'decimal']).catch(initialPreferences.coordinates),
  timeZone: z.enum(['Africa/Luanda', 'UTC']).catch(initialPreferences.timeZone),
  density: z.enum(['compact', 'normal', 'comfortable']).catch(initialPreferences.density),
  colourScheme: z.enum(['auto', 'light', 'dark']).catch(initialPreferences.colourScheme),
});

const sessionKey = 'kianda.preferences';
const store = createIndexedStore<StoredPreferences>('kianda-preferences');

function parse(value: unknown): StoredPreferences | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function fromSession(): StoredPreferences | undefined {
  const text = window.sessionStorage.getItem(sessionKey);
  if (text === null) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** This tab's choices, else those of the last tab, else the defaults. Read before the first paint: no flash. */
export async function loadPreferences(): Promise<StoredPreferences> {
  const own = fromSession();
  if (own !== undefined) return own;
  const last = await store.get('current').catch(() => undefined);
  return (last === undefined ? undefined : parse(last)) ?? initialPreferences;
}

export async function savePreferences(preferences: StoredPreferences): Promise<void> {
  window.sessionStorage.setItem(sessionKey, JSON.stringify(preferences));
  await store.set('current', preferences);
}
