import { deadLetters } from '@kianda/contract/ingestion/connectors/dead-letters.contract';
import * as contract from '@kianda/contract/ingestion/connectors/intake.contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchCsv, createIntakeWorld, type IntakeWorld } from './testing/world.ts';

let world: IntakeWorld;
beforeEach(async () => {
  world = await createIntakeWorld();
});
afterEach(() => world.close());

const params = { id: 'angola-inipm' };
const header = 'data;porto;segmento;arte;codigo_fao;quantidade_t';

test('10,000 rows of which 137 are bad: 9,863 stored, 137 dead letters with their reasons', async () => {
  const isBad = (index: number) => index % 73 === 0;
  const bad = Array.from({ length: 10_000 }, (_, index) => index).filter(isBad).length;
  expect(bad).toBe(137);
  const csv = catchCsv(10_000, (row, index) => {
    if (!isBad(index)) return row;
    const faults: readonly (readonly [number, string])[] = [
      [0, '31/02/2024'],
      [8, 'muito'],
      [7, ''],
      [3, 'pirata'],
    ];
    const [column, value] = faults[(index / 73) % faults.length] ?? [0, ''];
    return row.map((cell, at) => (at === column ? value : cell));
  });

  const received = await world.upload(csv);
  expect(received.status).toBe(201);
  expect(received.data).toMatchObject({
    outcome: 'received',
    file: { state: 'awaiting_confirmation', rowsTotal: 10_000, rowsRejected: 137 },
  });
  expect(received.data.preview).toMatchObject({
    total: 10_000,
    valid: 9_863,
    rejected: 137,
    missing: [],
    dialect: { format: 'csv', delimiter: ';', decimal: 'comma', encoding: 'utf-8', headerLine: 1 },
  });
  expect(received.data.preview?.reasons.map(({ reason, count }) => `${count} ${reason}`)).toEqual([
    expect.stringContaining('35 data: data que não existe'),
    expect.stringContaining('34 quantidade_t: não é um número'),
    expect.stringContaining('34 codigo_fao: em falta'),
    expect.stringContaining('34 segmento: esperado industrial'),
  ]);
  expect(world.catches.size).toBe(0);

  await world.store(received.data.file.id);
  expect(world.catches.size).toBe(9_863);
  const run = await world.db.selectFrom('connectors.runs').selectAll().executeTakeFirstOrThrow();
  expect(run).toMatchObject({
    state: 'succeeded_with_rejects',
    records_written: 9_863,
    records_rejected: 137,
    pages: 10,
  });
  const letters = await world.ask(deadLetters, { params, query: { pageSize: '200' } });
  expect(letters.data.total).toBe(137);
  expect(letters.data.rows).toHaveLength(137);
  const [letter] = letters.data.rows.toSorted((a, b) => a.id - b.id);
  expect(letter).toMatchObject({ reason: expect.stringContaining('data que não existe: «31/02/2024»') });
  expect(JSON.stringify(letter?.raw)).toContain('"linha":2');
  const files = await world.ask(contract.intakeFiles, { params });
  expect(files.data.data[0]).toMatchObject({ state: 'stored', runId: run.id, rowsTotal: 10_000, rowsRejected: 137 });
  const raw = await world.db.selectFrom('connectors.raw_pages').selectAll().execute();
  // No request brought the file: its size is what was received, on its raw page and of the whole run.
  expect([run.bytes, raw[0]?.bytes].map(Number)).toEqual([received.data.file.sizeBytes, received.data.file.sizeBytes]);
  expect(raw.map(({ storage_key }) => storage_key)).toEqual([`intake/angola-inipm/${files.data.data[0]?.sha256}.gz`]);
});

test('the same bytes twice are one delivery; what was discarded may come again', async () => {
  const csv = catchCsv(3);
  const first = await world.upload(csv, 'julho.csv');
  const second = await world.upload(csv, 'outro-nome.csv');
  expect(second.status).toBe(200);
  expect(second.data).toMatchObject({
    outcome: 'already_received',
    file: { id: first.data.file.id, name: 'julho.csv' },
    preview: null,
  });
  await world.ask(contract.intakeDiscard, { params: { fileId: first.data.file.id } });
  const third = await world.upload(csv, 'julho.csv');
  expect(third.data.outcome).toBe('received');
  await world.store(third.data.file.id);
  expect((await world.upload(csv)).data).toMatchObject({ outcome: 'already_received', file: { state: 'stored' } });
  expect(world.catches.size).toBe(3);
});

test('a header nobody knows is mapped once, and remembered', async () => {
  const csv = (weight: string) =>
    `Quando;Onde;Frota X;Como;Cod;Peso total\r\n15/07/2026;Namibe;industrial;cerco;HMZ;${weight}\r\n`;
  const first = await world.upload(csv('1.234,5'));
  expect(first.data.file).toMatchObject({ state: 'awaiting_mapping', reason: expect.stringContaining('data, porto') });
  const fileId = first.data.file.id;
  const refused = await world.ask(contract.intakeConfirm, { params: { fileId }, body: {} });
  expect(refused.code).toBe('validation_failed');
  const columns = ['data', 'porto', 'segmento', 'arte', 'codigo_fao', 'quantidade_t'];
  const preview = await world.ask(contract.intakePreview, {
    params: { fileId },
    body: { stream: 'capturas', columns },
  });
  expect(preview.data.preview).toMatchObject({ missing: [], valid: 1, remembered: false });
  expect(world.catches.size).toBe(0);
  await world.store(fileId, { stream: 'capturas', columns });
  expect([...world.catches.values()]).toMatchObject([{ date: '2026-07-15', port: 'Namibe', tonnes: 1234.5 }]);
  const second = await world.upload(csv('2,5'));
  expect(second.data.file.state).toBe('awaiting_confirmation');
  expect(second.data.preview?.remembered).toBe(true);
  for (const [wrong, why] of [
    [['data', 'data'], 'mais do que uma coluna'],
    [['peso'], 'não existe'],
  ] as const) {
    const answer = await world.ask(contract.intakeConfirm, {
      params: { fileId: second.data.file.id },
      body: { columns: wrong },
    });
    expect(answer.detail).toContain(why);
  }
});

test('nothing is decided twice', async () => {
  const { data } = await world.upload(catchCsv(2));
  await world.store(data.file.id);
  for (const endpoint of [contract.intakeConfirm, contract.intakeDiscard] as const) {
    const again = await world.ask(endpoint, { params: { fileId: data.file.id }, body: {} });
    expect(again.code).toBe('conflict');
  }
});

describe('what files may look like', () => {
  const stored = async (body: Uint8Array | string, name = 'capturas.csv') => {
    const { data } = await world.upload(body, name);
    if (data.file.state === 'awaiting_confirmation') await world.store(data.file.id);
    return data;
  };
  const row = '15/07/2026;Baía Farta;artesanal;emalhar;SAA;3,25';

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${header}\n${row}\n`), 'utf-8'],
    ['Windows-1252', Buffer.from(`${header}\n${row}\n`, 'latin1'), 'windows-1252'],
    ['UTF-16 of a spreadsheet', Buffer.from(`\ufeff${header}\n${row}\n`.replaceAll(';', '\t'), 'utf16le'), 'utf-16le'],
    ['old line ends', Buffer.from(`${header}\r${row}\r`), 'utf-8'],
  ])('%s', async (_name, bytes, encoding) => {
    const { preview } = await stored(bytes);
    expect(preview?.dialect.encoding).toBe(encoding);
    expect([...world.catches.values()]).toMatchObject([{ port: 'Baía Farta', tonnes: 3.25 }]);
  });

  test('commas between cells and decimal points; titles above the header; units and blank lines; accents and names', async () => {
    const csv = [
      'Instituto Nacional de Investigação Pesqueira e Marinha',
      '',
      'Data,Porto,Segmento,Arte de pesca,Código FAO,Quantidade (t)',
      '# dd/mm/aaaa,,,,,t',
      '2026-07-15,"Porto, cais 2",Semi industrial,Cerco,hmz,"1,234.50"',
      ',,,,,',
      '2026-07-16,Lobito,INDUSTRIAL,cerco,HMZ,0.125',
    ].join('\n');
    const { preview } = await stored(csv);
    expect(preview).toMatchObject({
      total: 2,
      rejected: 0,
      dialect: { delimiter: ',', decimal: 'point', headerLine: 3 },
    });
    expect([...world.catches.values()]).toMatchObject([
      { port: 'Porto, cais 2', segment: 'semi-industrial', gear: 'cerco', speciesCode: 'HMZ', tonnes: 1234.5 },
      { segment: 'industrial', tonnes: 0.125 },
    ]);
  });

  test('hostile rows are dead letters, the others are stored', async () => {
    const rows = [
      '15/07/2026;Namibe;industrial;cerco;HMZ;1,5',
      `15/07/2026;${'x'.repeat(1_048_576)};industrial;cerco;HMZ;1,5`,
      '15/07/2026;Nami\0be;industrial;cerco;HMZ;1,5',
      '15/07/2026;=HYPERLINK("http://mau");industrial;cerco;HMZ;1,5',
      '15/07/2026;Namibe;industrial;cerco;HMZ;1,5;a mais',
      '15/07/2026;Namibe;industrial',
      '15/07/2026;Namibe;industrial;cerco;HMZ;-1,5',
      '15/07/2026;Namibe;industrial;cerco;HMZ;9.999.999,0',
      '15/07/2027;Namibe;industrial;cerco;HMZ;1,5',
      '07/15/2026;Namibe;industrial;cerco;HMZ;1,5',
      '15/07/2026;Namibe;industrial;cerco;HMZ;n/d',
      '16/07/2026;Namibe;industrial;cerco;HMZ;0',
    ];
    const { preview, file } = await stored(`${header}\r\n${rows.join('\r\n')}\r\n`);
    expect(preview?.rejectedRows.map(({ line, errors }) => `${line} ${errors[0]?.message ?? ''}`)).toEqual([
      '3 porto: célula com 1048576 caracteres',
      '4 porto: carácter nulo na célula',
      expect.stringContaining('5 porto: começa como uma fórmula'),
      '6 linha com 7 células; o cabeçalho tem 6',
      '7 linha com 3 células; o cabeçalho tem 6',
      expect.stringContaining('8 quantidade_t: abaixo do mínimo'),
      expect.stringContaining('9 quantidade_t: acima do máximo'),
      expect.stringContaining('10 data: no futuro'),
      expect.stringContaining('11 data: data que não existe'),
      '12 quantidade_t: em falta (ou peso_kg)',
    ]);
    expect([...world.catches.values()].map(({ date, tonnes }) => [date, tonnes])).toEqual([
      ['2026-07-15', 1.5],
      ['2026-07-16', 0],
    ]);
    const letters = await world.ask(deadLetters, { params });
    expect(letters.data.total).toBe(10);
    const report = await world.ask(contract.intakeReport, { params: { fileId: file.id } });
    const text = report.bytes.toString();
    expect(text).toContain(`"'=HYPERLINK`);
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(11);
  });

  test('a quote that is never closed does not swallow the rest', async () => {
    const { preview } = await stored(
      `${header}\n15/07/2026;"Namibe;industrial;cerco;HMZ;1\n16/07/2026;Lobito;industrial;cerco;HMZ;2\n`,
    );
    expect(preview?.warnings.join()).toContain('aspas por fechar');
    expect(preview).toMatchObject({ total: 2, rejected: 0 });
    expect(world.catches.size).toBe(2);
  });

  test.each([
    ['empty', '', 'vazio'],
    ['a header and nothing else', `${header}\n`, 'linhas de dados'],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'XLS antigo'],
    ['a picture', Buffer.from(Array.from({ length: 400 }, (_, index) => index % 32)), 'não é texto'],
    ['a broken archive', Buffer.from('PK\u0003\u0004 e mais nada'), 'danificado'],
  ])('%s is refused with its reason', async (_name, bytes, reason) => {
    const { data } = await world.upload(bytes);
    expect(data.file).toMatchObject({ state: 'rejected', reason: expect.stringContaining(reason) });
    expect(data.preview).toBeNull();
  });

  test('a file above the limit is refused before it is whole', async () => {
    await world.close();
    world = await createIntakeWorld({ maxFileBytes: 1_048_576 });
    const { code, detail } = await world.upload('x'.repeat(1_048_577));
    expect([code, detail]).toEqual(['payload_too_large', 'O ficheiro excede o limite de 1 MB.']);
    expect((await world.ask(contract.intakeFiles, { params })).data.total).toBe(0);
  });
});

describe('cruises', () => {
  const ctdHeader = 'cruzeiro;estacao;data_hora_utc;lat;lon;profundidade_m;temperatura_c;salinidade;qc';
  const level = (
    depth: string,
    temperature: string,
    over: { lat?: string; lon?: string; qc?: string; station?: string } = {},
  ) =>
    `C1;${over.station ?? 'E01'};15/07/2026 06:30;${over.lat ?? `15º09'00"S`};${over.lon ?? '11,95'};${depth};${temperature};35,4;${over.qc ?? '1'}`;

  test('levels become one profile a station, told from catches by their header', async () => {
    const csv = [
      ctdHeader,
      level('50', '15,2'),
      level('5', '17,8'),
      level('20', '17,1'),
      level('5', '16', { station: 'E02', lat: '0', lon: '0' }),
    ].join('\n');
    const { data } = await world.upload(csv, 'cruzeiro.csv');
    expect(data.file).toMatchObject({ stream: 'cruzeiros', rowsTotal: 4, rowsRejected: 0 });
    await world.store(data.file.id);
    expect([...world.profiles.values()]).toMatchObject([
      {
        sourceId: 'inipm:C1/E01',
        lat: -15.15,
        lon: 11.95,
        dataMode: 'D',
        levels: { temperatureCelsius: [17.8, 17.1, 15.2] },
      },
      { sourceId: 'inipm:C1/E02', lat: 0, lon: 0 },
    ]);
    expect(world.profiles.get('inipm:C1/E01')?.levels.pressureDecibar[2]).toBeCloseTo(50.34, 1);
  });

  test('a latitude without its sign and levels that failed quality control are dead letters', async () => {
    const csv = [ctdHeader, level('5', '17', { lat: '15,15' }), level('10', '17', { qc: '4' }), level('15', '17')].join(
      '\n',
    );
    const { data } = await world.upload(csv);
    expect(data.preview?.rejectedRows.map(({ errors }) => errors[0]?.message)).toEqual([
      expect.stringContaining('lat: acima do máximo de 5'),
      'qc: recusado pelo controlo de qualidade (4)',
    ]);
  });
});
