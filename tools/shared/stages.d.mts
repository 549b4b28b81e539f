type Outcome = { readonly code: number; readonly output: string };
type Stage = { readonly name: string; readonly run: () => Promise<Outcome> };

export function runStages(
  stages: readonly Stage[],
  options?: {
    readonly onStage?: (stage: { readonly name: string; readonly ok: boolean; readonly seconds: number }) => void;
    readonly atOnce?: number;
  },
): Promise<0 | 1>;
