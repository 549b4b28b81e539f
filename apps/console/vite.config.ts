import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cutSchemas, withoutWriter } from '../../tools/shared/schema-writer.ts';
import { compressFiles, inlineIcon, listFiles, plan, preloadShared } from './chunks.ts';

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

export default defineConfig(async ({ command }) => {
  const planned = command === 'build' ? await plan(import.meta.dirname, [react(), cutSchemas(withoutWriter)]) : null;
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      cutSchemas(withoutWriter),
      planned?.styles,
      preloadShared(),
      inlineIcon(import.meta.dirname),
      listFiles(),
      compressFiles(),
    ],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: true,
      // Nothing inlined as data: addresses: the page's security policy allows files of this origin alone.
      assetsInlineLimit: 0,
      manifest: true,
      rolldownOptions: { output: { codeSplitting: { groups: planned?.groups ?? [] } } },
    },
    server: {
      proxy: {
        ...Object.fromEntries(prefixes.map((prefix) => [prefix, { target: server, changeOrigin: true }])),
        '/realtime': { target: server, ws: true },
      },
    },
  };
});
