/**
 * Asks Lighthouse about one page, in a browser that runs already, and prints what it found as JSON: its scores (0 to 1),
 * and its measured times (ms).
 */
import process from 'node:process';
import lighthouse from 'lighthouse';

const [url, port] = process.argv.slice(2);
const result = await lighthouse(url, {
  port: Number(port),
  output: 'json',
  logLevel: 'error',
  onlyCategories: ['performance', 'accessibility', 'best-practices'],
  // The session stands in the page's storage.
  disableStorageReset: true,
});
if (result === undefined) throw new Error(`Lighthouse: no result for ${url}`);
const { categories, audits, runtimeError } = result.lhr;
if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`);
const failed = Object.values(audits)
  .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
  .map(({ id }) => id);
const numberOf = (id) => audits[id]?.numericValue ?? null;
process.stdout.write(
  JSON.stringify({
    scores: Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, score])),
    firstPaintMs: numberOf('first-contentful-paint'),
    largestPaintMs: numberOf('largest-contentful-paint'),
    blockingMs: numberOf('total-blocking-time'),
    speedIndexMs: numberOf('speed-index'),
    shift: numberOf('cumulative-layout-shift'),
    failed,
  }),
);
