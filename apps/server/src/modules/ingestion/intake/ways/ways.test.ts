import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFirstDay, firstDay } from '@kianda/contract/ingestion/connectors/first-day.contract';
import * as contract from '@kianda/contract/ingestion/connectors/intake.contract';
import { setCredentials, testConnection } from '@kianda/contract/ingestion/connectors/operations.contract';
import ExcelJS from 'exceljs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchCsv, createIntakeWorld, type IntakeWorld } from '../testing/world.ts';

let world: IntakeWorld;
beforeEach(async () => {
  world = await createIntakeWorld();
});
afterEach(() => world.close());

const params = { id: 'angola-inipm' };
const signal = new AbortController().signal;

describe('signed pushes', () => {
  const secretOf = async () => (await world.ask(contract.intakePushSecret, { params })).data.secret;

  test('a known header is stored at once; the same bytes again are recognised', async () => {
    const secret = await secretOf();
    const first = await world.push(secret, catchCsv(5));
    expect(first.data).toMatchObject({ outcome: 'received', state: 'accepted', rowsTotal: 5, rowsRejected: 0 });
    await world.settled();
    expect(world.catches.size).toBe(5);
    expect((await world.push(secret, catchCsv(5))).data).toMatchObject({
      outcome: 'already_received',
      fileId: first.data.fileId,
    });
    const overview = await world.ask(contract.intakeOverview, { params });
    expect(overview.data.push).toMatchObject({ path: '/admin-api/data/push/angola-inipm', keyId: expect.any(String) });
    expect(JSON.stringify(overview.data)).not.toContain(secret);
    expect(world.audited).toContain('credentials connector/angola-inipm');
  });

  test('an unknown header waits for somebody to map it', async () => {
    const answer = await world.push(await secretOf(), 'a;b\n1;2\n');
    expect(answer.data).toMatchObject({ state: 'awaiting_mapping', reason: expect.stringContaining('falta data') });
  });

  test('a wrong, changed, old, early, repeated or unsigned delivery leaves nothing', async () => {
    const secret = await secretOf();
    const body = catchCsv(1);
    const nonce = 'a'.repeat(24);
    const nowMs = world.platform.clock.nowMs();
    const attempts = [
      () => world.push('outro-segredo', body),
      () => world.push(secret, body, { sent: `${body} ` }),
      () => world.push(secret, body, { timestampMs: nowMs - 301_000 }),
      () => world.push(secret, body, { timestampMs: nowMs + 301_000 }),
      () => world.push(secret, body, { signature: '0'.repeat(64) }),
      () => world.push(secret, body, { signature: '' }),
      () => world.push(secret, body, { nonce: 'curto' }),
    ];
    for (const attempt of attempts) expect((await attempt()).code).toBe('invalid_credentials');
    expect((await world.ask(contract.intakeFiles, { params })).data.total).toBe(0);
    // The nonce of a forgery is not used up: whoever has the secret can still deliver with it.
    expect((await world.push('outro', body, { nonce })).code).toBe('invalid_credentials');
    expect((await world.push(secret, body, { nonce })).data.outcome).toBe('received');
    expect((await world.push(secret, catchCsv(2), { nonce })).code).toBe('invalid_credentials');
    await world.settled();
  });

  test('a new secret ends the one before; a connector without one takes nothing', async () => {
    expect((await world.push('nenhum', catchCsv(1))).code).toBe('invalid_credentials');
    const old = await secretOf();
    const renewed = await secretOf();
    expect(renewed).not.toBe(old);
    expect((await world.push(old, catchCsv(1))).code).toBe('invalid_credentials');
    expect((await world.push(renewed, catchCsv(1))).data.outcome).toBe('received');
    await world.settled();
  });
});

describe('the watched folder', () => {
  const namesIn = async (...parts: string[]) => (await readdir(join(world.folder, ...parts))).toSorted();

  test('that is not there, or is none, is told on the first day and by the connection test', async () => {
    const checked = async () => {
      const { data: asked } = await world.ask(checkFirstDay, { body: { connector: params.id } });
      await world.ended(asked.runId);
      const { lines } = (await world.ask(firstDay)).data;
      return lines.find(({ id }) => id === params.id);
    };
    expect(await checked()).toMatchObject({ outcome: 'nothing_to_ask' });
    await rm(world.folder, { recursive: true });
    const missing = `A pasta vigiada ${world.folder} não existe.`;
    expect(await checked()).toMatchObject({
      outcome: 'inbox_unreadable',
      detail: missing,
      advice: expect.stringMatching(/^A pasta onde a instituição deixa os ficheiros não existe ou não se deixa ler/),
    });
    expect((await world.ask(testConnection, { params })).data).toMatchObject({ ok: false, message: missing });
    await writeFile(world.folder, '');
    expect((await checked())?.detail).toContain('(ENOTDIR)');
  });

  test('whole files are taken and moved with a report; unknown ones are set aside with the reason', async () => {
    await writeFile(
      join(world.folder, 'bom.csv'),
      catchCsv(4, (row, index) => (index === 2 ? ['ontem', ...row.slice(1)] : row)),
    );
    await writeFile(join(world.folder, 'outro.csv'), 'a;b\n1;2\n');
    await writeFile(join(world.folder, 'a-meio.csv.part'), catchCsv(1));
    await writeFile(join(world.folder, '.escondido'), catchCsv(1));
    await symlink('/etc/hostname', join(world.folder, 'ligacao.csv'));
    await mkdir(join(world.folder, 'pasta.csv'));
    await world.intake.collect(signal);
    await world.settled();
    expect(world.catches.size).toBe(3);
    expect(await namesIn()).toEqual([
      '.escondido',
      'a-meio.csv.part',
      'ligacao.csv',
      'pasta.csv',
      'processado',
      'rejeitado',
    ]);
    const done = await namesIn('processado');
    expect(done.map((name) => name.replace(/^.*Z-/, ''))).toEqual([
      'bom.csv',
      'bom.csv.relatorio.csv',
      'bom.csv.relatorio.txt',
    ]);
    expect(await readFile(join(world.folder, 'processado', done[1] ?? ''), 'utf8')).toContain('não é uma data');
    const refused = await namesIn('rejeitado');
    expect(refused).toHaveLength(2);
    expect(await readFile(join(world.folder, 'rejeitado', refused[1] ?? ''), 'utf8')).toContain('Cabeçalho por mapear');
  });

  test('a file that is still growing is left for the next turn, unless its sender marked it', async () => {
    const path = join(world.folder, 'cresce.csv');
    await writeFile(path, catchCsv(1));
    const growing = setInterval(
      () => void writeFile(path, `${catchCsv(1)}${'\n'.repeat(Math.ceil(performance.now()))}`),
      1,
    );
    await world.intake.collect(signal);
    clearInterval(growing);
    expect(world.catches.size).toBe(0);
    expect(await namesIn()).toContain('cresce.csv');
    await writeFile(`${path}.ok`, '');
    await world.intake.collect(signal);
    await world.settled();
    expect(await namesIn()).toEqual(['processado', 'rejeitado']);
    expect(world.catches.size).toBe(1);
  });

  test('the same file again is told to whoever left it there', async () => {
    for (const name of ['um.csv', 'dois.csv']) {
      await writeFile(join(world.folder, name), catchCsv(1));
      await world.intake.collect(signal);
      await world.settled();
    }
    const report = (await namesIn('processado')).find((name) => name.endsWith('dois.csv.relatorio.txt')) ?? '';
    expect(await readFile(join(world.folder, 'processado', report), 'utf8')).toContain('já recebido em 2026-08-31');
  });
});

describe('templates', () => {
  test.each(['csv', 'xlsx'] as const)(
    '%s: what it shows is read as it stands; its examples only once unmarked',
    async (format) => {
      const template = await world.ask(contract.intakeTemplate, { params, query: { format } });
      expect(template.headers['content-disposition']).toContain(`angola-inipm-capturas.${format}`);
      const untouched = await world.upload(template.bytes, `modelo.${format}`);
      expect(untouched.data.file).toMatchObject({ state: 'rejected', reason: 'O ficheiro não tem linhas de dados.' });
      let unmarked: Uint8Array;
      if (format === 'csv') unmarked = Buffer.from(template.bytes.toString().replaceAll(/^# (?=\d)/gm, ''));
      else {
        const book = new ExcelJS.Workbook();
        await book.xlsx.load(template.bytes as unknown as ArrayBuffer);
        const sheet = book.worksheets[0];
        for (const row of [3, 4]) {
          const cell = sheet?.getCell(row, 1);
          if (cell !== undefined) cell.value = cell.text.replace('# ', '');
        }
        unmarked = Buffer.from(await book.xlsx.writeBuffer());
      }
      const { data } = await world.upload(unmarked, `preenchido.${format}`);
      expect(data.preview).toMatchObject({ total: 2, rejected: 0, missing: [], dialect: { format } });
      await world.store(data.file.id);
      expect([...world.catches.values()].map(({ port, tonnes }) => [port, tonnes])).toEqual([
        ['Namibe', 1234.5],
        ['Baía Farta', 3.25],
      ]);
    },
  );

  test('of the other format, and of none', async () => {
    const cruise = await world.ask(contract.intakeTemplate, { params, query: { stream: 'cruzeiros' } });
    expect(cruise.bytes.toString()).toContain('profundidade_m');
    expect((await world.ask(contract.intakeTemplate, { params, query: { stream: 'nenhum' } })).code).toBe('not_found');
    expect((await world.ask(contract.intakeTemplate, { params: { id: 'obis' } })).code).toBe('not_found');
  });
});

describe('spreadsheets', () => {
  test('days, numbers, formulas and merged titles are read as what they show', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Capturas');
    sheet.addRow(['Capturas de julho']);
    sheet.mergeCells('A1:F1');
    sheet.addRow(['data', 'porto', 'segmento', 'arte', 'codigo_fao', 'quantidade_t']);
    sheet.addRow([new Date('2026-07-15T00:00:00Z'), 'Namibe', 'industrial', 'cerco', 'HMZ', 1.234]);
    sheet.addRow(['16/07/2026', 'Lobito', 'industrial', 'cerco', 'HMZ', '1.234,5']);
    sheet.addRow(['17/07/2026', 'Soyo', 'industrial', 'cerco', 'HMZ', { formula: '2*3', result: 6 }]);
    sheet.addRow(['18/07/2026', 'Soyo', 'industrial', 'cerco', 'HMZ', { error: '#REF!' }]);
    const { data } = await world.upload(Buffer.from(await book.xlsx.writeBuffer()), 'julho.xlsx');
    expect(data.preview).toMatchObject({
      total: 4,
      rejected: 1,
      dialect: { format: 'xlsx', headerLine: 2, decimal: 'comma' },
    });
    await world.store(data.file.id);
    expect([...world.catches.values()].map(({ date, tonnes }) => [date, tonnes])).toEqual([
      ['2026-07-15', 1.234],
      ['2026-07-16', 1234.5],
      ['2026-07-17', 6],
    ]);
  });
});

test('credentials of SFTP are taken, others not', async () => {
  const body = { credentials: { sftpAddress: 'sftp://a@exemplo.ao/', sftpPassword: 'x' } };
  expect((await world.ask(setCredentials, { params, body })).status).toBe(200);
  const overview = await world.ask(contract.intakeOverview, { params });
  expect(overview.data.sftp).toEqual({ address: 'sftp://exemplo.ao/', credentialsSet: true });
  expect((await world.ask(setCredentials, { params, body: { credentials: { outra: 'x' } } })).code).toBe(
    'validation_failed',
  );
});
