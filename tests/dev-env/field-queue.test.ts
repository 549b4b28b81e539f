/** The queue of a phone against the real module, over a line that loses requests and answers. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { CatchRecord, OccurrenceRecord } from '@kianda/connectors';
import * as contract from '@kianda/contract/ingestion/field/field.contract';
import type { FieldPayload, SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { listNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFieldQueue, type QueuedRecord, type QueueStore } from '../../apps/interfaces/src/field/queue/queue.ts';
import { fieldMigrations } from '../../apps/server/src/modules/ingestion/field/field.migrations.ts';
import type { FieldTables } from '../../apps/server/src/modules/ingestion/field/field.tables.ts';
import { createField } from '../../apps/server/src/modules/ingestion/field/index.ts';
import { createNotifications } from '../../apps/server/src/modules/people/notifications/index.ts';
import { notificationMigrations } from '../../apps/server/src/modules/people/notifications/notifications.migrations.ts';
import {
  decrypt,
  newBrowserKeys,
  startPushService,
} from '../../apps/server/src/modules/people/notifications/testing/push-service.ts';
import type { AlertMessage } from '../../apps/server/src/platform/alert-message.ts';
import { askModule } from '../../apps/server/src/testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../apps/server/src/testing/module.ts';

let base: ModulePlatform;
let module: ReturnType<typeof createField>;
const bay = [
  [13, -12],
  [13.6, -12],
  [13.6, -12.5],
  [13, -12.5],
  [13, -12],
] as const;
const occurrences = new Map<string, OccurrenceRecord>();
const catches = new Map<string, CatchRecord>();
const audited: string[] = [];
const auditedChanges: unknown[] = [];
/** Notices that the senders of records got, and the modules that bring them. */
const told: AlertMessage[] = [];
let notices: ReturnType<typeof createNotifications>;
let browsers: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  base = await createModulePlatform([
    { name: 'field', migrations: fieldMigrations },
    { name: 'notifications', migrations: notificationMigrations },
  ]);
  browsers = await startPushService();
  notices = createNotifications({
    platform: base.platform,
    audit: { record: async () => undefined },
    masterKey: randomBytes(32),
    mail: () => null,
    activeAccount: async () => ({ name: 'Ensaio', email: 'ensaio@kianda.test', role: 'investigador' }),
    activeAlerts: async () => 0,
    queue: () => ({
      enqueue: async () => randomUUID(),
      cancel: async () => false,
      list: async () => [],
      get: async () => null,
      remove: async () => false,
      nextRun: () => null,
    }),
    subject: () => 'mailto:apoio@exemplo.ao',
    userAgent: () => 'Kianda/2.0.0',
    publicUrl: 'https://kianda.exemplo.ao',
    allowPrivateHosts: [browsers.host],
    retentionDays: 180,
  });
  module = createField({
    platform: base.platform,
    audit: {
      record: async ({ resource, metadata }) => {
        audited.push(`${metadata?.act} ${resource}`);
        auditedChanges.push([metadata?.reason, metadata?.changes]);
      },
    },
    tell: async (message) => {
      told.push(message);
      await notices.tell(message);
    },
    browsers: notices.browsers,
    registryCopy: async () => ({
      licences: [
        {
          ...{ number: 'L-1', vessel: 'Estrela do Mar', registration: 'LOB-12', gears: ['cerco'] },
          held: [{ from: '2026-01-01', to: '2026-12-31' }],
        },
      ],
      seasons: [
        {
          ...{ name: 'Veda do carapau', from: '2026-08-01', to: '2026-08-31', gears: null },
          ...{ species: ['Trachurus trecae'], area: null },
        },
        {
          ...{ name: 'Veda da baía', from: '2026-08-01', to: '2026-08-31', gears: ['cerco'] },
          ...{ species: ['Boops boops'], area: 'baia' },
        },
      ],
      areas: [
        {
          ...{ id: 'baia', name: 'Baía do Lobito', forbidsFishing: false },
          geometry: { type: 'Polygon', coordinates: [[...bay]] },
        },
        {
          ...{ id: 'reserva', name: 'Reserva', forbidsFishing: true },
          geometry: { type: 'Polygon', coordinates: [[...bay.map(([lon, lat]) => [lon - 2, lat] as const)]] },
        },
      ],
    }),
    namedTaxa: async () => [{ aphia_id: 105_838, name: 'Dermochelys coriacea', common_names: ['Tartaruga-de-couro'] }],
    recordOccurrences: async (records) => {
      for (const one of records) occurrences.set(one.sourceId, one);
    },
    recordCatches: async (records) => {
      for (const one of records) catches.set([one.date, one.port, one.gear, one.speciesCode].join(' '), one);
    },
  });
});
afterAll(async () => {
  await notices.stop?.();
  await browsers.close();
  await base.close();
});

/** A store that forgets nothing, as the phone's does. */
function memoryStore(): QueueStore & { readonly size: () => number } {
  const kept = new Map<string, QueuedRecord>();
  let last = 0;
  return {
    list: async () => [...kept.values()],
    put: async (entry) => void kept.set(entry.record.id, structuredClone(entry)),
    remove: async (id) => void kept.delete(id),
    nextSequence: async () => {
      last += 1;
      return last;
    },
    size: () => kept.size,
  };
}

const at = '2026-08-31T08:00:00Z';
const turtle: FieldPayload = {
  kind: 'observation',
  scientificName: 'Dermochelys coriacea',
  commonName: 'Tartaruga-de-couro',
  aphiaId: 105_838,
  count: 2,
  behaviour: 'swimming',
  depthMeters: null,
  place: { lon: 12.9, lat: -9.1, accuracyMeters: 12 },
  notes: '',
};
const landing = (over: Partial<Extract<FieldPayload, { kind: 'landing' }>> = {}): FieldPayload => ({
  ...{ kind: 'landing', vessel: 'Estrela do Mar', registration: 'LOB-12', port: 'Lobito', segment: 'artesanal' },
  ...{ gear: 'cerco', lines: [{ speciesCode: 'BOG', weightKg: 400, pricePerKg: 900 }], place: null, notes: '' },
  ...over,
});

const send = async (records: readonly SentRecord[]) =>
  (await askModule(module, contract.sendFieldRecords, { body: { records: structuredClone(records) as SentRecord[] } }))
    .data.results;
const detail = async (id: string) => (await askModule(module, contract.fieldRecord, { params: { id } })).data;
const review = async (id: string, body: object) =>
  (await askModule(module, contract.reviewFieldRecord, { params: { id }, body })).data;
const phone = (records = send) => {
  const store = memoryStore();
  const deviceId = randomUUID();
  const photo = async () => undefined;
  return { store, deviceId, queue: createFieldQueue({ store, deviceId, line: { records, photo } }) };
};
/** Adds one record to a phone and sends it. */
async function sent(payload: FieldPayload): Promise<string> {
  const { queue } = phone();
  const id = randomUUID();
  await queue.add({ id, capturedAt: at, payload, photos: [] });
  await queue.flush();
  return id;
}

test('a thousand records over a line that drops every third request are each stored once, in order', async () => {
  let requests = 0;
  let dropped = 0;
  const { store, deviceId, queue } = phone(async (records) => {
    requests += 1;
    if (requests % 3 !== 0) return send(records);
    dropped += 1;
    // Half of them are lost on the way, half after the server took them: the phone cannot tell which.
    if (dropped % 2 === 0) await send(records);
    throw new TypeError('Failed to fetch');
  });
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  for (const [index, id] of ids.entries())
    await queue.add({ id, capturedAt: at, payload: { ...turtle, count: index + 1 } as FieldPayload, photos: [] });
  for (let tries = 0; store.size() > 0; tries += 1) {
    expect(tries).toBeLessThan(100);
    await queue.flush().catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
    });
  }
  const rows = await base.platform.database
    .for<{ 'field.records': FieldTables['field.records'] & { arrival: string } }>()
    .selectFrom('field.records')
    .select(['id', 'sequence'])
    .where('device_id', '=', deviceId)
    .orderBy('arrival')
    .execute();
  expect(dropped).toBeGreaterThan(10);
  expect(rows.map(({ id }) => id)).toEqual(ids);
  expect(rows.map(({ sequence }) => sequence)).toEqual(ids.map((_, index) => index + 1));
});

test('an accepted observation becomes an occurrence, and a correction keeps what was sent', async () => {
  const id = await sent({ ...turtle, count: 3 } as FieldPayload);
  await expect(review(id, { decision: 'accept', version: 7 })).rejects.toMatchObject({ code: 'conflict' });
  expect((await review(id, { decision: 'accept', version: 1 })).record.state).toBe('accepted');
  expect(occurrences.get(id)).toMatchObject({
    scientificName: 'Dermochelys coriacea',
    lon: 12.9,
    basisOfRecord: 'HumanObservation',
  });
  const corrected = { ...turtle, scientificName: 'Caretta caretta' };
  const after = await review(id, { decision: 'correct', version: 2, corrected, note: 'É outra espécie.' });
  expect(after.record).toMatchObject({ payload: { scientificName: 'Dermochelys coriacea' }, corrected });
  expect(after.history.map(({ act }) => act)).toEqual(['Recebido', 'Aceite', 'Corrigido e aceite']);
  expect(occurrences.get(id)?.scientificName).toBe('Caretta caretta');
  expect(audited.slice(-2)).toEqual([`accept field-record/${id}`, `correct field-record/${id}`]);
});

test('landings of a day add up to catches, and a corrected one leaves no trace of what it was', async () => {
  const first = await sent(landing());
  const second = await sent(landing({ vessel: 'Ondina', registration: 'LOB-13' }));
  await review(first, { decision: 'accept', version: 1 });
  await review(second, { decision: 'accept', version: 1 });
  expect(catches.get('2026-08-31 Lobito cerco BOG')).toMatchObject({ tonnes: 0.8, vessels: 2 });
  const corrected = landing({ lines: [{ speciesCode: 'KOB', weightKg: 100, pricePerKg: null }] });
  await review(first, { decision: 'correct', version: 2, corrected, note: 'Era corvina.' });
  expect(catches.get('2026-08-31 Lobito cerco BOG')).toMatchObject({ tonnes: 0.4, vessels: 1 });
  expect(catches.get('2026-08-31 Lobito cerco KOB')?.tonnes).toBe(0.1);
});

test('a correction of area, weight and vessel needs its reason, keeps what was sent beside it, and is told', async () => {
  const id = await sent(landing({ vessel: 'Estrela', area: { id: 'reserva', name: 'Reserva' } }));
  const corrected = landing({
    ...{ vessel: 'Estrela do Mar', area: { id: 'baia', name: 'Baía do Lobito' }, gear: 'linha' },
    lines: [{ speciesCode: 'BOG', weightKg: 120.5, pricePerKg: 900 }],
  });
  await expect(review(id, { decision: 'correct', version: 1, corrected })).rejects.toThrow(
    'escreva a pergunta ou a razão',
  );
  base.advance(1_000);
  const since = new Date(base.platform.clock.nowMs() - 1).toISOString();
  const reasoned = { decision: 'correct', version: 1, corrected, note: 'Confirmado com o mestre.' };
  const { record, history } = await review(id, reasoned);
  expect(record.payload).toMatchObject({ vessel: 'Estrela', area: { id: 'reserva' } });
  expect(record.changes).toEqual([
    { label: 'Embarcação', from: 'Estrela', to: 'Estrela do Mar' },
    { label: 'Arte', from: 'cerco', to: 'linha' },
    { label: 'Onde se pescou', from: 'Reserva', to: 'Baía do Lobito' },
    { label: 'BOG: peso (kg)', from: '400', to: '120,5' },
  ]);
  // Judged anew, by what it says now: the closure of the bay is of another gear.
  expect(record.findings.map(({ rule }) => rule)).toEqual(['gear']);
  expect(history.at(-1)).toMatchObject({ act: 'Corrigido e aceite', note: 'Confirmado com o mestre.' });
  expect(auditedChanges.at(-1)).toEqual([
    'Confirmado com o mestre.',
    expect.stringContaining('Onde se pescou: Reserva → Baía do Lobito'),
  ]);
  const [own] = (await askModule(module, contract.myFieldRecords, { query: { since } })).data.records;
  expect(own).toMatchObject({ id, reviewNote: 'Confirmado com o mestre.', changes: record.changes });
});

test('a correction of the day moves its catch to that day, and leaves none behind', async () => {
  const on = (landedOn: string, kilograms: number) =>
    landing({ port: 'Namibe', landedOn, lines: [{ speciesCode: 'BOG', weightKg: kilograms, pricePerKg: null }] });
  const [moved, other] = [await sent(on('2026-08-20', 300)), await sent(on('2026-08-19', 100))];
  await review(moved, { decision: 'accept', version: 1 });
  await review(other, { decision: 'accept', version: 1 });
  expect(catches.get('2026-08-20 Namibe cerco BOG')?.tonnes).toBe(0.3);
  const note = 'Desembarcou na véspera.';
  await review(moved, { decision: 'correct', version: 2, corrected: on('2026-08-19', 300), note });
  expect(catches.get('2026-08-20 Namibe cerco BOG')?.tonnes).toBe(0);
  expect(catches.get('2026-08-19 Namibe cerco BOG')).toMatchObject({ tonnes: 0.4 });
});

test('the sender is told, in the bell and in the browser of their phone, of what others decide, and not of what they decide themselves', async () => {
  const phoneKeys = newBrowserKeys();
  const { id: deviceId } = (
    await askModule(module, contract.keepFieldPush, { body: browsers.subscriptionOf(phoneKeys) })
  ).data;
  const id = await sent(landing());
  const before = told.length;
  const decide = (body: object) =>
    askModule(module, contract.reviewFieldRecord, { params: { id }, body, accountId: randomUUID() });
  await review(id, { decision: 'ask', version: 1, note: 'Foi mesmo cerco?' });
  expect(told).toHaveLength(before);
  await decide({ decision: 'ask', version: 2, note: 'Quantas caixas?' });
  await decide({ decision: 'accept', version: 3 });
  const corrected = landing({ area: { id: 'baia', name: 'Baía do Lobito' }, gear: 'linha' });
  await decide({ decision: 'correct', version: 4, corrected, note: 'Era à linha.' });
  expect(told.slice(before).map(({ title, description }) => [title, description])).toEqual([
    ['Pergunta sobre um registo seu', 'Estrela do Mar, Lobito: BOG. Quantas caixas?'],
    ['Registo aceite', 'Estrela do Mar, Lobito: BOG'],
    [
      'Registo corrigido e aceite',
      'Estrela do Mar, Lobito: BOG. Arte: cerco → linha; Onde se pescou: — → Baía do Lobito. Era à linha.',
    ],
  ]);
  await notices.send(new AbortController().signal);
  const pushed = browsers.pushed.map(({ body }) => JSON.parse(decrypt(phoneKeys, body).toString('utf8')));
  expect(pushed.map(({ title }) => String(title)).toSorted((a, b) => a.localeCompare(b, 'pt'))).toEqual([
    'Pergunta sobre um registo seu',
    'Registo aceite',
    'Registo corrigido e aceite',
  ]);
  expect((await askModule(module, contract.fieldPush)).data).toMatchObject({
    key: expect.stringMatching(/^B[\w-]{86}$/),
    devices: [{ id: deviceId, lastSentAt: expect.any(String), lastError: null }],
  });
  await askModule(module, contract.dropFieldPush, { params: { id: deviceId } });
  expect((await askModule(module, contract.fieldPush)).data.devices).toEqual([]);
  // One record is one line of the bell, with how many answers are unread.
  expect((await askModule(notices, listNotifications)).data).toMatchObject({
    notices: [{ title: 'Registo corrigido e aceite', count: 3, isRead: false }],
  });
  expect(told.at(-1)?.recipients).toEqual(['5a3c1d10-0000-4000-8000-00000000000a']);
  expect(told.at(-1)).toMatchObject({ isAnswer: true, path: expect.stringContaining('#ecra=answers') });
});

test('a landing is checked against licence and closed season on the server too', async () => {
  const closed = await sent(
    landing({ gear: 'arrasto', lines: [{ speciesCode: 'HMZ', weightKg: 50, pricePerKg: null }] }),
  );
  const { record } = await detail(closed);
  expect(record.findings.map(({ rule }) => rule)).toEqual(['gear', 'closed_season']);
  await expect(review(closed, { decision: 'accept', version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  const reasoned = await review(closed, { decision: 'accept', version: 1, note: 'Captura científica autorizada.' });
  expect(reasoned.record.state).toBe('accepted');
});

test('a landing is checked against the closures of the area that it names, and those around its place', async () => {
  const rules = async (over: Parameters<typeof landing>[0]) => {
    const { record } = await detail(await sent(landing({ vessel: 'Ondina', ...over })));
    return record.findings.map(({ rule, severity, message }) => [rule, severity, message]);
  };
  expect(await rules({})).toEqual([]);
  const named = { area: { id: 'baia', name: 'Baía do Lobito' } };
  expect(await rules(named)).toEqual([
    ['closed_season', 'error', 'Boga-do-mar está em veda em «Baía do Lobito»: Veda da baía.'],
  ]);
  const place = { lon: 13.3, lat: -12.2, accuracyMeters: 10 };
  expect(await rules({ place })).toEqual([
    ['closed_season', 'warning', expect.stringContaining('diga onde se pescou')],
  ]);
  // A landing at the quay of the bay, of what was caught elsewhere.
  const reserve = { area: { id: 'reserva', name: 'Reserva' } };
  expect(await rules({ place, ...reserve })).toEqual([['closed_area', 'error', 'Em «Reserva» é proibido pescar.']]);
  expect(await rules({ place, area: { id: 'outra', name: 'Outra' } })).toEqual([
    ['area', 'warning', expect.any(String)],
  ]);
  const { areas, seasons } = (await askModule(module, contract.fieldReference, {})).data;
  expect(areas.map(({ id }) => id)).toEqual(['baia', 'reserva']);
  expect(seasons.map(({ area }) => area)).toEqual([null, 'baia']);
});

test('charts say what they weigh before they are kept, and hold the lines of their part of the sea', async () => {
  const { charts } = (await askModule(module, contract.fieldCharts, {})).data;
  expect(charts.map(({ id }) => id)).toEqual(['cabinda', 'norte', 'centro', 'sul']);
  for (const { id, name, bytes } of charts) {
    const chart = (await askModule(module, contract.fieldChart, { params: { id } })).data;
    expect(contract.fieldChart.response.parse(chart)).toEqual(chart);
    expect([chart.name, Buffer.byteLength(JSON.stringify(chart))]).toEqual([name, bytes]);
    expect(chart.zones).toHaveLength(3);
    // The land that the maps draw, not a line every few kilometres.
    expect(chart.land.flat().length).toBeGreaterThan(60);
    expect(bytes).toBeLessThan(60_000);
    // The bay lies off Lobito, near the line between two parts: a chart reaches a little beyond its own.
    expect(chart.areas.some((area) => area.id === 'baia')).toBe(id === 'centro' || id === 'sul');
    expect(chart.ports.some((port) => port.name === 'Lobito')).toBe(id === 'centro');
  }
});

test('a question comes back to its sender, whose answer is reviewed; a change made meanwhile is a conflict', async () => {
  const { store, queue } = phone();
  const id = randomUUID();
  await queue.add({ id, capturedAt: at, payload: turtle, photos: [] });
  const made = structuredClone((await queue.entries())[0]?.record) as SentRecord;
  await queue.flush();
  const since = new Date(base.platform.clock.nowMs()).toISOString();
  base.advance(1_000);
  await review(id, { decision: 'ask', version: 1, note: 'Viu a carapaça?' });
  const changed = (await askModule(module, contract.myFieldRecords, { query: { since } })).data.records;
  expect(changed).toMatchObject([{ id, state: 'asked', question: 'Viu a carapaça?' }]);
  await queue.change({ ...made, payload: { ...turtle, notes: 'Sim, com sete quilhas.' } });
  await queue.flush();
  expect((await detail(id)).record).toMatchObject({ state: 'received', question: null, revision: 2 });

  await review(id, { decision: 'accept', version: 3 });
  await queue.change({ ...made, revision: 2, payload: { ...turtle, notes: 'Eram três.' } });
  await queue.flush();
  expect(await queue.entries()).toMatchObject([{ state: 'conflict', theirs: { state: 'accepted', version: 4 } }]);
  await queue.resolve(id, 'mine');
  await queue.flush();
  expect(store.size()).toBe(0);
  expect((await detail(id)).record).toMatchObject({ state: 'received', payload: { notes: 'Eram três.' } });
});

test('a photo is stored without what the camera wrote in it; what is no picture is refused', async () => {
  const id = await sent(turtle);
  const photoId = randomUUID();
  const upload = (stream: Uint8Array) =>
    askModule(module, contract.sendFieldPhoto, { params: { id, photoId }, query: { lon: 12.9, lat: -9.1 }, stream });
  await expect(upload(Buffer.from('<svg onload="x"/>'))).rejects.toMatchObject({ code: 'unsupported_media_type' });
  await expect(upload(new Uint8Array(2_000_001))).rejects.toMatchObject({ code: 'payload_too_large' });
  const exif = Buffer.from([0xff, 0xe1, 0, 8, ...Buffer.from('Exif\0\0')]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 0x11, 0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9]);
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8]), exif, frame, scan, Buffer.from('trailing')]);
  expect((await upload(picture)).data.outcome).toBe('stored');
  expect((await upload(picture)).data.outcome).toBe('already');
  const stored = await module.bindings
    ?.find(({ endpoint }) => endpoint.id === 'fieldPhoto')
    ?.handler({ params: { photoId } } as never);
  expect(stored).toEqual(Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan]));
  expect((await detail(id)).photos).toMatchObject([{ width: 30, height: 20, lon: 12.9 }]);
});

test('the list filters and orders', async () => {
  const { data } = await askModule(module, contract.listFieldRecords, {
    query: { kind: 'landing', search: 'estrela', sort: 'errors' },
  });
  const errors = data.data.map((row) => row.errors);
  expect([errors[0], errors]).toEqual([1, errors.toSorted((a, b) => b - a)]);
  expect(data.data.filter(({ summary }) => !summary.includes('Estrela'))).toEqual([]);
  const reference = (await askModule(module, contract.fieldReference, {})).data;
  expect(reference.licences).toHaveLength(1);
  expect(reference.taxa[0]).toMatchObject({ scientificName: 'Dermochelys coriacea' });
});
