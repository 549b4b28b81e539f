const FIRST_MS = 2_000;
const EVERY_MS = 5_000;
/** From here on it is not a usual start: whoever watches must know that it is still waited for. */
const SLOW_MS = 20_000;

/** Prints what is being done once it takes more than two seconds, and again every five, until `work` settles. */
export async function withProgress<T>(label: string, print: (line: string) => void, work: Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const say = (): void => {
    const elapsedMs = performance.now() - startedMs;
    const slow = elapsedMs < SLOW_MS ? '' : ' (disco, rede ou máquina lentos: continua à espera)';
    print(`${label}… ${Math.round(elapsedMs / 1000)} s${slow}`);
  };
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
