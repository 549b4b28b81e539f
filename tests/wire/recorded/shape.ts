/** Types at every path of some values, null apart: `results[].depth` → number. */
export function shapeOf(values: readonly unknown[]): ReadonlyMap<string, ReadonlySet<string>> {
  const types = new Map<string, Set<string>>();
  const note = (path: string, value: unknown): void => {
    const known = types.get(path) ?? new Set<string>();
    types.set(path, known.add(typeOf(value)));
    if (Array.isArray(value)) for (const each of value) note(`${path}[]`, each);
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) if (each !== undefined) note(`${path}.${key}`, each);
  };
  for (const value of values) note('', value);
  return types;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** How the second values differ from the first: paths that one side alone has, and types that have nothing in common. */
export function differences(real: readonly unknown[], simulated: readonly unknown[]): readonly string[] {
  const [before, after] = [shapeOf(real), shapeOf(simulated)];
  const found: string[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [said(before.get(path)), said(after.get(path))];
    if (!before.has(path)) found.push(`+${path}`);
    else if (!after.has(path)) found.push(`-${path}`);
    else if (one.length > 0 && other.length > 0 && !other.some((type) => one.includes(type)))
      found.push(`${path}: ${one.join('|')} ≠ ${other.join('|')}`);
  }
  return found.toSorted();
}

const said = (types: ReadonlySet<string> | undefined): string[] => [...(types ?? [])].filter((type) => type !== 'null');
