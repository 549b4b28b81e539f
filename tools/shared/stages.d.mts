type Outcome = { readonly code: number; readonly output: string };
type Stage = { readonly name: string; readonly run: () => Promise<Outcome> };
type Ended = { readonly name: string; readonly ok: boolean; readonly seconds: number };

export function runStages(
  stages: readonly Stage[],
  options?: { readonly onStage?: (stage: Ended) => void; readonly atOnce?: number },
): Promise<0 | 1>;
