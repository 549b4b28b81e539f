/** A whole file that can't be read; the message is Portuguese and gives the remedy. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  /** The limit that the file exceeded; null where its contents are unreadable. */
  readonly excess: 'time' | 'memory' | null;
  constructor(
    message: string,
    { excess = null, ...options }: ErrorOptions & { readonly excess?: 'time' | 'memory' | null } = {},
  ) {
    super(message, options);
    this.excess = excess;
  }
}
