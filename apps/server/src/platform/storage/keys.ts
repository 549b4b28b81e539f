const maxKeyBytes = 1024;
const maxSegmentBytes = 255;
const tooLong = `tem mais de ${maxKeyBytes} bytes, com o da área`;

/** Characters that a system reads as path syntax in the name of a file: Windows both of these, others none. */
export const pathSyntaxOf = (system: NodeJS.Platform): string => (system === 'win32' ? '\\:' : '');
const pathSyntax = pathSyntaxOf(process.platform);

/** A key or prefix that the storage refuses; `reason` says why, in Portuguese, to whoever chose it. */
export class RefusedKey extends RangeError {
  readonly reason: string;

  constructor(key: string, reason: string) {
    super(`object key ${JSON.stringify(key.slice(0, 200))}: ${reason}`);
    this.name = 'RefusedKey';
    this.reason = reason;
  }
}

/**
 * Returns `key` when it is a usable object key, else throws a `RefusedKey`.
 * Keys become paths below a folder: one `..` or absolute key would read or overwrite files outside it.
 */
export function checkedKey(key: string): string {
  const refuse = (reason: string): never => {
    throw new RefusedKey(key, reason);
  };
  if (key === '') refuse('está vazio');
  if (Buffer.byteLength(key) > maxKeyBytes) refuse(tooLong);
  checkCharacters(key, refuse);
  for (const segment of key.split('/')) {
    if (segment === '') refuse('começa ou acaba em «/», ou tem duas barras seguidas');
    if (segment === '.' || segment === '..') refuse(`tem uma pasta «${segment}»`);
    if (Buffer.byteLength(segment) > maxSegmentBytes)
      refuse(`tem uma pasta ou um nome com mais de ${maxSegmentBytes} bytes entre barras`);
  }
  return key;
}

/** As `checkedKey`, for the prefix of a listing: may be empty or end in the middle of a segment. */
export function checkedPrefix(prefix: string): string {
  const refuse = (reason: string): never => {
    throw new RefusedKey(prefix, reason);
  };
  if (prefix.startsWith('/')) refuse('começa em «/»');
  if (Buffer.byteLength(prefix) > maxKeyBytes) refuse(tooLong);
  checkCharacters(prefix, refuse);
  const folder = prefix.split('/').find((segment) => segment === '..' || segment === '.');
  if (folder !== undefined) refuse(`tem uma pasta «${folder}»`);
  return prefix;
}

function checkCharacters(text: string, refuse: (reason: string) => never): void {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f) refuse('tem um carácter de controlo');
    if (pathSyntax.includes(character)) refuse(`tem o carácter «${character}», que este sistema lê como caminho`);
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
