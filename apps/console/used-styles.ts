/** Which rules of Mantine's sheet the console carries, and with which of its files they come. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** Sheet of the components that no first screen has: it is made here and stands in no folder. */
export const otherStyles = '/kianda-other-styles.css';

const componentPattern = /@mantine\/core\/esm\/components\/([^/]+)\//;
const sheetOfAll = '@mantine/core/styles.layer.css';

const componentsOf = (ids: Iterable<string>): ReadonlySet<string> =>
  new Set([...ids].flatMap((id) => componentPattern.exec(id)?.[1] ?? []));

/** The sign-in page names the sheets that it needs by itself. */
const withOwnStyles = '/src/login/login-start.tsx';

/** Modules that are fetched when they are wanted, and draw with a component of the other sheet. */
function entriesOfOthers(chunks: readonly Chunk[], first: ReadonlySet<string>): ReadonlySet<string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const inFirst = componentsOf(first);
  const needsOthers = (chunk: Chunk) => {
    const files = new Set([chunk.fileName]);
    for (const file of files) for (const imported of byFile.get(file)?.imports ?? []) files.add(imported);
    const ids = [...files].flatMap((file) => byFile.get(file)?.moduleIds ?? []);
    return !componentsOf(ids).isSubsetOf(inFirst);
  };
  const wanted = chunks.filter(
    ({ isDynamicEntry, facadeModuleId: id }) =>
      isDynamicEntry && id !== null && !first.has(id) && !id.endsWith(withOwnStyles),
  );
  return new Set(wanted.filter(needsOthers).flatMap(({ facadeModuleId }) => facadeModuleId ?? []));
}

/**
 * Leaves in the sheet of all Mantine components, which the console imports, only the rules of those that its first screens
 * have, and puts those of its other files into a second sheet. The sheet holds the rules of the components' own sheets one
 * after the other. Throws where it no longer does.
 */
export function usedStyles(chunks: readonly Chunk[], first: ReadonlySet<string>): Plugin {
  const used = componentsOf(chunks.flatMap(({ moduleIds }) => moduleIds));
  const usedFirst = componentsOf(first);
  const entries = entriesOfOthers(chunks, first);
  let sheet = '';
  return {
    name: 'kianda-used-styles',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source !== otherStyles) return undefined;
      sheet = (await this.resolve(sheetOfAll, importer))?.id ?? '';
      return `\0${otherStyles}`;
    },
    async load(id) {
      if (id === `\0${otherStyles}`) {
        const others = (await componentSheets(sheet)).filter(
          ({ name }) => isUsed(name, used) && !isUsed(name, usedFirst),
        );
        return `${layer}\n${others.map(({ rules }) => rules).join('\n')}\n}`;
      }
      if (!id.endsWith(sheetOfAll)) return undefined;
      const left = (await componentSheets(id)).filter(({ name }) => !isUsed(name, usedFirst));
      return left.reduce(
        (rest, { rules }) => {
          if (!rest.includes(rules))
            throw new Error(`chunks: rules of a component are not in ${id}: ${rules.slice(0, 60)}`);
          return rest.replace(rules, '');
        },
        await readFile(id, 'utf8'),
      );
    },
    transform(code, id) {
      return entries.has(id) ? { code: `import '${otherStyles}';${code}`, map: null } : undefined;
    },
  };
}

const layer = '@layer mantine {';
const rulesOf = (sheet: string): string =>
  sheet.slice(sheet.indexOf(layer) + layer.length, sheet.lastIndexOf('}')).trim();

/** Sheets of the components, in the order of the sheet of all: a component's comes after those of what it is built on. */
async function componentSheets(all: string): Promise<readonly { readonly name: string; readonly rules: string }[]> {
  const folder = all.replace(/styles\.layer\.css$/, 'styles');
  const sheets = (await readdir(folder)).filter((file) => file.endsWith('.layer.css'));
  const components = await readdir(all.replace(/styles\.layer\.css$/, 'esm/components'));
  // A sheet of no component, as that of fields with a label beside them, is shared: it stays.
  const names = sheets
    .map((file) => file.replace('.layer.css', ''))
    .filter((name) => components.some((one) => name.startsWith(one)));
  const read = await Promise.all(
    names.map(async (name) => ({ name, rules: rulesOf(await readFile(join(folder, `${name}.layer.css`), 'utf8')) })),
  );
  const whole = await readFile(all, 'utf8');
  return read.toSorted((a, b) => whole.indexOf(a.rules) - whole.indexOf(b.rules));
}

/** A component's sheet is needed where the component, or the one that it is a part of, is in a file. */
function isUsed(sheet: string, used: ReadonlySet<string>): boolean {
  return [...used].some((name) => sheet.startsWith(name));
}
