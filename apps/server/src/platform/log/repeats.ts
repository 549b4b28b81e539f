const minuteMs = 60_000;
const mostCauses = 1_000;

/** Parts that differ between two lines of one cause: instants, identifiers, counts, and the calls that led there. */
const passing = new Set([
  ...['time', 'requestId', 'reqId', 'runId', 'attempt', 'failures', 'delaySeconds', 'events'],
  ...['stack', 'queue', 'worker'],
]);
/** pg-boss ends the message of an error with one of its hundred queues: in an outage each of them has the same one. */
const ofQueue = / \(Queue: [^)"]*\)/g;

type Entry = { readonly time?: string; readonly level?: string };
type Cause = { readonly sinceMs: number; line: string; held: number };

/** The same line of another moment has the same name. */
function causeOf(entry: Entry): string {
  const kept = JSON.stringify(entry, (name, value) => (passing.has(name) ? undefined : value));
  return kept.replace(ofQueue, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}|\d+/gi, '#');
}

const withCount = (line: string, held: number) => `${JSON.stringify({ ...JSON.parse(line), repeated: held })}\n`;

/**
 * Warnings and errors of one cause: the first is written at once, those of the following minute are counted, and one line
 * then says how many there were (`repeated`). A database that is away fails a hundred times a second, each time with the
 * same stack. Time is that of the lines; a timer tells what was held back where no line follows.
 */
export function withoutRepeats(write: (line: string) => void): (line: string) => void {
  const causes = new Map<string, Cause>();
  let isWatched = false;

  function forget(name: string): void {
    const cause = causes.get(name);
    causes.delete(name);
    if (cause !== undefined && cause.held > 0) write(withCount(cause.line, cause.held));
  }

  function release(nowMs: number): void {
    for (const [name, { sinceMs }] of causes) if (nowMs - sinceMs >= minuteMs) forget(name);
  }

  function watch(sinceMs: number): void {
    if (isWatched) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      release(sinceMs + minuteMs);
      const [oldest] = causes.values();
      if (oldest !== undefined) watch(oldest.sinceMs);
    }, minuteMs).unref();
  }

  return (line) => {
    const entry = JSON.parse(line) as Entry;
    if (entry.level !== 'warn' && entry.level !== 'error') return write(line);
    const nowMs = Date.parse(entry.time ?? '');
    const name = causeOf(entry);
    const cause = causes.get(name);
    if (cause !== undefined && nowMs - cause.sinceMs < minuteMs) {
      cause.held += 1;
      cause.line = line;
      return;
    }
    // This very line tells how many of its cause were held back.
    causes.delete(name);
    release(nowMs);
    write(cause === undefined || cause.held === 0 ? line : withCount(line, cause.held));
    causes.set(name, { sinceMs: nowMs, line, held: 0 });
    watch(nowMs);
    const [oldest] = causes.keys();
    if (causes.size > mostCauses && oldest !== undefined) forget(oldest);
  };
}
