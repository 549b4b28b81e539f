import type { AuditMetadata } from '@kianda/contract/people/audit/audit';

type Value = AuditMetadata[string];
export type Change = { readonly field: string; readonly before: Value; readonly after: Value };
export type Reading = { readonly changes: readonly Change[]; readonly facts: readonly (readonly [string, Value])[] };

/**
 * The facts of an event as people read them: what changed, before and after, apart from the rest. Modules tell a change as
 * `roleBefore` and `roleAfter`, as `before` and `after`, as an object in JSON in `before` beside the new values, or as
 * `old → new`.
 */
export function readFacts(metadata: AuditMetadata): Reading {
  const taken = new Set<string>();
  const changes: Change[] = [];
  for (const [name, before] of Object.entries(metadata)) {
    const field = /^(.+)Before$/.exec(name)?.[1];
    if (field === undefined || !(`${field}After` in metadata)) continue;
    changes.push({ field, before, after: metadata[`${field}After`] ?? null });
    taken.add(name).add(`${field}After`);
  }
  if ('before' in metadata) {
    const before = objectOf(metadata.before);
    const after = objectOf(metadata.after);
    if (before === null && 'after' in metadata) {
      changes.push({ field: 'value', before: metadata.before ?? null, after: metadata.after ?? null });
      taken.add('before').add('after');
    } else if (before !== null) {
      const now = after ?? metadata;
      for (const field of new Set([...Object.keys(before), ...(after === null ? [] : Object.keys(after))])) {
        const [was, is] = [before[field] ?? null, now[field] ?? null];
        if (after === null && !(field in metadata)) continue;
        if (was !== is) changes.push({ field, before: was, after: is });
        taken.add(field);
      }
      taken.add('before').add('after');
    }
  }
  for (const [name, value] of Object.entries(metadata)) {
    const [, was, is] = (typeof value === 'string' ? /^(.*) → (.*)$/.exec(value) : null) ?? [];
    if (taken.has(name) || was === undefined || is === undefined) continue;
    changes.push({ field: name, before: blank(was), after: blank(is) });
    taken.add(name);
  }
  return { changes, facts: Object.entries(metadata).filter(([name]) => !taken.has(name)) };
}

const blank = (text: string): string | null => (text === '—' ? null : text);

/** The members of a JSON object, each as one value; null for anything else. */
function objectOf(value: Value | undefined): Readonly<Record<string, Value>> | null {
  if (typeof value !== 'string' || !value.startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed !== 'object' || parsed === null) return null;
    return Object.fromEntries(
      Object.entries(parsed).map(([name, member]: [string, unknown]) => [
        name,
        typeof member === 'object' && member !== null ? JSON.stringify(member) : (member as Value),
      ]),
    );
  } catch {
    // A text that only begins like an object, or one cut short, is shown as it is.
    return null;
  }
}
