/** A list that was shortened: where it stands, and how many there are. */
export type Cut = { readonly path: string; readonly shown: number; readonly total: number };

const steps = [200, 100, 50, 25, 12, 6, 3, 1];
const longestText = 2_000;

function shortened(value: unknown, most: number, path: string, cuts: Cut[]): unknown {
  if (typeof value === 'string' && value.length > longestText) {
    cuts.push({ path, shown: longestText, total: value.length });
    return `${value.slice(0, longestText)}…`;
  }
  if (Array.isArray(value)) {
    if (value.length > most) cuts.push({ path, shown: most, total: value.length });
    return value.slice(0, most).map((one) => shortened(one, most, `${path}[]`, cuts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      shortened(one, most, path === '' ? name : `${path}.${name}`, cuts),
    ]),
  );
}

/**
 * A value whose JSON is at most `maxChars` characters long, its lists shortened as little as that takes; and what was
 * shortened, each list once.
 */
export function cutTo(value: unknown, maxChars: number): { readonly json: string; readonly cuts: readonly Cut[] } {
  const whole = JSON.stringify(value);
  if (whole.length <= maxChars) return { json: whole, cuts: [] };
  let json = '';
  let cuts: Cut[] = [];
  for (const most of steps) {
    cuts = [];
    json = JSON.stringify(shortened(value, most, '', cuts));
    if (json.length <= maxChars) break;
  }
  const first = new Map<string, Cut>();
  for (const cut of cuts) if (!first.has(cut.path)) first.set(cut.path, cut);
  return { json: json.slice(0, maxChars), cuts: [...first.values()] };
}

/** Sentence that says what is missing of an answer; null where nothing is. */
export function cutNote(cuts: readonly Cut[]): string | null {
  if (cuts.length === 0) return null;
  const lists = cuts.slice(0, 5).map(({ path, shown, total }) => `${path}: ${shown} de ${total}`);
  return `Resposta cortada (${lists.join('; ')}). Peça menos, com limit, page, from e to, ou com outros filtros.`;
}
