import { describe, expect, test } from 'vitest';
import { drawChart } from './chart.ts';
import type { Block, ChartBlock, MapBlock, PlatformDocument } from './document.ts';
import type { Shape } from './drawing.ts';
import { landIn } from './land.ts';
import { drawMap } from './map.ts';
import { clean, figure, place } from './pt-format.ts';
import { renderPdf } from './render-pdf.ts';
import { readPdf } from './testing/pdf-text.ts';

const beginMs = Date.parse('2026-08-31T09:00:00Z');
const simulated = {
  state: 'simulated',
  source: 'AIS (simulador)',
  observedAt: '2026-08-31T08:00:00Z',
  retrievedAt: '2026-08-31T08:01:00Z',
  seed: 7,
} as const;

function documentOf(blocks: readonly Block[], over: Partial<PlatformDocument> = {}): PlatformDocument {
  return {
    title: 'Dossiê de evidência',
    subtitle: 'Ensaio',
    subject: 'Vigilância',
    keywords: ['alerta'],
    author: 'Kianda',
    createdMs: beginMs,
    facts: [['Regra', 'Encontro no mar']],
    blocks,
    provenance: [{ label: 'Posições', provenance: { ...simulated, state: 'live' } }],
    licences: ['Powered by Global Fishing Watch.'],
    citations: [],
    ...over,
  };
}

const chart: ChartBlock = {
  kind: 'chart',
  shape: 'line',
  title: 'Horas por dia',
  alt: 'Horas por dia',
  xLabel: 'Dia',
  yLabel: 'Horas',
  labels: ['1', '2', '3', '4', '5', '6'],
  series: [{ name: 'Este período', values: [0, 12.5, null, 30, null, 7] }],
};
const map: MapBlock = {
  kind: 'map',
  title: 'Trajetos',
  alt: 'Mapa dos trajetos',
  bbox: [12.3, -9.9, 13.4, -9.1],
  areas: [],
  tracks: [
    {
      name: 'ESTRELA',
      points: [0, 10, 20, 200, 210].map((minutes, index) => ({
        position: [12.4 + index * 0.05, -9.5],
        timeMs: beginMs + minutes * 60_000,
      })),
    },
  ],
  points: [
    { position: [12.6, -9.5], label: 'Encontro', symbol: 'triangle' },
    { position: [0, 0], label: 'Longe', symbol: 'cross' },
  ],
  symbols: [{ symbol: 'triangle', label: 'Lugar do encontro' }],
};

const allOf = (shapes: readonly Shape[]): Shape[] =>
  shapes.flatMap((shape) => (shape.kind === 'clip' ? allOf(shape.shapes) : [shape]));
const wordsOf = (shapes: readonly Shape[]): string[] =>
  allOf(shapes).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));

describe('PDF', () => {
  test('holds the words with their accents, the title, the language and the structure for screen readers', async () => {
    const table: Block = {
      kind: 'table',
      caption: 'Embarcações',
      columns: [
        { label: 'Nome', share: 2 },
        { label: 'Horas', share: 1, align: 'right' },
      ],
      rows: [['SÃO TOMÉ', '12,5']],
      empty: 'Nenhuma',
    };
    const blocks: Block[] = [
      { kind: 'heading', level: 1, text: 'Ação e coração' },
      { kind: 'paragraph', text: 'À vista: ênfase, pão, água — «citação».' },
      table,
      chart,
      map,
    ];
    const { pages, source } = readPdf(await renderPdf(documentOf(blocks)));
    const text = pages.join('\n').replaceAll('\n', '');
    for (const words of ['Ação e coração', 'À vista: ênfase, pão, água — «citação».', 'SÃO TOMÉ', 'Encontro']) {
      expect(text).toContain(words);
    }
    expect(text).toContain(`Página ${pages.length} de ${pages.length}`);
    expect(text).toContain('31 de agosto de 2026');
    expect(text).toContain('Powered by Global Fishing Watch.');
    for (const part of [
      '/Lang (pt-PT)',
      '/StructTreeRoot',
      '/Marked true',
      '/DisplayDocTitle true',
      '/S /TH',
      '/S /Figure',
    ]) {
      expect(source).toContain(part);
    }
  });

  test('the same document gives the same bytes', async () => {
    const document = documentOf([chart, map]);
    expect(Buffer.compare(await renderPdf(document), await renderPdf(document))).toBe(0);
  });

  test('every page says so where a figure is of a simulator, and none else', async () => {
    const blocks: Block[] = [
      { kind: 'paragraph', text: 'Um' },
      { kind: 'page-break' },
      { kind: 'paragraph', text: 'Dois' },
    ];
    const marked = readPdf(
      await renderPdf(documentOf(blocks, { provenance: [{ label: 'x', provenance: simulated }] })),
    );
    expect(marked.pages.map((page) => page.includes('SIMULADO'))).toEqual([true, true]);
    const plain = readPdf(await renderPdf(documentOf(blocks)));
    expect(plain.pages.some((page) => page.includes('SIMULADO'))).toBe(false);
  });

  test('a table over a hundred pages repeats its head, loses no row, and cuts a word that no line holds', async () => {
    const rows = Array.from({ length: 4_200 }, (_, index) => [
      `EMBARCAÇÃO ${index}`,
      index === 7 ? 'x'.repeat(300) : `n.º ${index}`,
    ]);
    const table: Block = {
      kind: 'table',
      caption: 'Frota',
      columns: [
        { label: 'Embarcação', share: 1 },
        { label: 'Número', share: 1 },
      ],
      rows,
      empty: 'Nenhuma',
    };
    const { pages } = readPdf(await renderPdf(documentOf([table])));
    expect(pages.length).toBeGreaterThan(100);
    expect(pages.slice(0, 100).every((page) => page.includes('Número'))).toBe(true);
    const said = pages.join('\n');
    expect(rows.filter(([name]) => !said.includes(`${name}\n`))).toEqual([]);
    expect(said.match(/x/g)?.length).toBeGreaterThanOrEqual(300);
  });
});

describe('drawings', () => {
  test('a value that is not known is a gap in the line, and one alone between gaps is a dot', () => {
    const shapes = allOf(drawChart(chart, 490).shapes);
    const line = shapes.find((shape) => shape.kind === 'path' && shape.width === 1.3);
    expect(line?.kind === 'path' ? line.lines.map((run) => run.length) : []).toEqual([2]);
    expect(shapes.filter(({ kind }) => kind === 'circle')).toHaveLength(2);
    expect(wordsOf(shapes)).toEqual(expect.arrayContaining(['Horas', 'Dia', '0', '30']));
  });

  test('a chart without a value has an axis and no NaN', () => {
    const shapes = drawChart({ ...chart, labels: [], series: [{ name: 'a', values: [] }] }, 490).shapes;
    expect(JSON.stringify(shapes)).not.toContain('null');
  });

  test('a track is broken where the vessel was silent, points outside are left out, and the scale is told', () => {
    const { shapes } = drawMap(map, 490);
    const paths = allOf(shapes).filter((shape) => shape.kind === 'path');
    const run = paths.find(({ width, dash }) => width === 1.3 && dash === undefined);
    expect(run?.lines.map((line) => line.length)).toEqual([3, 2]);
    expect(paths.find(({ dash, width }) => dash?.[0] === 2 && width === 0.9)?.lines).toHaveLength(1);
    const words = wordsOf(shapes);
    expect(words).toContain('Encontro');
    expect(words).not.toContain('Longe');
    expect(words.some((word) => /^\d+ M · [\d,]+ km$/.test(word))).toBe(true);
    expect(words).toEqual(
      expect.arrayContaining(['ESTRELA', 'ZEE (aproximação de trabalho)', 'Lugar do encontro', '9°30′S']),
    );
  });

  test('no land that lies on both sides of 180° goes around the world', () => {
    const rings = landIn([-4, -17, 10, -15]).flat();
    expect(rings).toEqual([]);
  });

  test('zero is a coordinate: a map on the Greenwich line and the equator', () => {
    const at: MapBlock = {
      ...map,
      bbox: [-1, -1, 1, 1],
      tracks: [],
      points: [{ position: [0, 0], label: 'Zero', symbol: 'cross' }],
    };
    const words = wordsOf(drawMap(at, 490).shapes);
    expect(words).toContain('Zero');
    expect(words).toContain('0°');
    expect(place([0, 0])).toBe('0°0′ N 0°0′ E');
  });
});

test('words: numbers and places in Portuguese, and nothing that a page cannot hold', () => {
  expect(place([13.235, -8.812])).toBe('8°48,7′ S 13°14,1′ E');
  expect(place([-0.5, 59.99999])).toBe('60°0′ N 0°30′ O');
  expect(figure(1234.56)).toBe('1\u00a0234,6');
  expect(figure(null)).toBe('—');
  expect(clean('A\u0000B\u202eC\u0007')).toBe('ABC');
});
