import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the platform's server. */
const server = process.env.KIANDA_DEV_SERVER ?? 'http://127.0.0.1:3000';
const prefixes = [
  '/admin-api',
  '/stac',
  '/features',
  '/storage',
  '/monitor',
  '/identity',
  '/workflow',
  '/status',
  '/gfw-api',
  '/ocean-api',
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    // Nothing inlined as data: addresses: the page's security policy allows files of this origin alone.
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Code that every page needs and that seldom changes stands in one file, which the browser keeps across releases.
            { name: 'base', tags: ['$initial'], test: /node_modules/, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(prefixes.map((prefix) => [prefix, { target: server, changeOrigin: true }])),
      '/realtime': { target: server, ws: true },
    },
  },
});
