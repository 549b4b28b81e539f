type Outcome = { readonly code: number; readonly output: string };
type Stage = { readonly name: string; readonly run: () => Promise<Outcome> };
type Ended = { readonly name: string; readonly ok: boolean; readonly seconds: number };

export function runStages(
  stages: readonly Stage[],
  options?: { readonly onStage?: (stage: Ended) => void; readonly atOnce?: number },
): Promise<0 | 1>;

export function command(
  file: string,
  args: readonly string[],
  options?: { readonly env?: Readonly<Record<string, string>>; readonly live?: boolean; readonly cwd?: string },
): Promise<Outcome>;

/** Seconds of processor of the ended programs of a process, from its line in /proc. */
export function childrenSeconds(stat: string): number;

type CoreWork = { readonly whole: number; readonly busy: number };

/** How much of the machine worked between two readings, as it is printed; nothing where they are the same. */
export function busyText(before: CoreWork, after: CoreWork): string;
