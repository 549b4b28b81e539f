/**
 * Parts of a measurement named by `--only`, in the order of the measurement. Throws for a name that is none of them: a
 * misspelt part would otherwise measure nothing and look like a success.
 */
export function chosenParts(only: string, parts: readonly string[]): readonly string[] {
  const named = only.split(',').map((name) => name.trim());
  const unknown = named.filter((name) => !parts.includes(name));
  if (unknown.length > 0) {
    throw new RangeError(`--only: não há «${unknown.join('», «')}»; há ${parts.join(', ')}.`);
  }
  return parts.filter((part) => named.includes(part));
}
