import { expect, test } from 'vitest';
import type { PlatformDocument } from './document.ts';
import { RenderError, renderFile, renderHtml } from './index.ts';
import { heapOf } from './render-file.ts';

const documentOf = (rows: number): PlatformDocument => ({
  title: 'Ensaio',
  subtitle: '',
  subject: '',
  keywords: [],
  author: 'Kianda',
  createdMs: 0,
  facts: [],
  blocks: [
    {
      kind: 'table',
      caption: 'Linhas',
      columns: [{ label: 'Nome', share: 1 }],
      rows: Array.from({ length: rows }, (_, index) => [`EMBARCAÇÃO ${index}`]),
      empty: '',
    },
  ],
  provenance: [],
  licences: [],
  citations: [],
});
const { signal } = new AbortController();

test('the process apart writes the same bytes as this one would', async () => {
  const document = documentOf(3);
  expect(Buffer.from(await renderFile({ format: 'html', document }, signal))).toEqual(
    Buffer.from(await renderHtml(document)),
  );
});

test('a document that does not fit says what to do, and this process lives on', async () => {
  const task = { format: 'pdf', document: documentOf(60_000) } as const;
  const rendering = renderFile(task, signal, 24);
  await expect(rendering).rejects.toThrow(RenderError);
  await expect(rendering).rejects.toThrow('período mais curto');
  expect((await renderFile({ format: 'html', document: documentOf(1) }, signal)).length).toBeGreaterThan(1_000);
});

test('an aborted one ends at once, with the reason of whoever aborted it', async () => {
  const controller = new AbortController();
  const rendering = renderFile({ format: 'pdf', document: documentOf(60_000) }, controller.signal);
  controller.abort(new Error('cancelado'));
  await expect(rendering).rejects.toThrow('cancelado');
  await expect(renderFile({ format: 'pdf', document: documentOf(1) }, controller.signal)).rejects.toThrow('cancelado');
});

test('longer tables get more memory, up to a bound', () => {
  expect(heapOf(documentOf(10))).toBe(176);
  expect(heapOf(documentOf(40_000))).toBeGreaterThan(400);
  expect(heapOf(documentOf(1_000_000))).toBe(1_024);
});
