/** A whole file that can't be read; the message is Portuguese and gives the remedy. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
