/** One step of a pattern: any characters, any one character, or that character. */
type Step = { readonly kind: 'many' } | { readonly kind: 'one' } | { readonly kind: 'exact'; readonly letter: string };

/**
 * LIKE as SQL has it: `%` any characters, `_` one, `\` before either is itself. Steps back to the last `%` only, so that
 * no pattern of a stranger takes longer than pattern times text; a regular expression of many `.*` would.
 */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const steps = stepsOf(pattern);
  return (text) => {
    const letters = Array.from(text);
    let [at, step, many, resume] = [0, 0, -1, 0];
    while (at < letters.length) {
      const wanted = steps[step];
      if (wanted?.kind === 'one' || (wanted?.kind === 'exact' && wanted.letter === letters[at])) {
        at += 1;
        step += 1;
      } else if (wanted?.kind === 'many') {
        [many, resume] = [step, at];
        step += 1;
      } else if (many >= 0) {
        resume += 1;
        [at, step] = [resume, many + 1];
      } else {
        return false;
      }
    }
    return steps.slice(step).every(({ kind }) => kind === 'many');
  };
}

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  let escaped = false;
  for (const letter of pattern) {
    if (escaped || (letter !== '\\' && letter !== '%' && letter !== '_')) {
      steps.push({ kind: 'exact', letter });
      escaped = false;
    } else if (letter === '\\') {
      escaped = true;
    } else {
      steps.push({ kind: letter === '%' ? 'many' : 'one' });
    }
  }
  return steps;
}
