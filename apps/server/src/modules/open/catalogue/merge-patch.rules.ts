import type { Json } from './published-item.rules.ts';

/** A document changed as a JSON merge patch says (RFC 7396); a null geometry is a geometry. */
export function patched(document: Json, patch: Json): Json {
  const isObject = (value: unknown): value is Json =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const result: Record<string, unknown> = { ...document };
  for (const [name, value] of Object.entries(patch)) {
    const known = Object.hasOwn(document, name) ? document[name] : undefined;
    if (value === null && name !== 'geometry') delete result[name];
    else if (isObject(value)) result[name] = patched(isObject(known) ? known : {}, value);
    else result[name] = value;
  }
  return result;
}
