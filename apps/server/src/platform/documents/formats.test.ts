import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawChart } from './chart.ts';
import type { Block, ChartBlock, MapBlock, PlatformDocument } from './document.ts';
import type { Shape } from './drawing.ts';
import { renderDocx, renderHtml, renderPdf, renderText } from './index.ts';
import { drawMap } from './map.ts';
import { readPdf } from './testing/pdf-text.ts';

const chart: ChartBlock = {
  kind: 'chart',
  shape: 'line',
  title: 'TSM por dia',
  alt: 'TSM por dia, de 22 a 24 °C',
  xLabel: 'Dia',
  yLabel: '°C',
  labels: ['1', '2', '3'],
  series: [{ name: 'Média', values: [22.5, null, 23.5] }],
  fromZero: false,
};
const map: MapBlock = {
  kind: 'map',
  title: 'TSM <20/11>',
  alt: 'Mapa da TSM',
  bbox: [8, -18, 14, -4],
  areas: [],
  tracks: [],
  points: [{ position: [13.2, -8.8], label: 'Luanda', symbol: 'square' }],
  symbols: [],
  field: {
    label: 'TSM',
    unit: '°C',
    west: 9,
    south: -10,
    lonStepDegrees: 1,
    latStepDegrees: 1,
    columns: 3,
    rows: 2,
    values: [20, 20, 28, Number.NaN, 24, 24],
    ramp: 'thermal',
    range: [20, 28],
    log: false,
  },
  arrows: { label: 'Corrente', unit: 'm/s', arrows: [{ position: [10, -9], east: 0.5, north: 0 }] },
};
const table: Block = {
  kind: 'table',
  caption: 'Estações',
  columns: [
    { label: 'Nome', share: 2 },
    { label: 'Valor', share: 1, align: 'right' },
  ],
  rows: [['São Nicolau <b>', '1,5']],
  empty: 'Nenhuma',
};
const document: PlatformDocument = {
  title: 'Mês & mar',
  subtitle: 'Ensaio',
  subject: 'Oceanografia',
  keywords: [],
  author: 'Kianda',
  createdMs: Date.parse('2026-08-31T09:00:00Z'),
  facts: [['Região', 'ZEE']],
  blocks: [
    { kind: 'heading', level: 1, text: 'Temperatura' },
    { kind: 'paragraph', text: 'Água a\u0000ção "fria"' },
    chart,
    map,
    table,
  ],
  provenance: [
    {
      label: 'TSM',
      provenance: {
        state: 'simulated',
        source: 'NOAA',
        observedAt: '2026-08-30T00:00:00Z',
        retrievedAt: '2026-08-31T00:00:00Z',
        seed: 7,
      },
    },
  ],
  licences: ['CC BY 4.0'],
  citations: ['NOAA (2026).'],
};

/** Files of a ZIP by name, as its central directory tells. */
function unzip(bytes: Uint8Array): ReadonlyMap<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = zip.readUInt16LE(end + 10); index > 0; index -= 1) {
    const [method, size, nameLength] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(begin, begin + size);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, (method === 0 ? raw : inflateRawSync(raw)).toString(name.endsWith('.png') ? 'latin1' : 'utf8'));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

const allOf = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap((shape) => (shape.kind === 'clip' ? allOf(shape.shapes) : [shape]));
const wordsOf = (shapes: readonly Shape[]): string[] =>
  allOf(shapes).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

test('HTML holds everything, asks for nothing, and no text of a provider becomes markup', async () => {
  const html = Buffer.from(await renderHtml(document)).toString('utf8');
  for (const words of [
    'Mês &#38; mar',
    'Água ação',
    'SIMULADO',
    'São Nicolau &#60;b&#62;',
    'Simulado (semente 7)',
    'CC BY 4.0',
  ]) {
    expect(html).toContain(words);
  }
  expect(html.match(/<svg[^>]*role="img"/g)).toHaveLength(2);
  expect(html).toContain('aria-label="Mapa da TSM"');
  expect(html).toContain('TSM &#60;20/11&#62;');
  expect(html).not.toMatch(/<script|<b>|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
  expect(Buffer.compare(await renderHtml(document), await renderHtml(document))).toBe(0);
});

test('DOCX has headings, a table with its head, pictures with their words, and the mark of what is simulated', async () => {
  const files = unzip(await renderDocx(document));
  const body = files.get('word/document.xml') ?? '';
  for (const part of [
    'w:val="Heading1"',
    '<w:tblHeader',
    'descr="Mapa da TSM"',
    'São Nicolau &#60;b&#62;',
    'CC BY 4.0',
  ]) {
    expect(body).toContain(part);
  }
  const pictures = [...files].filter(([name]) => name.endsWith('.png'));
  expect(pictures).toHaveLength(2);
  expect(pictures.every(([, png]) => png.startsWith('\u0089PNG') && png.length > 5_000)).toBe(true);
  expect([...files].some(([name, text]) => name.startsWith('word/header') && text.includes('SIMULADO'))).toBe(true);
});

test('the same document as text and as PDF', async () => {
  const text = renderText(document);
  expect(text).toContain('[Mapa] TSM <20/11>. Mapa da TSM');
  expect(text).toContain('Nome: São Nicolau <b> · Valor: 1,5');
  const { pages } = readPdf(await renderPdf(document));
  expect(pages.join(' ')).toContain('Luanda');
});

test('a field is coloured where it is known, neighbours of a colour in one piece, with its scale', () => {
  const { shapes } = drawMap(map, 500);
  const words = wordsOf(shapes);
  for (const one of ['20', '24', '28', 'TSM (°C)', 'Corrente: a seta maior vale 0,5 m/s']) expect(words).toContain(one);
  const bare = drawMap({ ...map, field: { ...map.field, values: new Array(6).fill(Number.NaN) } } as MapBlock, 500);
  const count = (drawn: readonly Shape[]) => allOf(drawn).length;
  // Three colours over five known cells: 20 beside 20, and 24 beside 24, are one piece each.
  expect(count(shapes) - count(bare.shapes)).toBe(3);
});

test('an axis of temperatures does not begin at zero, one of bars does', () => {
  expect(wordsOf(drawChart(chart, 500).shapes)).not.toContain('0');
  expect(wordsOf(drawChart({ ...chart, shape: 'bar' }, 500).shapes)).toContain('0');
});

test('every format prints the time of the data, and the time of the fetch as such', async () => {
  const base = { state: 'live', source: 'OBIS', retrievedAt: '2026-08-31T09:00:00Z' } as const;
  const dated: PlatformDocument = {
    ...document,
    provenance: [
      { label: 'Ocorrências', provenance: { ...base, observedAt: '2026-05-02T00:00:00Z' } },
      { label: 'Taxonomia', provenance: { ...base, source: 'WoRMS', observedAt: null } },
    ],
  };
  const pdf = readPdf(await renderPdf(dated))
    .pages.join('')
    .replaceAll('\n', '');
  const docx = unzip(await renderDocx(dated)).get('word/document.xml') ?? '';
  const html = Buffer.from(await renderHtml(dated)).toString('utf8');
  const text = Buffer.from(renderText(dated)).toString('utf8');
  for (const written of [pdf, docx, html, text]) {
    const words = written.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, '');
    expect(words).toContain('observado02/05/2026,01:00;obtido31/08/2026,10:00');
    expect(words).toContain('semdataprópria;obtido31/08/2026,10:00');
  }
});
