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

type Suite = {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
};
type Report = { testResults: readonly Suite[] };

export function failedFiles(report: Report): string[];
export function countsOf(report: Report): { passed: number; failed: number; skipped: number };
export function mergeSecondRun(report: Report, again: Report): { name: string; message: string }[];
