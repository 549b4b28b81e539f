// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { boundaryAtPoint, boundaryDrawing, listBoundaries } from '@kianda/contract/sea/limits/limits.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const square = [
  [
    [
      [12, -9],
      [13, -9],
      [13, -8],
      [12, -9],
    ],
  ],
] as [number, number][][][];
const zones: DataOf<typeof listBoundaries> = [
  {
    ...{
      id: 'territorial_waters',
      type: 'territorial_waters',
      name: 'Mar territorial',
      area: 34_640,
      perimeter: 3_100,
    },
    ...{ isActive: true, lastUpdated: '2026-08-31T08:00:00Z', limitMiles: 12, source: 'Natural Earth 1:10m' },
    geometry: { type: 'MultiPolygon', coordinates: square },
    legal: { articles: 'CNUDM, artigo 3.º', says: 'Até 12 milhas.', national: 'Lei n.º 14/10', url: null },
  },
  {
    ...{ id: 'contiguous_zone', type: 'contiguous_zone', name: 'Zona contígua', area: 33_293, perimeter: 3_000 },
    ...{ isActive: true, lastUpdated: '2026-08-31T08:00:00Z', limitMiles: 24, source: 'Natural Earth 1:10m' },
    geometry: { type: 'MultiPolygon', coordinates: square },
    legal: { articles: 'CNUDM, artigo 33.º', says: 'Até 24 milhas.', national: null, url: null },
  },
];
const internal: DataOf<typeof listBoundaries>[number] = {
  ...{ id: 'internal_waters', type: 'internal_waters', name: 'Águas interiores', area: 800, perimeter: 900 },
  ...{ isActive: true, lastUpdated: '2026-08-31T08:00:00Z', limitMiles: null, source: 'Natural Earth 1:10m' },
  geometry: { type: 'MultiPolygon', coordinates: square },
  legal: { articles: 'CNUDM, artigo 8.º', says: 'Aquém da linha de base.', national: null, url: null },
};
const baselines: DataOf<typeof boundaryDrawing>['baselines'] = [
  {
    ...{ id: 'natural-earth', title: 'Costa do Natural Earth', resolution: '1:10 000 000' },
    ...{ source: 'Natural Earth', licence: 'Domínio público', absence: null },
  },
  {
    ...{ id: 'national', title: 'Linha de base nacional', resolution: 'A da camada' },
    ...{ source: 'BCC GeoData', licence: 'A da camada', absence: 'Sem fonte' },
  },
];
const drawing: DataOf<typeof boundaryDrawing> = {
  baselines,
  work: null,
  drawing: {
    ...{ id: '00000000-0000-4000-8000-00000000000a', madeAt: '2026-08-31T08:00:00Z', requestedBy: 'Rui Sal' },
    ...{ seconds: 9, method: 'Zonas tampão geodésicas', isSimulated: false },
    baseline: baselines[0] ?? ({} as never),
    lines: [
      {
        ...{ id: 'median-nam', kind: 'median', name: 'Linha mediana com Namíbia', neighbour: 'Namíbia', length: 386 },
        ...{ source: 'Natural Earth', note: 'Linha mediana calculada.' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [11.75, -17.25],
            [8.25, -17.16],
          ],
        },
      },
    ],
    overlaps: [{ neighbour: 'Namíbia', area: 248_889, ownArea: 114_350, note: null }],
    bays: [{ mouthKm: 3.5, areaKm2: 25, lon: 13.26, lat: -8.75 }],
    comparison: {
      ...{ drawn: 509_065, platform: 495_962, both: 489_735, onlyDrawn: 19_330, onlyPlatform: 6_227 },
      note: 'Nenhum dos dois representa limites legais.',
    },
  },
};
const point: DataOf<typeof boundaryAtPoint> = {
  ...{ lon: 13, lat: -8.9, outside: null, neighbour: null },
  zones: [{ id: 'territorial_waters', type: 'territorial_waters', name: 'Mar territorial' }],
  distances: [{ id: 'coast', name: 'Costa', meters: 18_520, lon: 13.1, lat: -8.9 }],
};

let page: ReturnType<typeof createPage>;
/** Query of the last point that was asked for. */
let asked: Record<string, string> = {};
beforeEach(() => {
  page = createPage();
  asked = {};
});
afterEach(() => page.close());
const open = (
  given: object = drawing,
  address = '/?section=maritime-limits',
  role: 'cientista' | 'cliente' = 'cientista',
) =>
  page.open(
    address,
    {
      '/admin-api/boundaries/drawing': { json: envelope(given) },
      '/admin-api/boundaries': { json: envelope([...zones, internal]) },
      '/admin-api/boundaries/point': (query: URLSearchParams) => {
        asked = Object.fromEntries(query);
        return { json: envelope(point) };
      },
      'POST /admin-api/boundaries/process': {
        status: 202,
        json: envelope({ id: drawing.drawing?.id, state: 'queued', progress: null, message: null, error: null }),
      },
    },
    { role },
  );
const press = async (name: string) => (await page.find(() => page.button(name))).click();

test('areas, articles, neighbours and the ZEE beside it; a law that is not known is a dash with the reason', async () => {
  open();
  await page.says('Mar territorial');
  await page.says('34 640 km²');
  await page.says('248 889 km²');
  await page.says('489 735 km²');
  await page.says('Lei n.º 14/10');
  const reasons = [...page.host.querySelectorAll('abbr')].map((mark) => mark.getAttribute('title'));
  expect(reasons).toContain('A referência da plataforma não indica a lei angolana desta zona.');
  expect(reasons.filter((reason) => reason === 'Não tem distância: acaba na linha de base.')).toHaveLength(1);
  await page.says('12 M');
  expect(page.sharedNames()).toEqual([]);
});

test('a place that is written is asked for, and its zone and distances are told', async () => {
  open();
  await page.says('Nenhum ponto escolhido');
  const write = async (label: string, text: string) => {
    const field = await page.find(() =>
      [...page.host.querySelectorAll('label')].find((one) => one.textContent === label),
    );
    const input = page.host.querySelector<HTMLInputElement>(`#${CSS.escape(field.htmlFor)}`);
    if (input === null) throw new Error(`no field ${label}`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  await write('Longitude (graus)', '200');
  await write('Latitude (graus)', '-8,9');
  await press('Ver este ponto');
  await page.says('Escreva graus decimais');
  expect(asked).toEqual({});
  await write('Longitude (graus)', '13');
  await press('Ver este ponto');
  await page.says('18,52 km');
  expect(asked).toEqual({ lon: '13', lat: '-8.9' });
  expect(new URLSearchParams(window.location.search).get('ponto')).toBe('13.00000,-8.90000');
  expect(page.text('#ponto')).toContain('Mar territorial');
});

test('without a drawing those who may ask for one, and others are told who may', async () => {
  open({ ...drawing, drawing: null });
  await page.says('Ainda sem limites');
  await press('Desenhar os limites');
  await page.find(() => page.asked.find(({ method }) => method === 'POST'));
  expect(page.asked.find(({ method }) => method === 'POST')?.body).toEqual({ baseline: 'natural-earth' });
});

test('a reader is offered no drawing', async () => {
  open({ ...drawing, drawing: null }, '/?section=maritime-limits', 'cliente');
  await page.says('Quem pode calcular produtos oceânicos');
  expect(page.button('Desenhar os limites')).toBeUndefined();
});
