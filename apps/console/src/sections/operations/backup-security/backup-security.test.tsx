// @vitest-environment happy-dom
import type { DataOf } from '@kianda/contract';
import type {
  Backup,
  BackupDrill,
  backupDetail,
  backupLog,
  backupOverview,
  backupSettings,
} from '@kianda/contract/operations/backups/backups.contract';
import type { instantStatus } from '@kianda/contract/operations/backups/instants.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { envelope, problem, type Reply } from '../../../client/testing.ts';
import { createPage } from '../../testing.tsx';

const at = '2026-08-31T08:00:00.000Z';
const name = '2026-08-31-020000-completa';
const base = '/admin-api/backup';
const backup: Backup = {
  id: name,
  name,
  type: 'full',
  status: 'completed',
  trigger: 'schedule',
  actor: 'Kianda',
  startTime: at,
  endTime: '2026-08-31T08:01:30.000Z',
  markedAt: at,
  markLsn: '0/9C021D0',
  size: 14_227_665,
  path: '/copias',
  rows: 188_087,
  tables: 126,
  objects: 450,
  checksum: 'ab'.repeat(32),
  base: null,
  requires: [],
  error: null,
  keyFingerprint: 'b057-42e5-a91b-dd9c',
  verifiedAt: null,
  verifyError: null,
  drilledAt: at,
  drillPassed: true,
  copies: [{ target: 'main', place: '/copias', state: 'good', at, error: null }],
};
const overview: DataOf<typeof backupOverview> = {
  lastBackup: backup,
  ageHours: 1,
  maxAgeHours: 30,
  isTooOld: false,
  next: { type: 'incremental', at: '2026-09-01T02:00:00.000Z' },
  stats: { total: 4, successful: 3, failed: 1, successRate: 75, retentionDays: 30, storedBytes: 14_227_665 },
  rule: {
    copies: 2,
    media: 1,
    offsite: 0,
    isMet: false,
    places: [
      {
        id: 'main',
        label: 'Destino principal',
        place: '/copias',
        medium: 'disco 1',
        isOffsite: false,
        holds: true,
        detail: 'Tem a última cópia inteira.',
        checkedAt: at,
      },
    ],
  },
  key: { fingerprint: 'b057-42e5-a91b-dd9c', origin: 'file', path: '/dados/backup.key', savedAt: null, savedBy: null },
  lastDrill: { at, passed: true, backup: name },
  nextDrillAt: null,
  pointInTime: { isAvailable: false, detail: 'O servidor não arquiva o seu diário.', lastArchivedAt: null },
  activity: [
    {
      runId: '00000000-0000-4000-8000-00000000000a',
      action: 'drill',
      label: 'Ensaio de reposição',
      subject: 'drill',
      state: 'running',
      progress: 0.42,
      message: 'A comparar sea.fish',
      startedAt: at,
    },
  ],
};
const detail: DataOf<typeof backupDetail> = {
  backup,
  neededBy: [],
  restore: { isPossible: true, reason: null, rowsInBackup: 188_087, minutesSinceMark: 60 },
};
const drill: BackupDrill = {
  id: '00000000-0000-4000-8000-00000000000b',
  backup: name,
  target: 'main',
  startedAt: at,
  endedAt: at,
  state: 'passed',
  error: null,
  seconds: 42,
  lossMinutes: 5,
  tables: 1,
  rows: 1000,
  objects: 1,
  objectBytes: 2,
  evidence: [{ table: 'sea.fish', rows: 1000, foundRows: 1000, isSame: true }],
  instant: null,
};
const instants: DataOf<typeof instantStatus> = {
  isArchiving: true,
  everySeconds: 60,
  windows: [{ from: '2026-08-24T02:00:00.000Z', to: '2026-08-31T08:59:30.000Z' }],
  lastArchivedAt: '2026-08-31T08:59:30.000Z',
  lagSeconds: 30,
  segments: 10_080,
  storedBytes: 2_000_000_000,
  lastHourBytes: 12_000_000,
  waiting: 0,
  failure: null,
  gaps: [{ first: '00000001000000000000000A', last: '00000001000000000000000A', segments: 1 }],
  bases: [
    {
      name: 'instante-20260824-020000',
      status: 'completed',
      trigger: 'schedule',
      actor: 'Kianda',
      startTime: '2026-08-24T01:59:00.000Z',
      usableFrom: '2026-08-24T02:00:00.000Z',
      dataBytes: 400_000_000,
      size: 90_000_000,
      files: 1_200,
      error: null,
      isOnSecond: false,
    },
  ],
  command: "npm run restore -- '/copias' --substituir --instante=",
};
const settings: DataOf<typeof backupSettings> = {
  scheduleEnabled: true,
  fullWeekday: 0,
  fullAt: '02:00',
  incrementalAt: '03:00',
  retentionDays: 30,
  maxAgeHours: 30,
  drillEveryDays: 7,
  second: { kind: 'sftp', address: 'sftp://kianda@copias.exemplo.ao/k', hostKey: `SHA256:${'a'.repeat(43)}` },
  mainPlace: '/copias',
  hasSecret: true,
  updatedAt: at,
  updatedBy: 'ana@kianda.test',
};
const pageOf = <T,>(data: T[]) => ({
  data,
  total: data.length,
  page: 1,
  pageSize: 200,
  hasNext: false,
  hasPrev: false,
});
const lines: DataOf<typeof backupLog>['data'] = [{ id: 1, at, level: 'warn', backup: name, message: 'Interrompida.' }];
const started = { json: envelope({ runId: '00000000-0000-4000-8000-00000000000c' }), status: 202 };
const answers: Readonly<Record<string, Reply>> = {
  [`${base}/overview`]: { json: envelope(overview) },
  [base]: { json: envelope(pageOf([backup])) },
  [`${base}/list/${name}`]: { json: envelope(detail) },
  [`${base}/list/${name}/restore`]: started,
  [`${base}/create`]: started,
  [`${base}/instant`]: { json: envelope(instants) },
  [`${base}/instant/drill`]: started,
  [`${base}/instant/restore`]: started,
  [`${base}/drills`]: { json: envelope({ drills: [drill] }) },
  [`${base}/log`]: { json: envelope(pageOf(lines)) },
  [`${base}/settings`]: { json: envelope(settings) },
};

let page: ReturnType<typeof createPage>;
beforeEach(() => {
  page = createPage();
});
afterEach(() => page.close());

const open = (search = '', over: Readonly<Record<string, Reply>> = {}, options = {}) =>
  page.open(`/?section=backup-security${search}`, { ...answers, ...over }, options);
const everything = () =>
  [...document.querySelectorAll('main, [role=dialog]')]
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll('\u00a0', ' ');
const click = async (label: string) => {
  const find = () => [...document.querySelectorAll('button')].find((one) => one.textContent === label);
  (await page.find(find)).click();
};
const type = (selector: string, text: string) => {
  const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector);
  if (field === null) throw new Error(`no ${selector}`);
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

test('the summary says the last copy, the rule as measured, where the key is, and what is under way', async () => {
  open();
  await page.says('b057-42e5-a91b-dd9c');
  const text = page.text();
  expect(text).toContain('2 / 3');
  expect(text).toContain('Por cumprir');
  expect(text).toContain('A chave está só em /dados/backup.key');
  expect(text).toContain('42 % · A comparar sea.fish');
  expect(text).toContain('3 de 4');
  expect(text).toContain('O servidor não arquiva o seu diário.');
});

test('without an answer the summary says so, and without a copy what comes next', async () => {
  open('', { [`${base}/overview`]: { status: 500, json: problem('internal', 500, 'Falhou.') } });
  await page.says('Tentar Novamente');
  await page.close();
  page = createPage();
  open('&view=copies', { [base]: { json: envelope(pageOf<Backup>([])) } });
  await page.says('Ainda não há cópias.');
});

test('a restoration takes two steps, the name of the copy and a reason', async () => {
  open(`&view=copies&copy=${name}`);
  await click('Repor…');
  await page.find(() => (everything().includes('Passo 1 de 2') ? true : undefined));
  expect(everything()).toContain('há 1 h');
  await click('Continuar');
  await page.find(() => document.querySelector('textarea'));
  const confirm = () => [...document.querySelectorAll('button')].find((one) => one.textContent === 'Repor esta cópia');
  expect(confirm()?.disabled).toBe(true);
  type('[role=dialog] form input', 'outra');
  type('[role=dialog] form textarea', 'dados apagados por engano');
  expect(confirm()?.disabled).toBe(true);
  type('[role=dialog] form input', name);
  await page.find(() => (confirm()?.disabled === false ? true : undefined));
  confirm()?.click();
  const sent = await page.find(() => page.asked.find(({ path }) => path.endsWith('/restore')));
  expect(sent.body).toEqual({ confirmation: name, reason: 'dados apagados por engano', target: 'main' });
});

test('an instant: the window as it is kept, gaps named, rehearsed, and restored in two steps by its name', async () => {
  open('&view=instants');
  await page.says('Falta o segmento 00000001000000000000000A');
  expect(page.text()).toContain('10 080 segmentos');
  expect(page.text()).toContain("npm run restore -- '/copias' --substituir --instante=2026-08-31T08:59:30.000Z");
  const field = 'input[placeholder="dd/mm/aaaa hh:mm"]';
  await page.find(() => document.querySelector(field));
  type(field, '20/08/2026 00:00:00');
  await page.says('Antes do primeiro instante');
  const chosen = '2026-08-30T11:00:00.000Z';
  type(field, '30/08/2026 12:00:00');
  await page.says(`Em UTC: ${chosen}`);
  await click('Ensaiar neste instante');
  const rehearsed = await page.find(() => page.asked.find(({ path }) => path === `${base}/instant/drill`));
  expect(rehearsed.body).toEqual({ instant: chosen });
  await click('Repor neste instante…');
  await click('Continuar');
  await page.find(() => document.querySelector('textarea'));
  type('[role=dialog] form input', chosen);
  type('[role=dialog] form textarea', 'dados apagados por engano');
  await click('Repor neste instante');
  const sent = await page.find(() => page.asked.find(({ path }) => path === `${base}/instant/restore`));
  expect(sent.body).toEqual({ instant: chosen, confirmation: chosen, reason: 'dados apagados por engano' });
  await page.close();
  page = createPage();
  const off = { ...instants, isArchiving: false, windows: [], gaps: [], bases: [] };
  open('&view=instants', { [`${base}/instant`]: { json: envelope(off) } }, { role: 'operador' });
  await page.says('KIANDA_WAL_ARCHIVE=on');
  expect(everything()).not.toContain('Repor neste instante');
});

test('an operator makes copies, but neither restores nor removes, nor changes the settings', async () => {
  open(`&view=copies&copy=${name}`, {}, { role: 'operador' });
  await page.find(() => (everything().includes('Ensaiar reposição') ? true : undefined));
  expect(everything()).not.toContain('Repor…');
  expect(everything()).not.toContain('Eliminar…');
  await click('Executar cópia completa');
  const sent = await page.find(() => page.asked.find(({ path }) => path === `${base}/create`));
  expect(sent.body).toEqual({ type: 'full' });
  await page.close();
  page = createPage();
  open('&view=settings', {}, { role: 'operador' });
  await page.says('Só os administradores');
  expect(document.querySelector('fieldset')?.disabled).toBe(true);
});

test('the settings keep the secret unseen, and send another only when one is written', async () => {
  open('&view=settings');
  await page.says('Deixe vazio para manter');
  await click('Gravar definições');
  const sent = await page.find(() => page.asked.find(({ method }) => method === 'PUT'));
  expect(sent.body).toMatchObject({ retentionDays: 30, second: { kind: 'sftp' } });
  expect(sent.body).not.toHaveProperty('secret');
});

test('backups and their log are filtered, ordered, paged and given as files by the server', async () => {
  const asked: Record<string, Record<string, string>[]> = { list: [], log: [], file: [] };
  const noted =
    (kind: string, answer: (query: URLSearchParams) => object) =>
    (query: URLSearchParams): Reply => {
      asked[kind]?.push(Object.fromEntries(query));
      return { json: answer(query) };
    };
  const paged = <T,>(data: T[], query: URLSearchParams) =>
    envelope({ ...pageOf(data), total: 120, page: Number(query.get('page')), pageSize: 50, hasNext: true });
  page.open('/?section=backup-security&view=copies&page=2', {
    ...answers,
    [base]: noted('list', (query) => paged([backup], query)),
    [`${base}/log`]: noted('log', (query) => paged(lines, query)),
    [`${base}/export`]: noted('file', () => ({})),
  });
  const asks = (kind: string, wanted: Record<string, string>) =>
    page.find(() =>
      Object.entries(wanted).every(([key, value]) => asked[kind]?.at(-1)?.[key] === value) ? true : null,
    );
  const choose = (label: string, value: string) => {
    const named = [...page.host.querySelectorAll('label')].find(({ textContent }) => textContent === label);
    const field = document.getElementById(named?.htmlFor ?? '') as HTMLSelectElement;
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  await page.says('51–100 de 120');
  await asks('list', { page: '2', sort: 'begun', order: 'desc' });
  choose('Estado', 'completed');
  await asks('list', { page: '1', state: 'completed' });
  choose('Ordenar por', 'size');
  await asks('list', { sort: 'size', state: 'completed' });
  await click('Exportar');
  const json = await page.find(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === 'JSON'),
  );
  json.click();
  await asks('file', { state: 'completed', sort: 'size', order: 'desc', format: 'json' });
  await click('Registo');
  await page.says('Interrompida.');
  await asks('log', { page: '1', sort: 'at' });
  expect(asked.log?.at(-1)).not.toHaveProperty('state');
  choose('Nível', 'error');
  await asks('log', { level: 'error' });
  page.button('Página seguinte')?.click();
  await asks('log', { level: 'error', page: '2' });
});

test('drills show their evidence; the log its lines', async () => {
  open('&view=drills');
  await page.says('Passou');
  const row = await page.find(() =>
    [...page.host.querySelectorAll<HTMLElement>('tbody tr, [role=row]')].find((one) => one.textContent?.includes(name)),
  );
  (row.querySelector<HTMLElement>('button') ?? row).click();
  await page.find(() => (everything().includes('sea.fish') ? true : undefined));
  await page.close();
  page = createPage();
  open('&view=log');
  await page.says('Interrompida.');
});
