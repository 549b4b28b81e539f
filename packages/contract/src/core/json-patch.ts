/**
 * The change from one JSON value to another, as JSON: far smaller than the value where a list of a hundred has one new
 * reading. `[value]` replaces; `{ name: change }` goes into an object, `null` in it removes; `{ "#": [[index, change], …] }`
 * goes into a list; `{ "+": [head, from, count, tail] }` is a list of some new, `count` kept from `from` on, some new.
 */
export type JsonPatch =
  | readonly [unknown]
  | { readonly '#': readonly (readonly [number, JsonPatch])[] }
  | { readonly '+': readonly [readonly unknown[], number, number, readonly unknown[]] }
  | { readonly [name: string]: JsonPatch | null };

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => JSON.stringify(value);
/** Names that mean something in a patch: an object that has one is replaced whole, as is one with a name that is no plain data. */
const reserved: readonly string[] = ['#', '+', '__proto__'];
const hasReserved = (value: JsonObject): boolean => reserved.some((name) => Object.hasOwn(value, name));

/** How far a list is looked into for where it has moved to: readings come one by one, not by dozens. */
const mostMoved = 16;

/** Change from one value to another; null where they are equal. */
export function patchOf(before: unknown, after: unknown): JsonPatch | null {
  if (Object.is(before, after)) return null;
  if (Array.isArray(before) && Array.isArray(after)) return listPatch(before, after);
  if (isObject(before) && isObject(after) && !hasReserved(before) && !hasReserved(after))
    return objectPatch(before, after);
  return [after];
}

function objectPatch(before: JsonObject, after: JsonObject): JsonPatch | null {
  const changes: Record<string, JsonPatch | null> = {};
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) changes[name] = null;
  for (const [name, value] of Object.entries(after)) {
    const change = Object.hasOwn(before, name) ? patchOf(before[name], value) : ([value] as const);
    if (change !== null) changes[name] = change;
  }
  return Object.keys(changes).length === 0 ? null : changes;
}

function listPatch(before: readonly unknown[], after: readonly unknown[]): JsonPatch | null {
  if (textOf(before) === textOf(after)) return null;
  const moved = movedList(before, after);
  if (before.length !== after.length) return moved;
  const changes = after.flatMap((value, index): [number, JsonPatch][] => {
    const change = patchOf(before[index], value);
    return change === null ? [] : [[index, change]];
  });
  const inPlace = { '#': changes };
  return textOf(inPlace).length <= textOf(moved).length ? inPlace : moved;
}

/** The longest run of the earlier list that the later one still has, moved by a few places at most. */
function movedList(before: readonly unknown[], after: readonly unknown[]): JsonPatch {
  const [old, now] = [before.map(textOf), after.map(textOf)];
  let best = { at: 0, from: 0, count: 0 };
  const tryRun = (at: number, from: number) => {
    let count = 0;
    while (at + count < now.length && from + count < old.length && now[at + count] === old[from + count]) count += 1;
    if (count > best.count) best = { at, from, count };
  };
  for (let shift = 0; shift <= mostMoved; shift += 1) {
    tryRun(shift, 0);
    tryRun(0, shift);
  }
  return { '+': [after.slice(0, best.at), best.from, best.count, after.slice(best.at + best.count)] };
}

/** The value after a change. Throws where the change was made of another value. */
export function patched(before: unknown, patch: JsonPatch): unknown {
  if (isReplacement(patch)) return patch[0];
  if (Array.isArray(before)) return patchedList(before, patch);
  if (!isObject(before)) throw new TypeError(`patch: an object was expected, not ${typeof before}`);
  const after: Record<string, unknown> = { ...before };
  for (const [name, change] of Object.entries(patch as Readonly<Record<string, JsonPatch | null>>)) {
    if (change === null) delete after[name];
    else after[name] = patched(before[name], change);
  }
  return after;
}

const isReplacement = (patch: JsonPatch): patch is readonly [unknown] => Array.isArray(patch);

function patchedList(before: readonly unknown[], patch: JsonPatch): readonly unknown[] {
  if ('+' in patch && Array.isArray(patch['+'])) {
    const [head, from, count, tail] = patch['+'] as readonly [readonly unknown[], number, number, readonly unknown[]];
    if (from + count > before.length) throw new TypeError(`patch: a list of ${from + count} was expected`);
    return [...head, ...before.slice(from, from + count), ...tail];
  }
  if (!('#' in patch) || !Array.isArray(patch['#'])) throw new TypeError('patch: of an object, for a list');
  const after = [...before];
  for (const [index, change] of patch['#'] as readonly (readonly [number, JsonPatch])[]) {
    after[index] = patched(before[index], change);
  }
  return after;
}
