// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { allFeatures, featuresCsv } from './api/save-features.ts';
import { type FeatureRow, schemaView } from './api/use-features.ts';
import { processFields, readDrafts } from './processes/process-fields.ts';
import { boxOf, itemsQuery } from './search.ts';

const links = [{ href: 'http://kianda.test/features', rel: 'self' }];
const collection = (id: string, title: string, itemCount: number) => ({
  id,
  title,
  description: `Sobre ${title}`,
  itemCount,
  extent: { spatial: { bbox: [[11, -18, 14, -5]] } },
  crs: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
  links,
});
const feature = (id: string, catchTonnes: number | null): FeatureRow => ({
  type: 'Feature',
  id,
  geometry: null,
  properties: { species: 'Sardinella; aurita', year: 2024, catchTonnes },
});
const schema = {
  $id: 'http://kianda.test/schema',
  properties: {
    species: { title: 'Espécie', type: 'string' },
    year: { title: 'Ano', type: 'integer' },
    catchTonnes: { title: 'Captura', type: 'number', 'x-ogc-unit': 't' },
  },
};
const page1 = {
  type: 'FeatureCollection',
  timeStamp: '2026-08-31T09:00:00Z',
  numberMatched: 3,
  numberReturned: 2,
  features: [feature('a', 12.5), feature('b', null)],
  links: [...links, { rel: 'next', href: 'http://kianda.test/features/collections/landings/items?token=t2' }],
};
const process = {
  id: 'feature-statistics',
  version: '1.0.0',
  title: 'Estatística de uma propriedade',
  description: 'Média e extremos.',
};
const inputs = {
  property: { title: 'Propriedade', schema: { type: 'string', maxLength: 200 }, minOccurs: 1 },
  bbox: { title: 'Caixa', schema: { type: 'array', items: { type: 'number' } }, minOccurs: 0 },
};
const running = { jobID: 'j1', processID: process.id, type: 'process', status: 'running', links };
const answers: Readonly<Record<string, Reply>> = {
  '/features/collections': {
    json: { links, collections: [collection('landings', 'Desembarques', 3), collection('ports', 'Portos', 1)] },
  },
  '/features/collections/landings/schema': { json: schema },
  '/features/collections/landings/items': { json: page1 },
  '/features/processes': { json: { processes: [process], links } },
  '/features/processes/feature-statistics': { json: { ...process, inputs, outputs: {} } },
  '/features/processes/feature-statistics/execution': { json: { count: 3, mean: 12.5 } },
  '/features/jobs': { json: { jobs: [running], links } },
  '/features/jobs/j1': { json: { ...running, status: 'dismissed' } },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const fill = async (label: string, value: string) => {
  const field = await page.find(() => {
    const owner = [...page.host.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
    return document.getElementById(owner?.htmlFor ?? '') as HTMLInputElement | null;
  });
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const submit = () =>
  page.host.querySelector('main form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

describe('collections', () => {
  test('each with its count; one opens with its table, its properties and units, and the way on', async () => {
    page.open('/?section=geo-features', answers);
    await page.says('3 elementos');
    expect(page.text()).toContain('1 elemento');
    [...page.host.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Desembarques'))?.click();
    await page.says('Captura (t)');
    await page.says('2024');
    expect(page.text()).toContain('2 elementos de 3 elementos');
    expect(page.text()).toContain('os seus elementos estão só na tabela');
    expect(window.location.search).toContain('collection=landings');
    expect(page.button('Página seguinte')).toBeDefined();
  });

  test('the first stands open beside the list until another is chosen', async () => {
    page.open('/?section=geo-features', answers);
    const open = await page.find(() => page.host.querySelector('button[aria-current="true"]'));
    const [first] = page.host.querySelectorAll('main [aria-current]');
    expect(open).toBe(first);
    expect(page.text()).not.toContain('Escolha uma coleção');
    expect(window.location.search).not.toContain('collection=');
  });

  test('a filter that the service refuses says why at its field', async () => {
    page.open('/?section=geo-features&collection=landings&filter=species%20%3D', {
      ...answers,
      '/features/collections/landings/items': {
        status: 400,
        json: {
          ...problem('validation_failed', 400, 'Pedido inválido.'),
          issues: [{ path: 'query.filter', message: 'Falta um valor depois de «=».' }],
        },
      },
    });
    const error = await page.find(() => page.host.querySelector('.mantine-InputWrapper-error'));
    expect(error.textContent).toBe('Falta um valor depois de «=».');
  });

  test('filters go to the address; a box that is none is said and not sent', async () => {
    page.open('/?section=geo-features&collection=landings', answers);
    await page.says('Captura (t)');
    await fill('Caixa', '11, -10');
    submit();
    await page.says('Quatro números');
    expect(window.location.search).not.toContain('bbox');
    await fill('Caixa', '11, -10 12 -8');
    await fill('Filtro CQL2', 'catchTonnes > 10');
    submit();
    await page.find(() => (window.location.search.includes('bbox=11%2C-10%2C12%2C-8') ? true : null));
    expect(new URLSearchParams(window.location.search).get('filter')).toBe('catchTonnes > 10');
  });

  test('an element opens with what is not known as a dash', async () => {
    page.open('/?section=geo-features&collection=landings&item=b', answers);
    const dialog = await page.find(() =>
      [...document.querySelectorAll('[role=dialog]')].find(({ textContent }) => textContent?.includes('Sem lugar.')),
    );
    expect(dialog.textContent).toContain('Captura—');
    expect(dialog.textContent).toContain('Ano2024');
  });
});

describe('analyses', () => {
  test('a form from the description; what is missing is said at its field, and the answer is shown', async () => {
    page.open('/?section=geo-features&view=processes&process=feature-statistics', answers);
    await page.says('Propriedade');
    submit();
    await page.says('Falta preencher.');
    expect(page.asked.some(({ method }) => method === 'POST')).toBe(false);
    await fill('Propriedade', 'catchTonnes');
    await fill('Caixa', '11, -10, 12, -8');
    submit();
    await page.says('"mean": 12.5');
    const posted = page.asked.find(({ method }) => method === 'POST')?.body;
    expect(posted).toMatchObject({ inputs: { property: 'catchTonnes', bbox: [11, -10, 12, -8] } });
  });

  test('a running one can be given up, after a question', async () => {
    page.open('/?section=geo-features&view=processes', answers);
    (await page.find(() => page.button('Desistir'))).click();
    const dialog = await page.find(() => document.querySelector('[role=dialog] form'));
    expect(page.asked.some(({ method }) => method === 'DELETE')).toBe(false);
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Desistir')?.click();
    await page.find(() => page.asked.find(({ method, path }) => method === 'DELETE' && path === '/features/jobs/j1'));
  });
});

test('a file has every page; numbers and lists as cells, and says where it was cut', async () => {
  const asked: string[] = [];
  const client = {
    call: async (_endpoint: unknown, { query }: { query: Record<string, string> }) => {
      asked.push(query.token ?? '');
      const last = { ...page1, features: [feature('c', 1)], links };
      return { data: query.token === undefined ? page1 : last };
    },
  };
  const found = await allFeatures(
    client as unknown as Parameters<typeof allFeatures>[0],
    'landings',
    { bbox: undefined, from: undefined, to: undefined, filter: undefined, limit: '100' },
    () => undefined,
  );
  expect(asked).toEqual(['', 't2']);
  expect(found).toMatchObject({ matched: 3, isWhole: true });
  const { properties } = schemaView(schema.properties);
  const csv = featuresCsv(found.features, properties);
  expect(csv).toContain('id;lon;lat;species;year;catchTonnes\r\na;;;"Sardinella; aurita";2024;12,5\r\n');
});

test('days become whole days in UTC; a box takes any separator', () => {
  const none = { bbox: undefined, filter: undefined, limit: '100' } as const;
  expect(itemsQuery({ ...none, from: '2026-01-02', to: undefined }).datetime).toBe('2026-01-02T00:00:00Z/..');
  expect(itemsQuery({ ...none, from: undefined, to: '2026-01-02' }).datetime).toBe('../2026-01-02T23:59:59.999Z');
  expect(boxOf('0 0 1 1')).toBe('0,0,1,1');
  expect(boxOf('0,0,um,1')).toBeNull();
});

test('fields follow their schema; an empty optional one is not sent', () => {
  const fields = processFields({
    ...inputs,
    depth: { title: 'Profundidade', schema: { type: 'number' }, minOccurs: 0 },
    mode: { title: 'Modo', schema: { type: 'string', enum: ['a', 'b'] }, minOccurs: 1 },
    geometry: { title: 'Polígono', schema: { type: 'object' }, minOccurs: 1 },
  });
  expect(fields.map(({ kind }) => kind)).toEqual(['text', 'numbers', 'number', 'choice', 'json']);
  const read = readDrafts(fields, { property: 'x', depth: '0', mode: 'b', geometry: '{"type":' });
  expect(read.inputs).toEqual({ property: 'x', depth: 0, mode: 'b' });
  expect(read.errors).toEqual({ geometry: 'Não é JSON válido.' });
});
