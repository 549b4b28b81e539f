import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;
/** One page a file: its name is the interface's `file` in the manifest. */
const pages = readdirSync(root).filter((name) => name.endsWith('.html'));

export default defineConfig({
  root,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // Nothing inlined as data: addresses: the pages' security policy allows files of this origin alone.
    assetsInlineLimit: 0,
    rolldownOptions: { input: pages.map((name) => join(root, name)) },
  },
});
