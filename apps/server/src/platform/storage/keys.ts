const maxKeyBytes = 1024;
const maxSegmentBytes = 255;

/**
 * Returns `key` when it is a usable object key, else throws a RangeError that says why.
 * Keys become paths below a folder: one `..` or absolute key would read or overwrite files outside it.
 */
export function checkedKey(key: string): string {
  const refuse = (reason: string): never => {
    throw new RangeError(`object key ${JSON.stringify(key.slice(0, 200))}: ${reason}`);
  };
  if (key === '') refuse('is empty');
  if (Buffer.byteLength(key) > maxKeyBytes) refuse(`is longer than ${maxKeyBytes} bytes`);
  checkCharacters(key, refuse);
  for (const segment of key.split('/')) {
    if (segment === '') refuse('has an empty segment, expected segments separated by single slashes');
    if (segment === '.' || segment === '..') refuse(`has a segment "${segment}"`);
    if (Buffer.byteLength(segment) > maxSegmentBytes) refuse(`has a segment longer than ${maxSegmentBytes} bytes`);
  }
  return key;
}

/** As `checkedKey`, for the prefix of a listing: may be empty or end in the middle of a segment. */
export function checkedPrefix(prefix: string): string {
  const refuse = (reason: string): never => {
    throw new RangeError(`object key prefix ${JSON.stringify(prefix.slice(0, 200))}: ${reason}`);
  };
  if (prefix.startsWith('/')) refuse('begins with "/"');
  if (Buffer.byteLength(prefix) > maxKeyBytes) refuse(`is longer than ${maxKeyBytes} bytes`);
  checkCharacters(prefix, refuse);
  if (prefix.split('/').some((segment) => segment === '..' || segment === '.')) refuse('has a "." or ".." segment');
  return prefix;
}

function checkCharacters(text: string, refuse: (reason: string) => never): void {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) refuse('has a control character');
    // Windows reads both as path syntax, on other systems they only confuse.
    if (character === '\\' || character === ':') refuse(`has the character "${character}"`);
  }
}

/** Order of S3 listings: by the UTF-8 bytes of the key, which JavaScript's string order is not. */
export function compareKeys(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return placeOf(left) - placeOf(right);
  }
  return a.length - b.length;
}

/** Place of a UTF-16 unit in the order of UTF-8: halves of a pair stand for characters that come after all others. */
function placeOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
