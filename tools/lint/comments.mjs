/** The voice of comments: plain sentences with a subject. */

/** A comment that begins with a clause in place of a subject: `What a run came to`, for `Outcome of a run`. */
const clause = /(?:\/\/|\/\*\*?|^\s*\*) +(What \S+ \S+)/;

/** @param {import('./sources.mjs').Source} source */
export function checkComments({ path, text }) {
  return text.split('\n').flatMap((written, index) => {
    const found = clause.exec(written)?.[1];
    if (found === undefined) return [];
    const message = `A comment begins “${found}…”: name the thing (“Outcome of …”, “Faults of …”).`;
    return [{ rule: 'comments-name-things', path, line: index + 1, message }];
  });
}
