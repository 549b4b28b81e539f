const FIRST_MS = 2_000;
const EVERY_MS = 5_000;

/** Says what is being done once it takes more than two seconds, and again every five, until `work` settles. */
export async function withProgress<T>(label: string, print: (line: string) => void, work: Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const say = (): void => print(`${label}… ${Math.round((performance.now() - startedMs) / 1000)} s`);
  let repeat: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    say();
    repeat = setInterval(say, EVERY_MS);
  }, FIRST_MS);
  try {
    return await work;
  } finally {
    clearTimeout(first);
    clearInterval(repeat);
  }
}
