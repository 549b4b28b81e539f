/** A statement that a server was asked to prepare: with the types of its parameters, or refused with the server's words. */
export type Prepared =
  | { readonly statement: string; readonly types: string }
  | { readonly statement: string; readonly refusal: string };

/** PostgreSQL prepares what reads or changes rows; the definition of tables and the like it only runs. */
export function isPreparable(statement: string): boolean {
  return /^\s*(with|select|insert|update|delete|merge|values)\b/i.test(statement);
}

/**
 * Faults of the second server beside the first, and how many statements both understand. What the first refuses too asks
 * for tables that only a test had.
 */
export function differencesOf(
  first: readonly Prepared[],
  second: readonly Prepared[],
): { readonly understood: number; readonly faults: readonly string[] } {
  const others = new Map(second.map((prepared) => [prepared.statement, prepared]));
  const faults: string[] = [];
  let understood = 0;
  for (const ours of first) {
    const theirs = others.get(ours.statement);
    if ('refusal' in ours) continue;
    if (theirs === undefined) faults.push(`not asked: ${ours.statement}`);
    else if ('refusal' in theirs) faults.push(`${theirs.refusal}: ${ours.statement}`);
    else if (theirs.types !== ours.types) faults.push(`${theirs.types} instead of ${ours.types}: ${ours.statement}`);
    else understood += 1;
  }
  return { understood, faults };
}
