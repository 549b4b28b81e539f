/** Rule on lists that scroll: what stands hidden in them moves with them. */

const comment = /\/\*[\s\S]*?\*\//g;
const block = /([^{}]*)\{([^{}]*)\}/g;
/** Both axes or the vertical one: a row that scrolls sideways makes no page longer. */
const scrolls = /(?:^|[\s;])overflow(?:-y)?:\s*(?:\w+\s+)?(?:auto|scroll)\s*(?:;|$)/;
const isPlaced = /(?:^|[\s;])position:\s*(?:relative|absolute|fixed|sticky)\s*(?:;|$)/;

/**
 * Classes that scroll without being the place of what they hold: a visually hidden text in them stands absolute, keeps
 * its place on the page while the list moves, and makes the page as long as the list.
 * @param {import('./sources.mjs').Source} source
 * @returns {import('./sources.mjs').Fault[]}
 */
export function checkStyles({ path, text }) {
  if (!path.endsWith('.css')) return [];
  const bare = text.replaceAll(comment, (one) => one.replaceAll(/[^\n]/g, ' '));
  const rules = [...bare.matchAll(block)].map(({ index, 1: selector = '', 2: body = '' }) => ({
    name: selector.trim(),
    body,
    line: bare.slice(0, index + selector.length).split('\n').length,
  }));
  const placed = new Set(rules.filter(({ body }) => isPlaced.test(body)).map(({ name }) => name));
  return rules
    .filter(({ name, body }) => scrolls.test(body) && !placed.has(name))
    .map(({ name, line }) => ({
      rule: 'lists-hold-what-they-hide',
      path,
      line,
      message: `${name} scrolls without "position: relative": what is visually hidden in it stays behind and lengthens the page.`,
    }));
}
