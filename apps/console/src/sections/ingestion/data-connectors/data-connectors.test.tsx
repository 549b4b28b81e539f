// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Socket } from '../../../client/realtime.ts';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { connector, list, pageOfRuns, quality, run } from '../../shared/connectors/sample.testing.ts';
import { createPage } from '../../testing.tsx';
import { pictureOf } from './detail/activity/picture.ts';

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const base = '/admin-api/data';
const address = '/?section=data-connectors';
const idle = connector({
  id: 'argo',
  name: 'Argo',
  recordsProcessed: 0,
  errorCount: 0,
  errorRate: null,
  lastRun: null,
  fresh: null,
});
const all = [connector(), idle, connector({ id: 'area47', name: 'Área 47', type: 'regional', status: 'running' })];

function answers(change: Readonly<Record<string, Reply>> = {}): Readonly<Record<string, Reply>> {
  return {
    [`${base}/connectors`]: { json: envelope(list(all)) },
    [`${base}/processing/jobs`]: { json: envelope({ jobs: [] }) },
    [`${base}/quality/report`]: { json: envelope(quality) },
    [`${base}/connectors/obis/activity`]: {
      json: envelope({
        days: [{ date: '2026-08-31', runs: 2, written: 1_000, rejected: 3, failed: 0, bytes: 2_000_000 }],
        nextRuns: ['2026-08-31T12:00:00.000Z', '2026-08-31T18:00:00.000Z'],
      }),
    },
    ...change,
  };
}

test('while the list is on its way its geometry is there', async () => {
  page.open(address, answers({ [`${base}/connectors`]: 'hang' }));
  await page.says('A carregar…');
  expect(page.text()).not.toContain('Conectores operacionais');
});

test('tabs count their connectors, and cards say what each brought', async () => {
  page.open(address, answers());
  await page.says('Argo');
  const tabs = [...page.host.querySelectorAll('main [role=tab]')].map((tab) => tab.textContent);
  expect(tabs).toEqual(['Internacionais (2)', 'Regionais (1)', 'Nacionais (0)']);
  expect(page.text()).not.toContain('Área 47');
  const card = (id: string) => page.text(`[data-connector=${id}]`);
  expect(card('obis')).toContain('0,3 %');
  expect(card('obis')).toContain('Simulado');
  expect(card('obis')).toContain('Em dia');
  expect(card('argo')).toContain('Nunca');
  expect(card('argo')).toContain('Taxa de erro—');
  await page.says('98,4');
  expect(page.text('#conectores-registos')).toContain('2 000');
  expect(page.text('#conectores-operacionais')).toMatch(/[^0-9]3(de 3| de 3|[^0-9])/);
});

test('data that came before the first run ended are not said to be none', async () => {
  const begun = connector({ fresh: null, newestObservation: '2026-08-29T00:00:00.000Z' });
  const none = connector({ id: 'argo', name: 'Argo', fresh: null, newestObservation: null });
  page.open(address, answers({ [`${base}/connectors`]: { json: envelope(list([begun, none])) } }));
  await page.says('Primeira recolha por acabar');
  expect(page.text('[data-connector=obis]')).not.toContain('Ainda sem observações');
  expect(page.text('[data-connector=argo]')).toContain('Ainda sem observações');
});

test('a scope without connectors says so and leads on', async () => {
  page.open(`${address}&tab=national`, answers());
  await page.says('Ainda não há conectores nacionais');
  expect(page.button('Ver conectores internacionais')).toBeDefined();
});

test('a server that refuses is an error with a way to try again', async () => {
  page.open(
    address,
    answers({ [`${base}/connectors`]: { status: 400, json: problem('validation_failed', 400, 'Pedido inválido.') } }),
  );
  await page.says('Erro ao carregar conectores: Pedido inválido.');
  expect(page.button('Tentar Novamente')).toBeDefined();
});

test('without a server the three known connectors stand in, labelled, and nothing can be run', async () => {
  page.open(
    address,
    answers({ [`${base}/connectors`]: { status: 503, json: problem('unavailable', 503, 'Já volta.') } }),
  );
  await page.says('Usando dados de fallback');
  expect(page.text()).toContain('OBIS Marine Data');
  expect(page.text()).toContain('Internacionais (—)');
  expect(page.text('#conectores-registos')).toContain('—exemplo: 53 110');
  expect(page.text()).toContain('Tentar Novamente');
  expect(page.button('Executar todos')).toBeUndefined();
  expect(page.button('Executar OBIS Marine Data')).toBeUndefined();
});

test('what a role may not do is not offered', async () => {
  page.open(`${address}&connector=obis&view=schedule`, answers(), { role: 'investigador' });
  await page.says('A sua conta pode ver a agenda');
  expect(page.button('Executar OBIS')).toBeUndefined();
  expect(page.button('Repor')).toBeUndefined();
  expect(page.host.querySelector('main input')).toBeNull();
});

test('a launched connector cannot be launched again, and its list is asked for again', async () => {
  page.open(address, answers({ [`${base}/connectors/obis/run`]: { json: envelope({ runIds: ['r1'] }) } }));
  const run = await page.find(() => page.button('Executar OBIS'));
  const listed = () => page.asked.filter(({ path }) => path === `${base}/connectors`).length;
  const before = listed();
  run.focus();
  run.click();
  await page.says('A iniciar…');
  const busy = await page.find(() => page.button('A iniciar…: OBIS'));
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('A iniciar…: OBIS');
  busy.click();
  expect(page.asked.filter(({ path }) => path === `${base}/connectors/obis/run`)).toHaveLength(1);
  expect(page.asked).toContainEqual({ method: 'POST', path: `${base}/connectors/obis/run`, body: undefined });
  await page.find(() => (listed() > before ? true : null));
  await page.find(() => page.button('Executar OBIS'));
});

test('a batch runs the active ones of its scope alone', async () => {
  page.open(
    address,
    answers({
      [`${base}/connectors/obis/run`]: { json: envelope({ runIds: ['r1'] }) },
      [`${base}/connectors/argo/run`]: {
        status: 409,
        json: problem('already_running', 409, 'Já está em execução.'),
      },
    }),
  );
  await page.says('Argo');
  expect(page.button('Executar regionais')?.getAttribute('aria-disabled')).toBe('true');
  expect(page.sharedNames()).toEqual([]);
  page.button('Executar todos')?.click();
  const posts = () => page.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/run'));
  await page.find(() => (posts().length === 2 ? true : null));
  expect(posts().map(({ path }) => path)).toEqual([`${base}/connectors/obis/run`, `${base}/connectors/argo/run`]);
  await page.find(() => (page.text('body').includes('1 conector iniciado · 1 já em execução.') ? true : null));
});

test('progress heard over the websocket is shown, and its end asks for the list again', async () => {
  let socket: Socket | undefined;
  const openSocket = () => {
    socket = { send: () => undefined, close: () => undefined, onopen: null, onmessage: null, onclose: null };
    return socket;
  };
  page.open(address, answers(), { openSocket });
  await page.says('Argo');
  const hear = (message: object) => socket?.onmessage?.({ data: JSON.stringify(message) });
  const event = (name: string, sequence: number, payload: object) =>
    hear({ type: 'event', sequence, at: '2026-08-31T09:00:00.000Z', channel: 'jobs', name, payload });
  hear({ type: 'welcome', stream: 's', sequence: 0, heartbeatSeconds: 30 });
  const run = { id: 'r1', name: 'ingest.obis.occurrences', key: 'occurrences', label: 'OBIS · occurrences' };
  event('job.progress', 1, { ...run, progress: 0.42, message: 'OBIS: 420 registos' });
  await page.says('OBIS: 420 registos');
  expect(page.text()).toContain('42 %');
  expect(page.button('Em execução: OBIS')?.getAttribute('aria-disabled')).toBe('true');
  const listed = () => page.asked.filter(({ path }) => path === `${base}/connectors`).length;
  const before = listed();
  event('run.ended', 2, { runId: 'r1', connectorId: 'obis', streamId: 'occurrences' });
  await page.find(() => page.button('Executar OBIS'));
  await page.find(() => (listed() > before ? true : null));
});

const fieldOf = (label: string) => {
  const name = [...page.host.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return name === undefined ? undefined : (document.getElementById(name.htmlFor) as HTMLSelectElement | null);
};
/** Chooses a value as a person does. */
function choose(label: string, value: string): void {
  const field = fieldOf(label);
  if (field === undefined || field === null) throw new Error(`no field ${label}`);
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
const sorted = (query: object) => JSON.stringify(Object.entries(query).toSorted(([a], [b]) => a.localeCompare(b)));
const isSame = (one: object | undefined, other: object) => one !== undefined && sorted(one) === sorted(other);

const runId = '11111111-1111-4111-8111-111111111111';
const parts: Readonly<Record<string, Reply>> = {
  '/admin-api/ingest/runs': { json: envelope(pageOfRuns([run()])) },
  [`${base}/connectors/obis/backfill`]: {
    json: envelope({
      windows: [
        {
          stream: 'occurrences',
          from: '2026-01-01T00:00:00.000Z',
          to: '2026-01-10T23:59:59.999Z',
          state: 'failed',
          attempts: 3,
          error: 'O fornecedor não respondeu.',
          runId: null,
        },
      ],
    }),
  },
  [`${base}/connectors/obis/dead-letters`]: {
    json: envelope({
      rows: [
        {
          id: 7,
          runId,
          stream: 'occurrences',
          reason: 'Coordenadas em falta',
          raw: { id: 'x' },
          state: 'open',
          createdAt: '2026-08-31T08:00:40.000Z',
          replayable: true,
          edited: false,
          attempts: 0,
          resolvedAt: null,
          resolvedBy: null,
          resolution: null,
        },
      ],
      total: 1,
      reasons: [{ reason: 'Coordenadas em falta', count: 1 }],
    }),
  },
  [`${base}/connectors/obis/drift`]: {
    json: envelope({
      policy: 'ignore',
      pausedByDrift: false,
      open: 1,
      findings: [
        {
          id: 3,
          stream: 'occurrences',
          resource: '/v3/occurrence',
          field: 'results[].depth',
          change: 'type',
          before: ['number'],
          after: ['string'],
          outcome: 'ignored',
          firstRunId: runId,
          lastRunId: runId,
          firstSeenAt: '2026-08-31T08:00:40.000Z',
          lastSeenAt: '2026-08-31T08:00:40.000Z',
          occurrences: 1,
          acknowledgedAt: null,
          acknowledgedBy: null,
        },
      ],
      shapes: [],
    }),
  },
  [`${base}/connectors/obis/lineage`]: {
    json: envelope({
      nodes: [
        { id: 'provider:obis', kind: 'provider', label: 'OBIS', detail: null },
        { id: 'table:t', kind: 'table', label: 'biodiversity.occurrences', detail: null },
      ],
      edges: [{ from: 'provider:obis', to: 'table:t' }],
    }),
  },
};

test.each([
  ['overview', 'OBIS (2026)'],
  ['runs', 'Concluída'],
  ['schedule', 'Próximas cinco execuções'],
  ['backfill', 'O fornecedor não respondeu.'],
  ['quality', 'Data não posterior ao presente'],
  ['drift', 'number → string'],
  ['rejected', 'Coordenadas em falta'],
  ['lineage', 'biodiversity.occurrences'],
  ['connection', 'Testar ligação'],
])('part %s of an open connector shows what the server says', async (view, text) => {
  page.open(`${address}&connector=obis&view=${view}`, answers(parts));
  await page.says(text);
  expect(page.text()).toContain('Ocorrências de espécies marinhas.');
});

test.each([
  ['runs', 'Não existe.'],
  ['backfill', 'Não existe.'],
  ['drift', 'Não existe.'],
  ['rejected', 'Não existe.'],
  ['lineage', 'Não existe.'],
])('part %s fails alone', async (view, text) => {
  page.open(`${address}&connector=obis&view=${view}`, answers());
  await page.says(text);
  expect(page.button('Tentar Novamente')).toBeDefined();
  expect(page.text()).toContain('Ocorrências de espécies marinhas.');
});

test('all runs of a connector are found, ordered, paged and given as a file, and leave its address with their view', async () => {
  const queries: Record<string, string>[] = [];
  const files: Record<string, string>[] = [];
  page.open(`${address}&connector=obis&view=runs&state=failed&page=2`, {
    ...answers(parts),
    '/admin-api/ingest/runs': (query) => {
      queries.push(Object.fromEntries(query));
      const runs = [run({ status: 'failed', errorClass: 'quota' })];
      return { json: envelope(pageOfRuns(runs, { total: 120, page: Number(query.get('page')), hasNext: true })) };
    },
    '/admin-api/ingest/runs/export': (query) => {
      files.push(Object.fromEntries(query));
      return { json: {} };
    },
  });
  const asks = (wanted: object) => page.find(() => (isSame(queries.at(-1), wanted) ? true : null));
  await page.says('51–100 de 120');
  const asked = { connector: 'obis', state: 'failed', sort: 'asked', order: 'desc' };
  await asks({ ...asked, page: '2', pageSize: '50' });
  choose('Ordenar por', 'rejected');
  await asks({ ...asked, sort: 'rejected', page: '1', pageSize: '50' });
  choose('Ordenar por', 'asked');
  choose('Classe do erro', 'quota');
  await asks({ ...asked, errorClass: 'quota', page: '1', pageSize: '50' });
  page.button('Página seguinte')?.click();
  await asks({ ...asked, errorClass: 'quota', page: '2', pageSize: '50' });
  page.button('Exportar')?.click();
  const csv = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === 'CSV'),
  );
  csv.click();
  await page.find(() => (files.length > 0 ? true : null));
  expect(files).toEqual([{ ...asked, errorClass: 'quota', format: 'csv' }]);
  expect(fieldOf('Conector')).toBeUndefined();
  page.button('Limpar filtros')?.click();
  await asks({ connector: 'obis', sort: 'asked', order: 'desc', page: '1', pageSize: '50' });
  choose('Estado', 'failed');
  await page.find(() => (window.location.search.includes('state=failed') ? true : null));
  page.host.querySelector<HTMLElement>('[data-view=backfill]')?.click();
  await page.says('O fornecedor não respondeu.');
  expect(window.location.search).not.toContain('state=');
  expect(window.location.search).toContain('connector=obis');
});

test('a cursor is reset only with a reason', async () => {
  page.open(
    `${address}&connector=obis&view=schedule`,
    answers({ [`${base}/connectors/obis/streams/occurrences/cursor`]: { json: envelope({ cursor: null }) } }),
  );
  const reset = await page.find(() => page.button('Repor o cursor de ocorrências'));
  reset.click();
  const confirm = await page.find(() =>
    [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
      ({ textContent }) => textContent === 'Repor cursor',
    ),
  );
  expect(confirm.disabled).toBe(true);
  expect(page.asked.some(({ method }) => method === 'PUT')).toBe(false);
});

test('a connector that does not exist leads back to the list', async () => {
  page.open(`${address}&connector=nenhum`, answers());
  await page.says('Este conector não existe');
  page.button('Voltar à lista')?.click();
  const run = await page.find(() => page.button('Executar OBIS'));
  expect(run.disabled).toBe(false);
});

test.each([
  [
    { kind: 'recorded', sources: ['iobis/pyobis'], newest: '2025-08-31' },
    'formato verificado com respostas reais de iobis/pyobis (a mais recente de 2025-08-31)',
  ],
  [{ kind: 'documentation', sources: [], newest: null }, 'formato lido da documentação'],
  [
    { kind: 'own', sources: [], newest: null },
    'formato por confirmar: nem respostas reais nem documentação do fornecedor',
  ],
] as const)('a connector says what the reading of its format rests on: %o', async (witness, words) => {
  const formatWitness = { ...witness, sources: [...witness.sources] };
  page.open(
    `${address}&connector=obis`,
    answers({ [`${base}/connectors`]: { json: envelope(list([connector({ formatWitness })])) } }),
  );
  await page.says(words);
});

test('the servers that a connector may ask are named; one that only receives has none', async () => {
  const openWith = (hosts: readonly string[]) =>
    page.open(`${address}&connector=obis`, {
      ...answers(),
      [`${base}/connectors/obis/manifest`]: {
        json: envelope({
          ...{ id: 'obis', name: 'OBIS', provider: 'OBIS', description: '', type: 'international', licence: 'CC BY' },
          ...{ citation: 'OBIS', homepage: 'https://obis.org', hosts, schedule: '0 * * * *', timeoutSeconds: 60 },
          ...{ continuous: false, credentials: [], streams: [], rules: [] },
        }),
      },
    });
  openWith([]);
  await page.says('nenhum: só recebe');
  await page.close();
  page = createPage();
  openWith(['api.obis.org', 'obis.example.ao']);
  await page.says('api.obis.org, obis.example.ao');
});

test('the chart can be saved as a picture that says its source and licence', async () => {
  page.open(`${address}&connector=obis`, answers());
  const svg = await page.find(() => page.host.querySelector<SVGSVGElement>('[role=slider] svg'));
  const picture = pictureOf(svg, { title: 'OBIS: registos', notes: ['Licença: CC BY-NC', 'Fonte: <OBIS>'] });
  // The test's own serialiser writes HTML entities where browsers write the characters.
  const text = picture.svg.replaceAll('&nbsp;', '\u00a0');
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  expect(parsed.documentElement.textContent).toContain('Licença: CC BY-NC');
  expect(parsed.documentElement.textContent).toContain('Fonte: <OBIS>');
  expect(parsed.querySelectorAll('svg svg rect').length).toBeGreaterThan(0);
  expect(picture.svg).not.toContain('class=');
});

test('the section of interfaces of programs names their addresses', async () => {
  page.open('/?section=apis-connectors', answers());
  await page.says('openapi.json');
  expect(page.text()).toContain('Internacionais (2)');
});

test('a rule says what is valid and what is required, and one not yet evaluated waits apart', async () => {
  const rule = { dimension: 'accuracy', mostly: 0.95 };
  page.open(
    `${address}&connector=obis&view=quality`,
    answers({
      [`${base}/connectors/obis/manifest`]: {
        json: envelope({
          ...{ id: 'obis', name: 'OBIS', provider: 'OBIS', description: 'x', type: 'international', licence: 'CC0' },
          ...{ citation: 'OBIS', homepage: 'https://obis.org', hosts: [], schedule: '0 * * * *', timeoutSeconds: 60 },
          ...{ continuous: false, credentials: [], streams: [] },
          rules: [
            { ...rule, id: 'date_not_future', label: 'Data não posterior ao presente' },
            { ...rule, id: 'depth_range', label: 'Profundidade possível' },
          ],
        }),
      },
    }),
  );
  await page.says('Profundidade possível');
  const facts = [...page.host.querySelectorAll('dl div')].map((fact) => fact.textContent?.replaceAll('\u00a0', ' '));
  expect(facts).toEqual(expect.arrayContaining(['Exigido100 %', 'Avaliados1 000', 'Válidos99,7 %']));
  const waiting = [...page.host.querySelectorAll('li')].find(({ textContent }) =>
    textContent?.startsWith('Profundidade possível'),
  );
  expect(waiting?.textContent?.replaceAll('\u00a0', ' ')).toContain('Exigido 95 %');
  expect(page.text().split('Data não posterior ao presente')).toHaveLength(2);
});

test('the lines of the lineage go from the middle of a box’s foot to the middle of another’s head', async () => {
  page.open(`${address}&connector=obis&view=lineage`, answers(parts));
  await page.says('biodiversity.occurrences');
  const boxes = [...page.host.querySelectorAll<HTMLButtonElement>('main button[aria-pressed][style]')].map(
    ({ style }) => ({
      middle: Number.parseFloat(style.left) + Number.parseFloat(style.width) / 2,
      top: Number.parseFloat(style.top),
      foot: Number.parseFloat(style.top) + Number.parseFloat(style.height),
    }),
  );
  const lines = [...page.host.querySelectorAll('main svg path[d^="M"]')]
    .map((path) => (path.getAttribute('d') ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [])
    .filter((numbers) => numbers.length === 8);
  expect(lines.length).toBeGreaterThan(0);
  for (const numbers of lines) {
    const [x, y, endX, endY] = [numbers[0], numbers[1], numbers[6], numbers[7]];
    expect(boxes.some(({ middle, foot }) => middle === x && foot === y)).toBe(true);
    expect(boxes.some(({ middle, top }) => middle === endX && top === endY)).toBe(true);
  }
});
