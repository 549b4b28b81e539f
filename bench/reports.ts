/** `npm run bench -- reports`: a report of a hundred pages with charts and maps, beside pdfkit writing the same rows bare. */
import { execFileSync } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { angolaBbox } from '@kianda/geo';
import PDFDocument from 'pdfkit';
import type { Block, PlatformDocument } from '../apps/server/src/platform/documents/document.ts';
import { renderFile } from '../apps/server/src/platform/documents/index.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const rowCount = 4_000;
const tableRows = Array.from({ length: rowCount }, (_, index) => [
  `EMBARCAÇÃO ${index}`,
  `60300${index}`,
  'Atividade de pesca',
  `${index % 24} h`,
]);
const columns = 120;
const fieldRows = 140;
const [west, south] = angolaBbox;
const values = Float32Array.from({ length: columns * fieldRows }, (_, index) => 22 + 4 * Math.sin(index / 90));
const map: Block = {
  kind: 'map',
  title: 'Temperatura da superfície',
  alt: 'Mapa',
  bbox: angolaBbox,
  areas: [],
  tracks: [],
  points: [],
  symbols: [],
  field: {
    label: 'TSM',
    unit: '°C',
    west,
    south,
    lonStepDegrees: 0.05,
    latStepDegrees: 0.1,
    columns,
    rows: fieldRows,
    values,
    ramp: 'thermal',
    range: [18, 28],
    log: false,
  },
};
const chart: Block = {
  kind: 'chart',
  shape: 'line',
  title: 'TSM por dia',
  alt: 'Gráfico',
  xLabel: 'Dia',
  yLabel: '°C',
  labels: Array.from({ length: 366 }, (_, index) => String(index + 1)),
  series: ['Média', 'Mínimo', 'Máximo'].map((name, line) => ({
    name,
    values: Array.from({ length: 366 }, (_, index) => 22 + line + Math.sin(index / 20)),
  })),
};
const document: PlatformDocument = {
  title: 'Relatório de medida',
  subtitle: '',
  subject: 'Medida',
  keywords: [],
  author: 'Kianda',
  createdMs: 0,
  facts: [],
  blocks: [
    ...Array.from({ length: 10 }, () => [chart, map]).flat(),
    {
      kind: 'table',
      caption: 'Acontecimentos',
      columns: ['Nome', 'MMSI', 'Tipo', 'Duração'].map((label) => ({ label, share: 1 })),
      rows: tableRows,
      empty: '',
    },
  ],
  provenance: [],
  licences: [],
  citations: [],
};

/** Time that pdfkit alone takes for the rows: neither structure for screen readers, nor charts, nor maps. */
function bare(): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: 'A4' });
  const chunks: Uint8Array[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  for (const row of tableRows) pdf.fontSize(8).text(row.join('   '), { lineGap: 8 });
  pdf.end();
  return done;
}

const { signal } = new AbortController();
const subjects: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'PDF: 10 gráficos, 10 mapas, 4 000 linhas': () => renderFile({ format: 'pdf', document }, signal),
  '  par: pdfkit só com as linhas': bare,
  'HTML do mesmo': () => renderFile({ format: 'html', document }, signal),
  'DOCX do mesmo': () => renderFile({ format: 'docx', document }, signal),
};

type Figures = {
  readonly pages: number;
  readonly ms: number;
  /** Memory of the whole process before the work, and the most it ever held. */
  readonly baseMiB: number;
  readonly peakMiB: number;
  /** Longest that the main thread kept others waiting. */
  readonly pauseMs: number;
  readonly kib: number;
};

async function measure(make: () => Promise<Uint8Array>): Promise<Figures> {
  const baseMiB = process.memoryUsage().rss / 2 ** 20;
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  pauses.enable();
  const startMs = performance.now();
  const bytes = await make();
  const ms = performance.now() - startMs;
  pauses.disable();
  const pages = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Type \/Page\n/g),
  ].length;
  // The most it ever held, as the system counts it.
  return {
    pages,
    ms,
    baseMiB,
    pauseMs: pauses.max / 1e6,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    kib: bytes.length / 1024,
  };
}

const [asked] = process.argv.slice(2);
if (asked === undefined) {
  // Each in a process of its own: memory that one leaves behind is not the next one's.
  const rows = Object.keys(subjects).map((name) => {
    const told = execFileSync(process.execPath, [import.meta.filename, name], { encoding: 'utf8' });
    const { pages, ms, baseMiB, peakMiB, pauseMs, kib } = JSON.parse(told) as Figures;
    return [
      name,
      pages === 0 ? '—' : figure(pages),
      figure(ms / 1000, 's'),
      figure(baseMiB, 'MiB'),
      figure(peakMiB, 'MiB'),
      figure(pauseMs, 'ms'),
      figure(kib, 'KiB'),
    ];
  });
  printTable(
    'Relatório de cem páginas',
    ['', 'páginas', 'tempo', 'memória antes', 'no máximo', 'maior pausa', 'ficheiro'],
    rows,
  );
  printMachine();
} else {
  const make = subjects[asked];
  if (make === undefined)
    throw new RangeError(`bench: expected one of ${Object.keys(subjects).join(', ')}, received ${asked}`);
  process.stdout.write(JSON.stringify(await measure(make)));
}
