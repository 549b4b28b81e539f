import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a release, read from the folder it runs in; a missing one is null or empty. */
export async function releaseOf(rootDir: string, version: string) {
  const folder = join(rootDir, 'docs/decisions');
  const [changelog, names] = await Promise.all([
    orNull(readFile(join(rootDir, 'CHANGELOG.md'), 'utf8')),
    orNull(readdir(folder)),
  ]);
  const decisions: { number: string; title: string }[] = [];
  for (const name of (names ?? []).filter((one) => /^\d{4}-.+\.md$/.test(one)).toSorted()) {
    const [first = ''] = (await readFile(join(folder, name), 'utf8')).split('\n', 1);
    decisions.push({ number: name.slice(0, 4), title: first.replace(/^#\s*\d*\s*[·:.-]?\s*/, '') });
  }
  return { version, changelog, decisions };
}

/** A file that an installation was made without is no error. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
