import { isDeepStrictEqual } from 'node:util';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Stored settings with what a person changed: `seen` is what they had before them, `chosen` what they made of it. What
 * they left alone stays as stored, since another machine may have changed it meanwhile.
 */
export function mergeSettings(stored: Settings, seen: Settings, chosen: Settings): Settings {
  return merged(stored, seen, chosen, ofValue);
}

/** As `mergeSettings`, lists as chosen: for what two machines made of one list does not fit together. */
export function mergeWholeValues(stored: Settings, seen: Settings, chosen: Settings): Settings {
  return merged(stored, seen, chosen, (_stored, _seen, value) => value);
}

type OfValue = (stored: unknown, seen: unknown, chosen: unknown) => unknown;

function merged(stored: Settings, seen: Settings, chosen: Settings, ofChanged: OfValue): Settings {
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(chosen)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const isChanged = !isDeepStrictEqual(seen[key], chosen[key]);
      const value = isChanged ? ofChanged(stored[key], seen[key], chosen[key]) : (stored[key] ?? chosen[key]);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function ofValue(stored: unknown, seen: unknown, chosen: unknown): unknown {
  if (!Array.isArray(stored) || isDeepStrictEqual(stored, seen)) return chosen;
  if (chosen !== undefined && !Array.isArray(chosen)) return chosen;
  return mergeLists(stored, Array.isArray(seen) ? seen : [], chosen ?? []);
}

/** A stored list without what was taken away and with what was added; an entry with a name is changed in its place. */
function mergeLists(stored: readonly unknown[], seen: readonly unknown[], chosen: readonly unknown[]): unknown[] {
  const added = chosen.filter((entry) => !has(seen, entry));
  const removed = seen.filter((entry) => !has(chosen, entry));
  const rest = stored.flatMap((entry) => {
    const name = nameOf(entry);
    const isSeen = name !== undefined && seen.some((one) => nameOf(one) === name);
    const change = isSeen ? added.findIndex((one) => nameOf(one) === name) : -1;
    if (change >= 0) return added.splice(change, 1);
    return has(removed, entry) ? [] : [entry];
  });
  return [...rest, ...added.filter((entry) => !has(rest, entry))];
}

const has = (list: readonly unknown[], entry: unknown) => list.some((one) => isDeepStrictEqual(one, entry));

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('name' in entry)) return undefined;
  return typeof entry.name === 'string' ? entry.name : undefined;
}
