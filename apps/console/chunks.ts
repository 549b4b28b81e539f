/**
 * How the console's modules are put into files: on a bad line each file costs a wait of its own, and each byte that a page
 * does not need makes it wait for the others.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzipSync } from 'node:zlib';
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { joinParts, type Part } from './parts.ts';
import { otherStyles, usedStyles } from './used-styles.ts';

type Chunk = Rolldown.OutputChunk;

/** The first script, and the two first pages by the module that starts each. */
const firstScript = 'index.html';
const signIn = 'src/login/login-start.tsx';
const shell = 'src/console-start.tsx';

/**
 * Files of a build in which every set of modules that the same pages need stands alone. Only a finished build knows what
 * a page needs: through the doors of packages each seems to need everything, until what nobody uses is left out.
 */
async function finestFiles(root: string, plugins: readonly PluginOption[]): Promise<readonly Chunk[]> {
  const built = await build({
    root,
    configFile: false,
    plugins: [...plugins],
    logLevel: 'error',
    build: { write: false, sourcemap: false, target: 'es2023', reportCompressedSize: false, assetsInlineLimit: 0 },
  });
  const outputs = (Array.isArray(built) ? built : [built]) as readonly Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
}

/** Files that one file needs at once, itself included. */
function closureOf(file: string, chunks: ReadonlyMap<string, Chunk>): Set<string> {
  const found = new Set([file]);
  for (const one of found) for (const imported of chunks.get(one)?.imports ?? []) found.add(imported);
  return found;
}

function startingWith(entry: string, chunks: readonly Chunk[]): Chunk {
  const isEntry = (id: string | null) => id?.endsWith(`/${entry}`) === true;
  const first = chunks.find(({ facadeModuleId, moduleIds }) => isEntry(facadeModuleId) || moduleIds.some(isEntry));
  if (first === undefined) throw new Error(`chunks: no file of the build begins with ${entry}`);
  return first;
}

const screenPattern = /\/src\/sections\/.*\/(?:page|zee-dashboard|embedded-section|below)\.tsx$/;

/** Screens that a visit begins with, and how much more often than others: each of their files is waited for by everybody. */
const firstScreens: ReadonlyMap<string, number> = new Map([
  ['operations/home/page.tsx', 60],
  ['operations/dashboard/page.tsx', 60],
  ['operations/dashboard/components/below.tsx', 20],
]);

/** Modules that every visit fetches at once, whatever its screen: in one file, with the styles of the sections. */
const everyVisit = [
  'src/shell/background-services.tsx',
  'src/shell/two-step-notice.tsx',
  'ui/src/provenance/page-mark-words.tsx',
  'ui/src/layout/more.tsx',
];
const ofEveryVisit = 'todas';

/** Places a bubble beside a button, as all that opens there is placed: fetched once, with the first screen or press that needs it. */
const placed = 'ui/src/hint/hint-bubble.tsx';
const ofPlaced = 'menus';
const ofStyles = 'estilos';

/** Modules that a visit needs before anything is pressed: of the shell, of every visit and of the screens that one begins with. */
function firstModules(chunks: readonly Chunk[]): ReadonlySet<string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entries = [firstScript, shell, ...everyVisit, ...firstScreens.keys()];
  const files = new Set(entries.flatMap((entry) => [...closureOf(startingWith(entry, chunks).fileName, byFile)]));
  return new Set([...files].flatMap((file) => byFile.get(file)?.moduleIds ?? []));
}

/** Name of the file of each module; a module that only one page needs has none, and goes with that page. */
function filesOfModules(chunks: readonly Chunk[]): ReadonlyMap<string, string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const [script, ofSignIn, ofShell] = [firstScript, signIn, shell].map((entry) =>
    closureOf(startingWith(entry, chunks).fileName, byFile),
  ) as [Set<string>, Set<string>, Set<string>];
  const names = new Map<string, string>();
  const name = (file: string, as: string) => {
    for (const id of byFile.get(file)?.moduleIds ?? []) names.set(id, as);
  };
  const users = new Map<string, Set<string>>();
  for (const { fileName, isDynamicEntry } of chunks) {
    if (!isDynamicEntry || ofShell.has(fileName) || ofSignIn.has(fileName)) continue;
    for (const needed of closureOf(fileName, byFile)) users.set(needed, (users.get(needed) ?? new Set()).add(fileName));
  }
  for (const file of ofShell.difference(script)) name(file, ofSignIn.has(file) ? 'base' : 'shell');
  const ofFirstScreens = new Set(
    firstScreens.keys().flatMap((entry) => [...closureOf(startingWith(entry, chunks).fileName, byFile)]),
  );
  for (const file of ofSignIn.difference(ofShell)) {
    // A button that a visit's first screen has is not worth a request for the form's other fields.
    if (ofFirstScreens.has(file)) name(file, 'base');
    else name(file, users.has(file) ? 'campos' : 'login');
  }
  const ofVisits = new Set(everyVisit.flatMap((entry) => [...closureOf(startingWith(entry, chunks).fileName, byFile)]));
  const ofMenus = new Set(closureOf(startingWith(placed, chunks).fileName, byFile)).difference(ofFirstScreens);
  for (const file of ofMenus) if (!ofShell.has(file) && !ofSignIn.has(file)) name(file, ofPlaced);
  for (const file of ofVisits) if (!ofShell.has(file) && !ofSignIn.has(file)) name(file, ofEveryVisit);
  const shared = [...users].flatMap(([file, by]): Part[] => {
    const chunk = byFile.get(file);
    const isAlready = ofShell.has(file) || ofSignIn.has(file) || ofVisits.has(file) || ofMenus.has(file);
    // A file that one screen needs at once and others later would stay alone if its users were counted only.
    const isApart = by.size > 1 || !by.has(file);
    if (chunk === undefined || isAlready || screenPattern.test(chunk.facadeModuleId ?? '') || !isApart) return [];
    // A dialog opens on a screen that has most of it: it counts only for what no screen needs.
    const screens = new Set([...by].filter((one) => screenPattern.test(byFile.get(one)?.facadeModuleId ?? '')));
    return [
      {
        files: [file],
        users: screens.size > 0 ? screens : by,
        bytes: gzipSync(chunk.code).byteLength,
        needs: new Set(chunk.imports),
      },
    ];
  });
  const weightOf = (file: string) =>
    firstScreens.entries().find(([screen]) => byFile.get(file)?.facadeModuleId?.endsWith(`/${screen}`) === true)?.[1] ??
    1;
  joinParts(shared, weightOf).forEach(({ files }, index) => {
    for (const file of files) name(file, `parte-${index + 1}`);
  });
  for (const [id, as] of names) {
    if (isStyle(id) && as.startsWith('parte-')) names.delete(id);
    // Too few rules for a request of their own.
    if (isStyle(id) && as === 'campos') names.set(id, 'base');
  }
  return names;
}

/** Styles of the sections, in two files, of the first screens and of all others: together they weigh less than a request each. */
const isStyle = (id: string): boolean => id.includes('/src/') && id.endsWith('.module.css');

/** Groups of the final build, and the plugin for the styles that go with it. */
export async function plan(root: string, plugins: readonly PluginOption[]) {
  const chunks = await finestFiles(root, plugins);
  const names = filesOfModules(chunks);
  const first = firstModules(chunks);
  const nameOf = (id: string) => {
    if (id.endsWith(otherStyles)) return ofStyles;
    return names.get(id) ?? (isStyle(id) ? (first.has(id) ? ofEveryVisit : ofStyles) : null);
  };
  return {
    groups: [{ name: nameOf, debugName: 'parts', includeDependenciesRecursively: false }],
    styles: usedStyles(chunks, first),
  };
}

/** Names the file that both first pages need in the page itself: it comes beside the first script, not after it. */
export function preloadShared(): Plugin {
  return {
    name: 'kianda-preload-shared',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /^assets\/base-[\w-]+\.js$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** Puts the page's icon into the page: five hundred bytes, and no request of their own. */
export function inlineIcon(root: string): Plugin {
  return {
    name: 'kianda-inline-icon',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const icon = await readFile(join(root, 'public/favicon.svg'));
        const link = 'href="/favicon.svg"';
        if (!html.includes(link)) throw new Error(`chunks: index.html has no ${link}`);
        return html.replace(link, `href="data:image/svg+xml;base64,${icon.toString('base64')}"`);
      },
    },
  };
}

/** Section that opens by itself. */
const home = 'src/sections/operations/dashboard/page.tsx';
/** Too large to be fetched before anybody asks for them. */
const largestListedBytes = 400_000;

/** Writes the list of files that the service worker keeps: of the first pages, then of the sections. */
export function listFiles(): Plugin {
  return {
    name: 'kianda-list-files',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const begun = [firstScript, signIn, shell, home].map((entry) => startingWith(entry, chunks).fileName);
      const first = new Set(begun.flatMap((file) => [...closureOf(file, byFile)]));
      const withStyles = (files: Iterable<string>) => {
        const styles = [...files].flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])]);
        return [...new Set([...files, ...styles])].map((file) => `/${file}`);
      };
      const others = chunks.filter(({ fileName, code }) => !first.has(fileName) && code.length <= largestListedBytes);
      const source = JSON.stringify({
        first: withStyles(first),
        sections: withStyles(others.map(({ fileName }) => fileName)),
      });
      this.emitFile({ type: 'asset', fileName: 'ficheiros.json', source });
    },
  };
}

/** Files below this size fit in one packet anyway. */
const smallestBytes = 1_024;

/** Compresses scripts and styles as well as they can be, once: the server does it for each answer, in a hurry. */
export function compressFiles(): Plugin {
  return {
    name: 'kianda-compress-files',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const bytes = await readFile(join(dir, file));
          if (bytes.byteLength < smallestBytes) return;
          await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(bytes));
        }),
      );
    },
  };
}
