// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { angolaMarine, copernicusIntegration } from '@kianda/contract/sea/ocean/copernicus.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const at = '2026-08-31T08:55:00.000Z';
const simulated = { state: 'simulated', source: 'CDSE', observedAt: at, retrievedAt: at, seed: 8478 } as const;
const api = { products_found: 37, error: null, response_time_ms: 120, checked_at: at, served_by: 'source' } as const;
const detail = { unit: '°C', origem: 'medido', origin: 'noaa-sst', observed_at: at, n_cells: 1296 } as const;
const answer: DataOf<typeof angolaMarine> = {
  timestamp: at,
  copernicus_status: 'online',
  summary: { apis_successful: 2, total_products_found: 41, response_time_ms: 842 },
  total_products_found: 41,
  response_time_ms: 842,
  apis: {
    odata: { ...api, status: 'success' },
    stac: { ...api, status: 'success', products_found: 36 },
    opensearch: {
      ...api,
      status: 'discontinued',
      error: 'Serviço descontinuado pela fonte em março de 2026',
      served_by: 'kianda',
    },
  },
  temperature: 19.84,
  salinity: 35.61,
  chlorophyll: 3.9,
  current_speed: 0.214,
  detail: {
    copernicus_status: { ...detail, provenance: simulated },
    total_products_found: { ...detail, provenance: simulated },
    temperature: { ...detail, provenance: simulated },
    salinity: { ...detail, origem: 'modelo', provenance: simulated },
    chlorophyll: { ...detail, provenance: simulated },
    current_speed: { ...detail, origem: 'modelo', provenance: simulated },
  },
};
const links: DataOf<typeof copernicusIntegration>['links'] = [
  { id: 'odata', url: '/ocean-api/copernicus/odata/v1/Products?collection=SENTINEL-3&max_records=5', builtIn: true },
  {
    id: 'opensearch',
    url: '/ocean-api/copernicus/resto/api/collections/Sentinel3/search.json?maxRecords=3',
    builtIn: true,
  },
  { id: 'auth', url: 'https://identity.example.eu/auth/realms/CDSE', builtIn: false },
  { id: 'maps', url: '/ocean-api/copernicus/maps?q=-8.8,12.5', builtIn: true },
];
const config = '/admin-api/ocean/copernicus/integration';
const own = '/ocean-api/copernicus/angola-marine';
const down = { status: 503, json: problem('unavailable', 503, 'Já volta.') } as const;
const only = (hosts: (string | null)[]) => ({ json: envelope({ hosts, links }) });
const text = (id: string) => page.text(`[aria-labelledby=interface-${id}]`);

test('the whole, its counts, and each interface with products and error', async () => {
  page.open('/?section=copernicus-integration', { [config]: only([null]), [own]: { json: answer } });
  await page.says('Todas as interfaces suportadas respondem.');
  for (const name of ['APIs Status', 'Dados Oceanográficos', 'Ações']) expect(page.text()).toContain(name);
  expect(page.text('main')).toContain('842 ms');
  expect(page.text('main')).toContain('41');
  expect(page.text('main')).toContain('Esta instalação');
  expect(text('odata')).toContain('Disponível');
  expect(text('odata')).toContain('37');
  expect(text('stac')).toContain('36');
});

test('an OpenSearch that its source ended is said to be so, and is no fault', async () => {
  page.open('/?section=copernicus-integration', { [config]: only([null]), [own]: { json: answer } });
  await page.find(() => (text('opensearch').includes('descontinuada pela fonte (mar. 2026)') ? true : null));
  expect(text('opensearch')).toContain('Descontinuada');
  expect(text('opensearch')).toContain('Serviço descontinuado pela fonte em março de 2026');
  expect(text('opensearch')).toContain('não conta como falha');
  expect(page.text()).toContain('Online');
});

test('the four parameters with unit, origin and time', async () => {
  page.open('/?section=copernicus-integration&tab=oceano', { [config]: only([null]), [own]: { json: answer } });
  await page.find(() => (page.text('#parametro-temperature').includes('19,8 °C') ? true : null));
  expect(page.text('#parametro-temperature')).toContain('Medido · observado a 31/08/2026');
  expect(page.text('#parametro-temperature')).toContain('1 296 células da ZEE');
  expect(page.text('#parametro-temperature')).toContain('Simulado');
  expect(page.text('#parametro-salinity')).toContain('Modelo');
  expect(page.text('#parametro-chlorophyll')).toContain('3,90 mg/m³');
  expect(page.text('#parametro-current_speed')).toContain('0,21 m/s');
});

test('the links open in a new tab and say which are our own', async () => {
  page.open('/?section=copernicus-integration&tab=acoes', { [config]: only([null]), [own]: { json: answer } });
  await page.says('Consulta OData de diagnóstico');
  const opened = [...page.host.querySelectorAll<HTMLAnchorElement>('main a[target=_blank]')];
  expect(opened.map((link) => link.getAttribute('href'))).toEqual(links.map(({ url }) => url));
  expect(opened.every((link) => link.rel === 'noopener noreferrer')).toBe(true);
  expect(opened[2]?.textContent).toContain('sítio externo');
});

test('hosts are tried in order, and the first that answers is used', async () => {
  page.open('/?section=copernicus-integration', {
    [config]: only(['http://um.test/a', 'http://dois.test/b', null]),
    '/a/copernicus/angola-marine': { status: 502, json: null },
    '/b/copernicus/angola-marine': { json: { copernicus_status: 'partial', temperature: 21.5 } },
    [own]: { json: answer },
  });
  await page.says('dois.test');
  expect(page.text()).toContain('Só parte das interfaces suportadas responde.');
  const asked = page.asked.map(({ path }) => path).filter((path) => path.includes('angola-marine'));
  expect(asked).toEqual(['/a/copernicus/angola-marine', '/b/copernicus/angola-marine']);
});

test('what a host does not send is a default that says so; what it sends is its own', async () => {
  page.open('/?section=copernicus-integration&tab=oceano', {
    [config]: only(['http://um.test/a']),
    '/a/copernicus/angola-marine': { json: { copernicus_status: 'partial', temperature: 21.5 } },
  });
  await page.find(() => (page.text('#parametro-temperature').includes('21,5') ? true : null));
  expect(page.text('#parametro-temperature')).toContain('Em direto');
  expect(page.text('#parametro-salinity')).toContain('—exemplo: 35,5');
  expect(page.text('#parametro-salinity')).toContain('Valor por defeito');
  expect(page.text('#parametro-salinity')).toContain('Dados de fallback');
  expect(page.text('#parametro-chlorophyll')).toContain('0,50');
  expect(page.text('#parametro-current_speed')).toContain('0,30');
});

test('only when all fail: the samples of the specification, labelled, with what each host said', async () => {
  page.open('/?section=copernicus-integration', {
    [config]: only(['http://um.test/a', null]),
    '/a/copernicus/angola-marine': { status: 500, json: null },
    [own]: down,
  });
  await page.says('APIs não disponíveis - usando modo offline');
  expect(page.text()).toContain('um.test: HTTP 500');
  expect(page.text()).toContain('Esta instalação: HTTP 503: Service Unavailable');
  expect(page.text()).toContain('Dados de fallback');
  expect(page.text()).toContain('o estado verdadeiro não se conhece');
  expect(text('opensearch')).toContain('descontinuada pela fonte (mar. 2026)');
  for (const id of ['odata', 'stac']) {
    expect(text(id)).toContain('Authentication failed - no token available');
  }
});

test('the whole server gone: samples, too, and every figure says what it is', async () => {
  page.open('/?section=copernicus-integration&tab=oceano', { [config]: down, [own]: down });
  await page.says('APIs não disponíveis - usando modo offline');
  for (const [id, value] of [
    ['temperature', '25,0'],
    ['salinity', '35,5'],
    ['chlorophyll', '0,50'],
    ['current_speed', '0,30'],
  ] as const) {
    expect(page.text(`#parametro-${id}`)).toContain(`—exemplo: ${value}`);
    expect(page.text(`#parametro-${id}`)).toContain('Dados de fallback');
  }
});

test('a host without data', async () => {
  page.open('/?section=copernicus-integration', { [config]: only([null]), [own]: { json: null } });
  expect(await page.says('Nenhum dado disponível')).toBe(true);
});

test('a refusal is an error with a way to try again, never samples', async () => {
  page.open('/?section=copernicus-integration', {
    [config]: only([null]),
    [own]: { status: 403, json: problem('forbidden', 403, 'Sem permissão.') },
  });
  await page.says('Erro ao carregar dados: Sem permissão.');
  expect(page.text()).not.toContain('modo offline');
  const asked = () => page.asked.filter(({ path }) => path === own).length;
  const before = asked();
  (await page.find(() => page.button('Tentar Novamente'))).click();
  expect(await page.find(() => (asked() > before ? true : null))).toBe(true);
});
