/** A number in [0, 1), from the browser's generator. Everything that needs chance is given this function. */
export function browserChance(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1));
  return word / 2 ** 32;
}

/** Unique id of a request or of a write. */
export function uniqueId(): string {
  return crypto.randomUUID();
}
