// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type { dashboardOverview, dashboardStats } from '@kianda/contract/operations/dashboard/dashboard.contract';
import type { SystemCondition } from '@kianda/contract/operations/health/condition';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { conditionOf } from '../../shared/condition/testing.ts';
import { createPage } from '../../testing.tsx';
import { healthFallback } from './api/fallbacks.ts';
import { latencyStyle } from './components/stat-tiles.tsx';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

const allWell = 'Todos os componentes respondem, dentro dos limites e sem alertas abertos.';
const health = (level: SystemCondition['level'], sentence: string) => ({
  json: envelope({ ...healthFallback, overall_status: level, condition: conditionOf(level, sentence) }),
});
const healthPath = '/admin-api/admin-dashboard/system-health';
const at = '2026-08-31T09:00:00.000Z';

const stats: DataOf<typeof dashboardStats> = {
  servicesOnline: 4,
  totalServices: 5,
  apiLatency: 26.4,
  mlAccuracy: null,
  availability: 99.5,
  availabilitySince: '2026-08-31T08:30:00.000Z',
  activeAlerts: 2,
  asyncTasks: 0,
  cacheHitRate: null,
  securityScore: null,
  maxentModels: 0,
  verifiedAt: '2026-08-31T08:59:48.000Z',
};

function overview(overall: 'healthy' | 'degraded'): DataOf<typeof dashboardOverview> {
  const condition = conditionOf(overall === 'healthy' ? 'healthy' : 'warning', allWell);
  return {
    system_status: { overall, condition, uptime: 100, last_update: at },
    zee_angola: { area_km2: 518_000, monitoring_stations: 47, species_recorded: 793, fishing_zones: 12 },
    real_time_data: { sea_temperature: 23.5, chlorophyll: 0.41, wave_height: 1.4, current_speed: 0.1 },
    services: { copernicus: 'online', data_processing: 'online', monitoring: 'online', apis: 'online' },
    alerts: { active: 2, resolved_today: 0, total_this_week: 1 },
    performance: { api_response_time: 26.4, data_freshness: 100, success_rate: 100 },
  };
}

const down: Reply = { status: 503, json: problem('unavailable', 503, 'Já volta.') };
const live = {
  '/admin-api/dashboard/stats': {
    json: {
      ...envelope(stats),
      metadata: { ...envelope(stats).metadata, missing: { mlAccuracy: 'Ainda não há modelos treinados.' } },
    },
  },
  '/admin-api/api/dashboard/overview': { json: envelope(overview('healthy')) },
  [healthPath]: health('healthy', allWell),
} as const;

const tile = (id: string) => page.text(`#${id}`);

/** Text of a part of the page without its marked examples: what it claims. */
function claimed(selector: string): string {
  const copy = page.host.querySelector(selector)?.cloneNode(true) as HTMLElement;
  for (const example of copy.querySelectorAll('[data-example]')) example.remove();
  return (copy.textContent ?? '').replaceAll('\u00a0', ' ');
}

function loseNetwork(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
}

test('the five tiles show what was measured, and a null with its reason', async () => {
  page.open('/?section=dashboard', live);
  await page.says('Sistema Operacional');
  await page.says(allWell);
  await page.find(() => (tile('servicos-online').includes('4 de 5') ? true : null));
  expect(tile('latencia-api')).toContain('<1s');
  expect(tile('latencia-api')).toContain('26 ms');
  expect(tile('precisao-modelos')).toContain('—');
  expect(tile('precisao-modelos')).toContain('Ainda não há modelos treinados.');
  expect(tile('disponibilidade')).toContain('99,5 %');
  // Half an hour of checks is not a month of them.
  expect(tile('disponibilidade')).toMatch(/desde 31\/08\/2026/);
  expect(tile('disponibilidade')).not.toContain('30 dias');
  expect(tile('alertas-ativos')).toContain('2');
});

test('the age of the check counts from the check, by the clock of the server', async () => {
  page.open('/?section=dashboard', live);
  expect(await page.says('Verificado há 12 segundos')).toBe(true);
});

test('latency reads as the specification writes it', () => {
  expect(latencyStyle(999)).toBe('<1s');
  expect(latencyStyle(1_234).replaceAll('\u00a0', ' ')).toBe('1,2 s');
});

test('an interface without a page is inactive; a section with one opens', async () => {
  page.open('/?section=dashboard', live);
  await page.says('Interface Inativa');
  expect(page.button('Abrir Tempo Real Angola')?.disabled).toBe(false);
  expect(page.button('Abrir Dashboard Científico')).toBeUndefined();
  expect(page.button('Abrir Machine Learning')?.disabled).toBe(false);
});

test('on a bad line the indicators come alone, and the rest once the page is moved down to it', async () => {
  const line = { effectiveType: '2g' };
  Object.defineProperty(navigator, 'connection', { value: line, configurable: true });
  const seen: (() => void)[] = [];
  const Observer = class {
    constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      seen.push(() => callback([{ isIntersecting: true }]));
    }
    observe() {}
    disconnect() {}
  };
  vi.stubGlobal('IntersectionObserver', Observer);
  try {
    page.open('/?section=dashboard', live);
    await page.find(() => (tile('servicos-online').includes('4 de 5') ? true : null));
    const read = () => page.asked.map(({ path }) => path);
    expect(page.text()).not.toContain('Informação do sistema');
    expect(read()).not.toContain('/admin-api/frames/check');
    for (const see of seen) see();
    await page.says('Informação do sistema');
    await page.find(() => (read().includes('/admin-api/frames/check') ? true : null));
  } finally {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'connection');
  }
});

test('an address that does not answer is never «in use»', async () => {
  const check = {
    url: 'http://kianda.test/',
    embeddable: false,
    reason: 'http_error',
    message: 'HTTP 503',
    status: 503,
  };
  page.open('/?section=dashboard', {
    ...live,
    '/admin-api/frames/check': { json: envelope({ ...check, latencyMs: 12, checkedAt: at }) },
  });
  await page.says('Inacessível');
  const stateOf = (label: string) =>
    [...page.host.querySelectorAll('main li')].find((item) => item.textContent?.includes(label))?.textContent;
  expect(stateOf('Descrição OpenAPI 3.1')).toContain('Inacessível');
  expect(stateOf('Documentação da API')).toContain('Inacessível');
  expect(stateOf('Aplicação principal')).toContain('Em uso');
});

test('a role without permission is neither shown connectors nor offered their sections', async () => {
  page.open('/?section=dashboard', live, { role: 'cliente' });
  await page.says('793');
  const unknown = [...page.host.querySelectorAll('main button')].filter((button) =>
    button.getAttribute('aria-label')?.includes('O seu perfil não permite'),
  );
  expect(unknown.length).toBeGreaterThan(0);
  expect(page.asked.map(({ path }) => path)).not.toContain('/admin-api/connectors');
  expect(page.host.querySelector('#latencia-api h3 button')).toBeNull();
});

test('banner and header say the one sentence, and no word of well-being above an alert', async () => {
  const sentence = 'Alerta crítico: Utilização elevada do processador.';
  page.open('/?section=dashboard', { ...live, [healthPath]: health('error', sentence) });
  await page.says(sentence);
  const banner = page.text('[aria-label="Estado do sistema"]');
  expect(banner).toContain('Sistema com Problemas');
  expect(page.text()).not.toContain('Sistema Operacional');
  expect(page.host.querySelector('header [title*="Alerta crítico"]')).not.toBeNull();
});

test('without server or copy every figure is unknown with its reason, the sample a marked example beside it', async () => {
  page.open('/?section=dashboard', {
    '/admin-api/dashboard/stats': down,
    '/admin-api/api/dashboard/overview': down,
    [healthPath]: down,
  });
  await page.says('Dados de fallback');
  await page.says('O servidor não responde: não se sabe como está o sistema.');
  expect(page.text()).toContain('Sem verificação: o servidor não respondeu');
  for (const [id, sample] of [
    ['servicos-online', '24 de 24'],
    ['precisao-modelos', '95 %'],
    ['disponibilidade', '99,99 %'],
    ['alertas-ativos', '0'],
  ] as const) {
    expect(tile(id)).toContain(`exemplo: ${sample}`);
    expect(claimed(`#${id}`)).toContain('—');
    expect(claimed(`#${id}`)).not.toMatch(/\d/);
    expect(page.host.querySelector(`#${id} [aria-label*="Já volta."]`)).not.toBeNull();
  }
  expect(tile('alertas-ativos')).not.toContain('nada a tratar');
});

test('without server or copy no card of the ZEE has a figure, a sum or a state of health', async () => {
  page.open('/?section=dashboard&tab=zee', {
    '/admin-api/dashboard/stats': down,
    '/admin-api/api/dashboard/overview': down,
    '/admin-api/admin-dashboard/copernicus-advanced/real-time-data': down,
    '/admin-api/admin-dashboard/oceanographic-data': down,
    '/admin-api/admin-dashboard/fisheries-stats': down,
    '/api/services/status': down,
    [healthPath]: down,
  });
  await page.says('exemplo: 24,5 °C');
  await page.says('exemplo: 485 000 t');
  const main = claimed('main');
  for (const sample of ['24,5', '485 000', '518 000', '1 247', '99,7', '85,7', '2,10', '125 000', 'Sardinha']) {
    expect(main).not.toContain(sample);
  }
  expect(main).not.toContain('Sistema Operacional');
  expect(main).not.toContain('Sistema Degradado');
});

test('once the network is lost, tiles and banner say that they are kept, and from when', async () => {
  page.open('/?section=dashboard', live);
  await page.says('Verificado há 12 segundos');
  expect(tile('alertas-ativos')).toContain('Em direto');
  loseNetwork();
  await page.find(() => (/Em cache \(há.\d/.test(tile('alertas-ativos')) ? true : null));
  const banner = page.text('[aria-label="Estado do sistema"]');
  expect(banner).toContain('Em cache: a última verificação conhecida é de há 12 segundos');
  expect(banner).toContain('Status Desconhecido');
  expect(banner).toContain('Último estado conhecido, há');
});

test('the ZEE is operational only when the overall state is healthy', async () => {
  page.open('/?section=dashboard&tab=zee', live);
  expect(await page.says('Sistema Operacional')).toBe(true);
});

test('species by class: the eight largest, and the rest together', async () => {
  const by_class = Array.from({ length: 10 }, (_, place) => ({
    ...{ name: `Classe ${place + 1}`, species: 100 - 10 * place, occurrences: 1_000 - 100 * place },
  }));
  page.open('/?section=dashboard&tab=zee', {
    ...live,
    '/admin-api/biodiversity/summary': {
      json: envelope({
        ...{ species: 550, occurrences: 5_500, datasets: 1, threatened_species: 0, first_year: 2000, last_year: 2026 },
        ...{ by_phylum: [], by_class, by_year: [], by_source: [], last_occurrence_at: null, future_occurrences: 0 },
      }),
    },
  });
  await page.says('Outras 2 classes');
  const rows = [...page.host.querySelectorAll('#especies-por-classe tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toHaveLength(9);
  expect(rows[7]).toContain('Classe 8');
  expect(rows[8]).toMatch(/^Outras 2 classes30\D*300/);
});

test('any other state of the ZEE reads degraded', async () => {
  page.open('/?section=dashboard&tab=zee', {
    ...live,
    [healthPath]: health('warning', 'STAC API com avisos.'),
  });
  await page.says('Sistema Degradado');
  expect(page.text('main')).toContain('STAC API com avisos.');
  expect(page.text()).not.toContain('Erro ao carregar dados do Kianda');
});

test('one failed call turns its card alone into its fallback', async () => {
  page.open('/?section=dashboard&tab=zee', { ...live, '/admin-api/admin-dashboard/fisheries-stats': down });
  await page.says('exemplo: 485 000 t');
  expect(claimed('main')).not.toContain('485 000');
  expect(page.text()).toContain('Falha ao carregar estatísticas de pesca. Já volta.');
  expect(page.text()).toContain('793');
  expect(page.text()).not.toContain('Erro ao carregar dados do Kianda');
});

test('satellite data without success are a failure', async () => {
  const partial = {
    status: 'partial',
    data_source: 'NOAA',
    region: 'ZEE de Angola',
    real_time_data: { timestamp: null, parameters: {}, coverage: { spatial: null, temporal: null } },
    metadata: { satellites: [], models: [], processing_level: 'L4', update_frequency: 'diária', data_latency: null },
    quality_flags: {
      overall_quality: 'unknown',
      data_completeness: null,
      spatial_coverage: null,
      temporal_consistency: null,
    },
  };
  page.open('/?section=dashboard&tab=zee', {
    ...live,
    '/admin-api/admin-dashboard/copernicus-advanced/real-time-data': { json: envelope(partial) },
  });
  await page.says('O serviço respondeu com o estado «parcial».');
  expect(page.text()).toContain('exemplo: 2,10 mg/m³');
  expect(claimed('main')).not.toContain('2,10');
});

test('a lost connection is said once, with the way to try again', async () => {
  page.open('/?section=dashboard&tab=zee', { '/admin-api/api/dashboard/overview': down });
  await page.says('Erro ao carregar dados do Kianda: Já volta.');
  expect(page.button('🔄 Tentar Novamente')).toBeDefined();
  expect(page.text()).toContain('exemplo: 518 000');
  expect(page.text()).toContain('exemplo: 1 247');
  expect(claimed('main')).not.toContain('1 247');
});

test('a series without points says why, as the server does', async () => {
  const reason = 'Sem campos de clorofila-a: o conector «NOAA CoastWatch – Cor do oceano» está desativado.';
  const series = envelope({ variable: 'chlorophyll', unit: 'mg/m³', points: [] });
  page.open('/?section=zee-angola', {
    '/admin-api/ocean/series/chlorophyll': {
      json: { ...series, metadata: { ...series.metadata, provenance: { state: 'fallback', reason } } },
    },
  });
  await page.find(() => (page.text('#serie-clorofila').includes(reason) ? true : null));
});

test('the map of the ZEE says why there is no field, as the server does', async () => {
  const reason =
    'Sem campos de temperatura da superfície (TSM): o conector «NOAA/JPL – TSM (MUR, OISST)» está desativado.';
  page.open('/?section=zee-angola', {
    '/admin-api/ocean/fields/analysedSst/grid': { status: 404, json: problem('not_found', 404, reason) },
  });
  await page.find(() => (page.text('#mapa').includes(reason) ? true : null));
});
