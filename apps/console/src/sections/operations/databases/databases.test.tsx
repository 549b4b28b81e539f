// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import { toCsv } from '@kianda/contract/core/csv';
import type {
  databaseActivity,
  databaseOverview,
  databaseTable,
  databaseTables,
  SqlResult,
  SqlRun,
  sqlCatalogue,
} from '@kianda/contract/operations/databases/databases.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';
import { exactNumber, resultColumns, resultJson } from './api/result-table.ts';
import { tableQuery } from './api/sql-text.ts';

const base = '/admin-api/database';
const at = '2026-08-31T08:00:00.000Z';
const overview: DataOf<typeof databaseOverview> = {
  name: 'kianda',
  version: '18.1',
  totalBytes: 52_428_800,
  startedAt: at,
  extensions: [{ name: 'plpgsql', version: '1.0' }],
  connections: {
    total: 12,
    active: 1,
    idle: 10,
    idleInTransaction: 1,
    limit: 100,
    byApplication: [{ application: 'kianda', connections: 12 }],
  },
  schemas: [
    { name: 'ocean', tables: 2, totalBytes: 40_000_000 },
    { name: 'public', tables: 0, totalBytes: 0 },
  ],
};
const stations: DataOf<typeof databaseTables>['tables'][number] = {
  name: 'stations',
  kind: 'table',
  estimatedRows: 1_247,
  totalBytes: 8_388_608,
  indexBytes: 16_384,
  deadRows: 3,
  analysedAt: at,
  readable: 'all',
};
const tables: DataOf<typeof databaseTables> = {
  schema: 'ocean',
  tables: [stations, { ...stations, name: 'novas', estimatedRows: null, readable: 'none' }],
};
const detail: DataOf<typeof databaseTable> = {
  ...stations,
  schema: 'ocean',
  columns: [{ name: 'id', type: 'text', nullable: false, readable: true }],
  indexes: [{ name: 'stations_pkey', definition: 'CREATE …', bytes: 16_384, uses: 81, isUnique: true, isValid: true }],
};
const activity: DataOf<typeof databaseActivity> = {
  running: [
    { pid: 7, application: 'kianda-sql', state: 'active', query: null, durationMs: 1500, waitingFor: null },
    { pid: 8, application: 'kianda', state: 'active', query: 'select now()', durationMs: 2, waitingFor: 'Lock: tuple' },
  ],
  statements: null,
  statementsReason: 'Falta a extensão pg_stat_statements.',
};
const catalogue: DataOf<typeof sqlCatalogue> = {
  available: true,
  reason: null,
  role: 'kianda_sql_1',
  timeLimitSeconds: 20,
  tables: [{ schema: 'ocean', name: 'stations', columns: ['id', 'name'] }],
};
const runs: SqlRun[] = [
  {
    id: '00000000-0000-4000-8000-00000000000a',
    query: 'select 40 + 2',
    startedAt: at,
    durationMs: 3,
    rows: 1,
    outcome: 'done',
  },
];
const result: SqlResult = {
  id: '00000000-0000-4000-8000-00000000000b',
  columns: [
    { name: 'n', type: 'bigint', isNumeric: true },
    { name: 'n', type: 'text', isNumeric: false },
  ],
  rows: [
    ['42', '=HYPERLINK("x")'],
    ['12345678901234567890', null],
  ],
  durationMs: 12,
  truncated: 'rows',
  shortenedCells: 1,
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const answers: Readonly<Record<string, Reply>> = {
  [base]: { json: envelope(overview) },
  [`${base}/tables/ocean`]: { json: envelope(tables) },
  [`${base}/tables/ocean/stations`]: { json: envelope(detail) },
  [`${base}/tables/ocean/stations/count`]: { json: envelope({ rows: 1_250, durationMs: 40 }) },
  [`${base}/activity`]: { json: envelope(activity) },
  [`${base}/query/catalogue`]: { json: envelope(catalogue) },
  [`${base}/query/history`]: { json: envelope({ runs }) },
  [`${base}/query`]: { json: envelope(result) },
};
const open = (search = '', over: Readonly<Record<string, Reply>> = {}, options = {}) =>
  page.open(`/?section=databases${search}`, { ...answers, ...over }, options);

describe('tables', () => {
  test('begin with the largest schema; an estimate says that it is one, and one that is missing why', async () => {
    open();
    await page.says('≈ 1 247');
    expect(page.text('#servidor')).toContain('12 de 100 do servidor');
    expect(page.text('#servidor')).toContain('18.1');
    const unknown = page.host.querySelector('#tabelas abbr');
    expect([unknown?.textContent, unknown?.getAttribute('title')]).toEqual([
      '—',
      'O servidor ainda não analisou esta tabela.',
    ]);
    expect(page.text('#tabelas')).toContain('Fechada');
  });

  test('one that is open shows its indexes with their uses, and counts its rows when asked', async () => {
    open('&schema=ocean&table=stations');
    await page.says('stations_pkey');
    expect(page.text('#tabela')).toContain('81');
    expect(page.asked.some(({ path }) => path.endsWith('/count'))).toBe(false);
    page.button('Contar linhas')?.click();
    await page.says('1 250 linhas, contadas em 40 ms.');
  });

  test('a panel fails alone', async () => {
    open('', { [`${base}/tables/ocean`]: { status: 503, json: problem('unavailable', 503, 'Já volta.') } });
    await page.says('Falha ao carregar tabelas da base de dados. Já volta.');
    expect(page.text('#servidor')).toContain('18.1');
  });
});

test('activity: what runs now without the texts of the console, and why there are no sums', async () => {
  open('&view=activity');
  await page.says('select now()');
  expect(page.text('#em-curso')).toContain('Consulta da consola (o texto está na auditoria)');
  expect(page.text('#em-curso')).toContain('Lock: tuple');
  expect(page.text('#demoradas')).toContain('Falta a extensão pg_stat_statements.');
});

describe('SQL', () => {
  const runFromHistory = async () => {
    const row = await page.find(() =>
      [...page.host.querySelectorAll<HTMLElement>('#historico tbody tr')].find((one) =>
        one.textContent?.includes('select 40 + 2'),
      ),
    );
    (row.querySelector<HTMLElement>('button') ?? row).click();
    const editor = await page.find(() => page.host.querySelector('.cm-content'));
    await page.find(() => (editor.textContent?.includes('select 40 + 2') ? true : null));
    const button = await page.find(() =>
      page.button('Executar')?.disabled === false ? page.button('Executar') : null,
    );
    button.click();
  };

  test('a query of the history goes into the editor, runs, and its answer says what was left out', async () => {
    open('&view=sql');
    await runFromHistory();
    await page.says('2 linhas em 12 ms.');
    expect(page.asked.find(({ path }) => path === `${base}/query`)?.body).toMatchObject({ query: 'select 40 + 2' });
    const text = page.text('#resultado');
    expect(text).toContain('Só as primeiras 2 linhas');
    expect(text).toContain('1 valor com mais de 2 000 caracteres');
    expect(text).toContain('NULL');
    expect(text).toContain('12345678901234567890');
    expect(page.host.querySelector('.cm-content')?.getAttribute('aria-label')).toContain('Ctrl+Enter');
  });

  test('Ctrl+Enter runs', async () => {
    open('&view=sql');
    await runFromHistory();
    await page.says('2 linhas em 12 ms.');
    page.host
      .querySelector('.cm-content')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }));
    await page.find(() => (page.asked.filter(({ path }) => path === `${base}/query`).length === 2 ? true : null));
  });

  test('a refusal is told as an alert, and the editor keeps the text', async () => {
    open('&view=sql', {
      [`${base}/query`]: { status: 422, json: problem('sql_refused', 422, 'Execute uma consulta de cada vez.') },
    });
    await runFromHistory();
    await page.says('Execute uma consulta de cada vez.');
    expect(page.host.querySelector('[role=alert]')?.textContent).toContain('A consulta não correu.');
    expect(page.text('.cm-content')).toContain('select 40 + 2');
  });

  test('what is under way can be cancelled', async () => {
    open('&view=sql', { [`${base}/query`]: 'hang' });
    await runFromHistory();
    (await page.find(() => page.button('Cancelar consulta'))).click();
    const asked = await page.find(() => page.asked.find(({ path }) => path.endsWith('/cancel')));
    const run = page.asked.find(({ path }) => path === `${base}/query`)?.body as { id: string };
    expect(asked.path).toBe(`${base}/query/${run.id}/cancel`);
  });

  test('where the server has no restricted role, the reason stands in place of the editor', async () => {
    const refused = { ...catalogue, available: false, reason: 'A conta não pode criar papéis.', tables: [] };
    open('&view=sql', { [`${base}/query/catalogue`]: { json: envelope(refused) } });
    await page.says('A conta não pode criar papéis.');
    expect(page.button('Executar')).toBeUndefined();
  });

  test('who may not query is not offered it', async () => {
    open('&view=sql', {}, { role: 'operador' });
    await page.says('≈ 1 247');
    expect([...page.host.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual([
      'Tabelas',
      'Atividade',
    ]);
  });
});

test('an answer as a file: no formula runs, no number loses a digit', () => {
  const columns = resultColumns(result, (cell) => cell);
  const rows = result.rows.map((cells, index) => ({ index, cells }));
  const csv = toCsv(
    columns.map(({ label }) => label),
    rows.map((row) => columns.map(({ value }) => value?.(row))),
  );
  expect(csv).toContain(`42;"'=HYPERLINK(""x"")"`);
  expect(csv).toContain('12345678901234567890;\r\n');
  expect(JSON.parse(resultJson('select 1', result))).toEqual({
    query: 'select 1',
    truncated: true,
    columns: [
      { name: 'n', type: 'bigint' },
      { name: 'n', type: 'text' },
    ],
    rows: [
      [42, '=HYPERLINK("x")'],
      ['12345678901234567890', null],
    ],
  });
  expect([exactNumber('0.10'), exactNumber('-3.5'), exactNumber('NaN')]).toEqual(['0.10', -3.5, Number.NaN]);
});

test('a first query names what may be read, in quotes where it must', () => {
  expect(tableQuery(detail)).toBe('select *\nfrom ocean.stations\nlimit 100');
  const some = {
    ...detail,
    name: 'Minha "tabela"',
    readable: 'some' as const,
    columns: [...detail.columns, { name: 'segredo', type: 'text', nullable: true, readable: false }],
  };
  expect(tableQuery(some)).toBe('select id\nfrom ocean."Minha ""tabela"""\nlimit 100');
});
