import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cutSchemas, withoutEnglish, withoutWriter } from '../../tools/shared/schema-writer.ts';
import { leaveOutUnread, pureNames } from './contract-weight.ts';

const root = import.meta.dirname;
/** Parts of the frame about most pages, each too small for a file of its own. */
const frameParts =
  /\/interfaces\/src\/page-frame\/|\/ui\/src\/(?:panel\/(?:skeletons|panel\.module)|time\/|provenance\/describe)/;
const fieldParts =
  /\/@mantine\/core\/esm\/(?:components\/(?:Input|InputBase|CloseButton|Combobox|NativeSelect|TextInput)\/|core\/styles-api\/use-resolved)/;
/** One page a file: its name is the interface's `file` in the manifest. */
const pages = readdirSync(root).filter((name) => name.endsWith('.html'));

export default defineConfig({
  root,
  plugins: [react(), leaveOutUnread(), cutSchemas(withoutWriter, withoutEnglish)],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // Nothing inlined as data: addresses: the pages' security policy allows files of this origin alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: pages.map((name) => join(root, name)),
      treeshake: { manualPureFunctions: pureNames },
      // Every page needs these parts: one file compresses better than twenty, and is one question to a slow line.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', minShareCount: pages.length },
            { name: 'pagina', test: frameParts, minShareCount: 20 },
            { name: 'campos', test: fieldParts, minShareCount: 8 },
          ],
        },
      },
    },
  },
});
