/** Modules that always come together, and who needs them. */
export type Part = {
  readonly files: readonly string[];
  readonly users: ReadonlySet<string>;
  /** On the wire. */
  readonly bytes: number;
  /** Files that these import. */
  readonly needs: ReadonlySet<string>;
};

/** Cost of one more request to a page on a bad line, in bytes: its headers, and its share of a wait that six have together. */
const requestBytes = 2_500;

/** How often a page is opened, beside the others: once each unless it is said. */
export type Weight = (user: string) => number;

/** Cost of a part to all pages together: its bytes and a request each. */
const costOf = (weight: number, bytes: number): number => weight * (requestBytes + bytes);

/**
 * Joins parts as long as all pages together gain: fewer requests against bytes that some of them do not need. Never so
 * that two parts need each other: the code of one would run before what it builds on.
 */
export function joinParts(parts: readonly Part[], weight: Weight = () => 1): readonly Part[] {
  const joined = [...parts];
  const refused = new Set<string>();
  for (;;) {
    const best = bestPair(joined, refused, weight);
    if (best === null) return joined;
    const [first, second] = best;
    const union = unionOf(first, second);
    const others = joined.filter((part) => part !== first && part !== second);
    if (needsItself(union, others)) {
      refused.add(keyOf(first, second));
      continue;
    }
    joined.splice(0, joined.length, ...others, union);
  }
}

const keyOf = (first: Part, second: Part): string => `${first.files.join()}|${second.files.join()}`;

function unionOf(first: Part, second: Part): Part {
  return {
    files: [...first.files, ...second.files],
    users: first.users.union(second.users),
    bytes: first.bytes + second.bytes,
    needs: first.needs.union(second.needs),
  };
}

/** The two parts whose union saves most; null where none saves anything. */
function bestPair(
  parts: readonly Part[],
  refused: ReadonlySet<string>,
  weightOf: Weight,
): readonly [Part, Part] | null {
  const together = (users: Iterable<string>) => [...users].reduce((sum, user) => sum + weightOf(user), 0);
  const weighed = parts.map((part) => ({ part, weight: together(part.users) }));
  let best: readonly [Part, Part] | null = null;
  let bestGain = 0;
  for (const [index, one] of weighed.entries()) {
    const { part: first, weight } = one;
    for (const other of weighed.slice(index + 1)) {
      const second = other.part;
      const ofEither = weight + other.weight - together(first.users.intersection(second.users));
      const gain =
        costOf(weight, first.bytes) + costOf(other.weight, second.bytes) - costOf(ofEither, first.bytes + second.bytes);
      if (gain <= bestGain || refused.has(keyOf(first, second))) continue;
      bestGain = gain;
      best = [first, second];
    }
  }
  return best;
}

/** Whether a part needs another that needs it again. */
function needsItself(part: Part, others: readonly Part[]): boolean {
  const own = new Set(part.files);
  const ahead = others.filter(({ files }) => files.some((file) => part.needs.has(file)));
  const seen = new Set(ahead);
  for (const one of seen) {
    if ([...one.needs].some((file) => own.has(file))) return true;
    for (const next of others) if (next.files.some((file) => one.needs.has(file))) seen.add(next);
  }
  return false;
}
