/** Of the browser's word on its line, which not every browser gives. */
type Line = { readonly saveData?: boolean; readonly effectiveType?: string };

/** Smaller files come in a packet or two, and tell of the wait alone. */
const tellingBytes = 30_000;
/** A file that came more slowly than this came over a bad line, though others came beside it. */
const goodBitsPerSecond = 500_000;

/** Whether files may be fetched before anybody asks for them: unless the browser, or what this page took, tells of a bad line. */
export function isGoodLine({ navigator, performance }: Pick<Window, 'navigator' | 'performance'>): boolean {
  const line = (navigator as { readonly connection?: Line }).connection;
  if (line?.saveData === true || (line?.effectiveType ?? '4g') !== '4g') return false;
  return !performance.getEntriesByType('resource').some(cameSlowly);
}

function cameSlowly(entry: PerformanceEntry): boolean {
  const { transferSize, responseStart, responseEnd } = entry as PerformanceResourceTiming;
  return transferSize >= tellingBytes && (transferSize * 8_000) / (responseEnd - responseStart) < goodBitsPerSecond;
}
