/** Lines of the log on their way to where they are kept; bounded, for when that is away. */
export type LogTap = {
  write(line: string): void;
  /** Everything that waits, oldest first, and how many lines were let go since the last time. */
  take(): { readonly lines: readonly string[]; readonly dropped: number };
};

export function createLogTap(maxLines = 5_000): LogTap {
  let lines: string[] = [];
  let dropped = 0;
  return {
    write(line) {
      if (lines.length >= maxLines) dropped += 1;
      else lines.push(line);
    },
    take() {
      const taken = { lines, dropped };
      lines = [];
      dropped = 0;
      return taken;
    },
  };
}
