/** How near each test of a workspace is to a file, in imports and folders: the nearer, the more the test is about the file. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]*\.tsx?)['"]/g;

/** Files by the files that import them, lazily or not, below a folder of the root. */
export function importersBelow(root: string, folder: string): ReadonlyMap<string, readonly string[]> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', folder], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const importers = new Map<string, string[]>();
  for (const file of new Set(listed.split('\n'))) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(specifier)) {
      const target = normalize(join(dirname(file), path));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Files that a change of one reaches, with the number of imports between. */
function reachedFrom(importers: ReadonlyMap<string, readonly string[]>, file: string): ReadonlyMap<string, number> {
  const steps = new Map([[file, 0]]);
  // A map is walked in the order of insertion, also over what is added on the way: breadth first.
  for (const [each, count] of steps) {
    for (const importer of importers.get(each) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  }
  return steps;
}

/** Steps between the folders of two files; those up count twice, as a folder's tests are about what is in it. */
function distance(from: string, to: string): number {
  const steps = relative(dirname(from), dirname(to)).split('/');
  return steps.reduce((sum, step) => sum + (step === '' ? 0 : step === '..' ? 2 : 1), 0);
}

/** Tests named as the file come before the others of its folder: `limit.ts`, `limit.test.ts`, `limit-*.test.ts`. */
function namedApart(file: string, test: string): number {
  const stem = basename(file).split('.')[0] ?? '';
  return basename(test).startsWith(stem) ? 0 : 0.5;
}

/**
 * Test files that reach a file, nearest first. A page is often tested through its address, so a test beside a file that
 * imports another counts as near to both: the way to a test is imports up to a file, then folders from there.
 */
export function nearestFirst(importers: ReadonlyMap<string, readonly string[]>, file: string): readonly string[] {
  const reached = reachedFrom(importers, file);
  const nearness = new Map<string, number>();
  for (const test of reached.keys()) {
    if (!/\.test\.tsx?$/.test(test)) continue;
    let least = Number.POSITIVE_INFINITY;
    for (const [each, steps] of reached) {
      if (!/\.test\.tsx?$/.test(each)) least = Math.min(least, steps + distance(each, test));
    }
    nearness.set(test, least + namedApart(file, test));
  }
  return [...nearness].sort(([, a], [, b]) => a - b).map(([test]) => test);
}
