const lineFeed = 10;
const carriageReturn = 13;

/** Longest accepted line: an AIS sentence has 82 characters, its tag block as many again. */
export const maxLineBytes = 1024;

/**
 * Lines of a stream that arrives in chunks cut anywhere. `onLine` gets a view that is valid until the next call only;
 * `onTooLong` is called once for each line beyond `maxLineBytes`, which is dropped up to its end.
 */
export function createLineSplitter(
  onLine: (bytes: Uint8Array, from: number, to: number) => void,
  onTooLong: () => void,
) {
  const rest = new Uint8Array(maxLineBytes);
  let restLength = 0;
  let dropping = false;

  function line(bytes: Uint8Array, from: number, to: number): void {
    const end = to > from && bytes[to - 1] === carriageReturn ? to - 1 : to;
    if (end - from > maxLineBytes) onTooLong();
    else if (end > from) onLine(bytes, from, end);
  }

  function keep(chunk: Uint8Array, from: number, to: number): void {
    if (restLength + to - from > maxLineBytes) {
      restLength = 0;
      dropping = true;
      onTooLong();
      return;
    }
    rest.set(chunk.subarray(from, to), restLength);
    restLength += to - from;
  }

  return {
    push(chunk: Uint8Array): void {
      let from = 0;
      for (;;) {
        const end = chunk.indexOf(lineFeed, from);
        if (end === -1) break;
        if (dropping) dropping = false;
        else if (restLength === 0) line(chunk, from, end);
        else {
          keep(chunk, from, end);
          if (dropping) dropping = false;
          else {
            const length = restLength;
            restLength = 0;
            line(rest, 0, length);
          }
        }
        from = end + 1;
      }
      if (from < chunk.length && !dropping) keep(chunk, from, chunk.length);
    },
    /** The end of the stream ends its last line. */
    end(): void {
      const length = restLength;
      restLength = 0;
      dropping = false;
      if (length > 0) line(rest, 0, length);
    },
  };
}
