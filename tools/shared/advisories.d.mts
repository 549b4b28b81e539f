export function writeAdvisories(file: string, checkedAt: string): Promise<void>;
export function advisoriesOf(output: string): {
  readonly counts: Readonly<Record<string, number>> | null;
  readonly reason: string | null;
};
