/** Keeps between runs which tests reach which places, and what was found about each fault, in `build/mutation`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const hashes = new Map<string, string>();

/** Short hash of a file's text, read once. */
export function fileHash(path: string): string {
  const known = hashes.get(path);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  hashes.set(path, hash);
  return hash;
}

export type Store = { read(key: string): unknown; write(key: string, value: unknown): void };

/** One file a key, written whole, so that two runs at once and a run that is interrupted leave no half of one. */
export function openStore(root: string): Store {
  const pathOf = (key: string) =>
    join(root, 'build', 'mutation', `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`);
  return {
    read(key) {
      try {
        return JSON.parse(readFileSync(pathOf(key), 'utf8'));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    write(key, value) {
      const path = pathOf(key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.${process.pid}`, JSON.stringify(value));
      renameSync(`${path}.${process.pid}`, path);
    },
  };
}
