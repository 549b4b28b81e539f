export function pinnedDatabase(): string;
export function databaseNews(
  pinned: string,
  versions: readonly string[],
): { pinned: string; release: string | null; newer: string | null };
export function databaseReleaseLine(): Promise<string | null>;
