type Stage = { readonly name: string; readonly ok: boolean; readonly seconds: number };

export function summaryOf(run: {
  readonly root: string;
  readonly reports: readonly { readonly kind: string; readonly report: object }[];
  readonly stages: readonly Stage[];
  readonly finishedAt: string;
  readonly durationSeconds: number;
  readonly version: string;
  readonly node: string;
}): object;
