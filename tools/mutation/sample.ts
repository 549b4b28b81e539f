/** Which mutations are tried: a seeded draw, so that two runs with the same seed and tree try the same ones. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '@kianda/geo';
import { type Mutation, mutationsOf } from './mutations.ts';

export type Mutant = { readonly file: string; readonly mutation: Mutation };

const notProduct =
  /\.test(ing)?\.tsx?$|\/testing(\/|\.tsx?$)|\/conformance\/|\.pt\.ts$|texts?\.ts$|\.d\.ts$|\.migrations\.ts$/;

/**
 * Product files below the paths, relative to the root, as git lists them: `apps/server/src/modules/*.service.ts` is every
 * service, at any depth. Throws when there is none.
 */
export function productFiles(root: string, paths: readonly string[]): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  const files = listed.split('\n').filter((file) => /\.tsx?$/.test(file) && !notProduct.test(file));
  if (files.length === 0) throw new RangeError(`no product file below "${paths.join(' ')}"`);
  return files;
}

/** `size` mutations drawn without repetition from all of them, fewer where there are not so many. */
export function drawMutants(root: string, files: readonly string[], size: number, seed: number): readonly Mutant[] {
  const all: Mutant[] = files.flatMap((file) =>
    mutationsOf(file, readFileSync(join(root, file), 'utf8')).map((mutation) => ({ file, mutation })),
  );
  const random = seededRandom(seed);
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const moved = all[last];
    const chosen = all[other];
    if (moved === undefined || chosen === undefined) throw new RangeError('the draw left its list');
    all[last] = chosen;
    all[other] = moved;
  }
  return all.slice(0, size);
}
