// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope } from '../../../../client/testing.ts';
import { lastNotice } from '../../../../platform/notices.ts';
import { createPage } from '../../../testing.tsx';
import {
  address,
  answers,
  buttonOf,
  dialogText,
  enter,
  exportNote,
  fieldOf,
  listOf,
  tableRows,
  vessel,
} from '../testing.ts';
// The parts that load when they are opened, before any clock runs.
import '../map/vessels-place.tsx';
import '../page.tsx';
import './vessel-dialog.tsx';
import './vessels-tab.tsx';

let page: ReturnType<typeof createPage>;
let queries: Record<string, string>[];
beforeEach(() => {
  page = createPage();
  queries = [];
});
afterEach(() => page.close());

const flags = [
  { flag: 'AGO', vessels: 120 },
  { flag: 'NAM', vessels: 7 },
];
/** The tab over a fleet of so many, whose questions are remembered; the page's own figures ask for one vessel alone. */
const open = (more = '', total = 1, role: 'administrador' | 'investigador' = 'administrador') =>
  page.open(
    address('vessels', more),
    {
      ...answers,
      '/admin-api/vessels': (query: URLSearchParams) => {
        const asked = Object.fromEntries(query);
        if (asked.pageSize !== '1') queries.push(asked);
        const [number, pageSize] = [Number(asked.page ?? 1), Number(asked.pageSize ?? 25)];
        const shown = total === 0 || (number - 1) * pageSize >= total ? [] : [vessel];
        return {
          json: envelope({ ...listOf(shown), flags, total, known: total, page: number, pageSize, hasNext: false }),
        };
      },
    },
    { role },
  );
const asks = (wanted: Record<string, string>) =>
  page.find(() => {
    const last = queries.at(-1) ?? {};
    return Object.entries(wanted).every(([name, value]) => last[name] === value) ? last : null;
  });
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name);
const thumb = (label: string) => {
  const found = document.querySelector<HTMLElement>(`main [role="slider"][aria-label="${label}"]`);
  if (found === null) throw new Error(`no slider «${label}»`);
  return found;
};

test('at first: the types of the settings, no box, newest first, 25 a page', async () => {
  open();
  await page.says('PALANCA');
  const first = queries[0] ?? {};
  expect(first).toMatchObject({ types: 'fishing,carrier,support', sort: 'last', order: 'desc', pageSize: '25' });
  expect(Object.keys(first).filter((name) => /^(min|max)(Lat|Lon)$/.test(name))).toEqual([]);
  expect(tableRows()[0]).toContain('Inativa');
});

test('search, types, dates, switches, sort and order: each asks the server and is in the address', async () => {
  open('&page=1');
  await page.says('PALANCA');
  enter(fieldOf('Procurar'), 'pal');
  await asks({ search: 'pal' });
  fieldOf('Passageiros').click();
  await asks({ types: 'fishing,carrier,support,passenger' });
  enter(fieldOf('Transmitiu desde'), '2026-08-01');
  await asks({ from: '2026-08-01T00:00:00+01:00' });
  enter(fieldOf('Transmitiu até'), '2026-08-31');
  await asks({ to: '2026-08-31T23:59:59+01:00' });
  fieldOf('Apenas ativas (30 dias)').click();
  await asks({ activeOnly: 'true' });
  fieldOf('Com IMO').click();
  await asks({ hasImo: 'true' });
  enter(fieldOf('Ordenar por'), 'location');
  enter(fieldOf('Ordem'), 'asc');
  const all = await asks({ sort: 'location', order: 'asc' });
  expect(all).toMatchObject({ search: 'pal', activeOnly: 'true', hasImo: 'true' });
  expect([inAddress('q'), inAddress('from'), inAddress('imo'), inAddress('sort')]).toEqual([
    'pal',
    '2026-08-01',
    '1',
    'location',
  ]);
  buttonOf(document, 'Limpar filtros')?.click();
  await page.find(() => (queries.at(-1)?.search === undefined && inAddress('q') === null ? true : null));
});

test('flags are those of the data; one that is chosen is not offered again, and can be taken away', async () => {
  open();
  await page.says('PALANCA');
  const options = () => [...(fieldOf('Bandeiras') as HTMLSelectElement).options].slice(1);
  expect(options().map(({ text }) => text)).toEqual(['Angola (120)', 'Namíbia (7)']);
  enter(fieldOf('Bandeiras'), 'NAM');
  await asks({ flags: 'NAM' });
  expect(options().map(({ disabled }) => disabled)).toEqual([false, true]);
  enter(fieldOf('Bandeiras'), 'AGO');
  await asks({ flags: 'NAM,AGO' });
  page.button('Retirar a bandeira NAM')?.click();
  await asks({ flags: 'AGO' });
});

test('gear, licence, speed and course: columns of the table, and filters that the server answers', async () => {
  open();
  await page.says('PALANCA');
  const heads = () =>
    [...document.querySelectorAll('main th')].map(({ textContent }) => textContent?.replace(/[↑↓]/, ''));
  expect(heads()).toEqual(expect.arrayContaining(['Arte', 'Licença', 'Velocidade (nós)', 'Rumo (°)']));
  expect(tableRows()[0]).toContain('7,3');
  enter(fieldOf('Artes'), 'trawlers');
  await asks({ gears: 'trawlers' });
  enter(fieldOf('Licença'), 'without');
  await asks({ licence: 'without' });
  enter(fieldOf('Velocidade mínima (nós)'), '2.5');
  await asks({ minSpeed: '2.5', gears: 'trawlers', licence: 'without' });
  expect([inAddress('gears'), inAddress('licence'), inAddress('minSpeed')]).toEqual(['trawlers', 'without', '2.5']);
});

test('a header orders the whole list at the server; one of no order has no button', async () => {
  open('&page=2', 60);
  await page.says('26–50 de 60');
  const head = (name: string) =>
    [...document.querySelectorAll('main th')].find(({ textContent }) => textContent?.replace(/[↑↓]/, '') === name);
  expect(head('Última transmissão')?.getAttribute('aria-sort')).toBe('descending');
  expect(head('MMSI')?.querySelector('button')).toBeNull();
  head('Nome')?.querySelector('button')?.click();
  await asks({ sort: 'name', order: 'asc', page: '1' });
  await page.find(() => (head('Nome')?.getAttribute('aria-sort') === 'ascending' ? true : null));
  head('Nome')?.querySelector('button')?.click();
  await asks({ sort: 'name', order: 'desc' });
});

test('a saved view keeps filters and order for the account, and puts them back', async () => {
  let kept: unknown = null;
  page.open(address('vessels', '&imo=1&sort=name&page=1'), {
    ...answers,
    '/admin-api/me/settings/list-views': () => ({ json: envelope({ value: kept, updatedAt: null }) }),
    'PUT /admin-api/me/settings/list-views': () => ({
      json: envelope({ ...(page.asked.at(-1)?.body as object), updatedAt: null }),
    }),
    '/admin-api/vessels': (query: URLSearchParams) => {
      queries.push(Object.fromEntries(query));
      return { json: envelope(listOf([vessel])) };
    },
  });
  await page.says('PALANCA');
  page.button('Vistas')?.click();
  await page.find(() => (dialogText().includes('Ainda sem vistas guardadas') ? true : null));
  enter(fieldOf('Nome da vista'), 'Com IMO, por nome');
  const keep = () => buttonOf(document, 'Guardar esta vista');
  await page.find(() => (keep()?.disabled === false ? true : null));
  keep()?.click();
  const sent = await page.find(() =>
    page.asked.find(({ method, path }) => method === 'PUT' && path.endsWith('list-views')),
  );
  kept = (sent.body as { value: unknown }).value;
  expect(kept).toEqual({ embarcacoes: [{ name: 'Com IMO, por nome', search: { imo: '1', sort: 'name' } }] });
  await page.find(() => (dialogText().includes('Com IMO, por nome') ? true : null));
  buttonOf(document, 'Limpar filtros')?.click();
  await page.find(() => (inAddress('imo') === null ? true : null));
  buttonOf(document, 'Usar a vista Com IMO, por nome')?.click();
  await page.find(() => (inAddress('imo') === '1' && inAddress('sort') === 'name' ? true : null));
  // The answer of this question is known already: the bar and the dialog show that the view is back.
  await page.find(() => ((fieldOf('Com IMO') as HTMLInputElement).checked ? true : null));
  await page.find(() => (dialogText().includes('Vistas guardadas') ? null : true));
});

test('the location box: off, then the defaults, ends and half degrees of the specification', async () => {
  open();
  await page.says('PALANCA');
  expect(document.querySelector('main [role="slider"]')).toBeNull();
  fieldOf('Filtrar por localização').click();
  await asks({ minLat: '-18', maxLat: '-5', minLon: '11', maxLon: '14' });
  const ends = (label: string) => ['aria-valuemin', 'aria-valuemax'].map((name) => thumb(label).getAttribute(name));
  expect([ends('Latitude mínima')[0], ends('Latitude máxima')[1]]).toEqual(['-20', '-3']);
  expect([ends('Longitude mínima')[0], ends('Longitude máxima')[1]]).toEqual(['8', '16']);
  thumb('Longitude mínima').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  await asks({ minLon: '10.5' });
  fieldOf('Filtrar por localização').click();
  await page.find(() => (document.querySelector('main [role="slider"]') === null ? true : null));
  expect([inAddress('south'), inAddress('west')]).toEqual([null, null]);
});

test('page sizes, at most five page buttons, and another size goes back to the first page', async () => {
  open('&page=5', 1_000);
  await page.says('101–125 de 1 000');
  const size = document.querySelector<HTMLSelectElement>('main nav select');
  expect([...(size?.options ?? [])].map(({ text }) => text)).toEqual(['10', '25', '50', '100']);
  const buttons = () => [...document.querySelectorAll('main nav button')].map(({ textContent }) => textContent);
  expect(buttons()).toEqual(['‹', '3', '4', '5', '6', '7', '›']);
  expect(page.button('Página 5')?.getAttribute('aria-current')).toBe('page');
  page.button('Página seguinte')?.click();
  await asks({ page: '6' });
  if (size !== null) enter(size, '100');
  await asks({ page: '1', pageSize: '100' });
  expect([inAddress('page'), inAddress('size')]).toEqual([null, '100']);
  expect(page.button('Página anterior')?.disabled).toBe(true);
});

test('a page beyond the last is brought back to it; a filter goes back to the first', async () => {
  open('&page=99', 60);
  await page.find(() => (inAddress('page') === '3' ? true : null));
  await page.says('51–60 de 60');
  expect(page.button('Página seguinte')?.disabled).toBe(true);
  fieldOf('Com IMO').click();
  await asks({ page: '1', hasImo: 'true' });
});

test('none: the specification says what to do, and there is nothing to export', async () => {
  open('', 0);
  await page.says('Nenhuma Embarcação Encontrada');
  expect(page.text()).toContain('Ajuste os filtros para encontrar embarcações específicas.');
  expect(page.button('Exportar')?.disabled).toBe(true);
});

test.each([
  ['Embarcações filtradas (CSV)', /^vessels-filtered-\d{4}-\d{2}-\d{2}\.csv$/],
  ['Embarcações filtradas (JSON)', /^vessels-filtered-\d{4}-\d{2}-\d{2}\.json$/],
  ['Todas as embarcações (CSV)', /^gfw-vessels-\d{4}-\d{2}-\d{2}\.csv$/],
  ['Todas as embarcações (JSON)', /^gfw-vessels-\d{4}-\d{2}-\d{2}\.json$/],
])('«%s» is saved under its name, with the filters where it is filtered', async (item, name) => {
  open('&q=pal');
  await page.says('PALANCA');
  page.button('Exportar')?.click();
  const found = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === item),
  );
  found.click();
  await page.find(() => (name.test(lastNotice()?.message ?? '') ? true : null));
  expect(page.asked.filter(({ path }) => path === exportNote)).toHaveLength(1);
  const isFiltered = item.includes('filtradas');
  expect(queries.at(-1)).toMatchObject({ pageSize: '1000', ...(isFiltered ? { search: 'pal' } : {}) });
  expect(queries.at(-1)?.search).toBe(isFiltered ? 'pal' : undefined);
});

test('who told of what is shown: every source with how much it told, and the badge of the worst', async () => {
  open();
  await page.says('AIS de ensaio: 1 posição');
  const items = [...document.querySelectorAll('ul[aria-label="De onde vem o que é mostrado"] li')];
  expect(items.map(({ textContent }) => textContent?.replace(/^.*Simulado|^.*Em direto/, '').trim())).toEqual([
    'AIS de ensaio: 1 posição',
    'Registo de ensaio: 1 identidade',
  ]);
});

test('the dialog: identity, why it can never be active, alerts that there are not, and a file of its own', async () => {
  open();
  const details = await page.find(() => page.button('Ver detalhes de PALANCA'));
  details.click();
  await page.find(() => (dialogText().includes('96 h antes do presente') ? true : null));
  await page.find(() => (dialogText().includes('Nenhum Alerta') ? true : null));
  expect(dialogText()).toContain('Esta embarcação não possui alertas ativos no momento.');
  for (const word of ['603990001', 'Pesca', 'Angola', 'Inativa', '9°0,0′ S']) expect(dialogText()).toContain(word);
  await page.find(() => (dialogText().includes('AIS de ensaio: 1 posição') ? true : null));
  buttonOf(document, 'Exportar ficha (JSON)')?.click();
  await page.find(() => (lastNotice()?.message.startsWith('vessel-603990001-') ? true : null));
});
