import { randomBytes, randomUUID } from 'node:crypto';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { listNotifications, readNotifications } from '@kianda/contract/people/notifications/bell.contract';
import { exportNotices, listNotices } from '@kianda/contract/people/notifications/notices.contract';
import * as contract from '@kianda/contract/people/notifications/notifications.contract';
import { hourMs } from '@kianda/geo';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import type { Download } from '../../../platform/http/bind.ts';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { createDelivery } from '../delivery/index.ts';
import { startMailSink } from '../delivery/testing/receivers.ts';
import { createNotifications, type NotificationsModule } from './index.ts';
import type { Person } from './notification-dispatch.service.ts';
import { notificationMigrations } from './notifications.migrations.ts';
import { vapidKeys } from './push.client.ts';
import { type BrowserKeys, decrypt, newBrowserKeys, startPushService, vapidClaims } from './testing/push-service.ts';

const signal = new AbortController().signal;
const masterKey = randomBytes(32);
const from64 = (text: string) => Buffer.from(text, 'base64url');
/** Who `askModule` asks as. */
const me = '5a3c1d10-0000-4000-8000-00000000000a';
let base: ModulePlatform;
let mail: Awaited<ReturnType<typeof startMailSink>>;
let service: Awaited<ReturnType<typeof startPushService>>;
let module: NotificationsModule;
let person: Person | null;
/** Entries of the audit trail. */
let taken: AuditEntry[];

beforeEach(async () => {
  base = await createModulePlatform([{ name: 'notifications', migrations: notificationMigrations }]);
  [mail, service] = [await startMailSink(), await startPushService()];
  person = { name: 'Ana Mar', email: 'ana@exemplo.ao', role: 'operador' };
  const publicUrl = 'https://kianda.exemplo.ao';
  const queue = () => ({
    enqueue: async () => randomUUID(),
    cancel: async () => false,
    list: async () => [],
    get: async () => null,
    remove: async () => false,
    nextRun: () => null,
  });
  const delivery = createDelivery({
    platform: base.platform,
    audit: { record: async () => undefined },
    masterKey,
    smtp: () => ({ url: mail.url, from: 'kianda@exemplo.ao', name: 'Kianda' }),
    allowPrivateHosts: [],
    publicUrl,
    userAgent: () => 'Kianda/2.0.0',
    queue,
    retentionDays: 180,
  });
  taken = [];
  module = createNotifications({
    platform: base.platform,
    audit: { record: async (entry) => taken.push(entry) },
    masterKey,
    mail: delivery.mail,
    activeAccount: async (id) => (id === me ? person : null),
    activeAlerts: async () => 3,
    queue,
    subject: () => 'mailto:apoio@exemplo.ao',
    userAgent: () => 'Kianda/2.0.0',
    publicUrl,
    allowPrivateHosts: [service.host],
    retentionDays: 180,
  });
  await module.start?.();
});
afterEach(async () => {
  await module.stop?.();
  await Promise.all([mail.close(), service.close()]);
  await base.close();
});

async function tell(over: Partial<AlertMessage> = {}): Promise<void> {
  const alertId = randomUUID();
  await module.tell({
    key: `alerta/${alertId}`,
    change: 'raised',
    source: 'platform',
    severity: 'high',
    alertId,
    title: 'Água alta',
    description: 'Nível da água: 3,2 m',
    at: new Date(base.platform.clock.nowMs()).toISOString(),
    path: `/?section=auto-alerts&alert=${alertId}`,
    simulated: false,
    ...over,
  });
}
const list = async () => (await askModule(module, listNotifications)).data;
const save = (over: Partial<contract.NoticePreferences>) =>
  askModule(module, contract.saveNotificationSettings, { body: { ...contract.defaultNoticePreferences, ...over } });
async function subscribe(keys: BrowserKeys): Promise<string> {
  return (await askModule(module, contract.subscribePush, { body: service.subscriptionOf(keys) })).data.id;
}

describe('in the console', () => {
  test('what is told is unread until it is read: one, or all up to one', async () => {
    for (const title of ['um', 'dois', 'três']) await tell({ title });
    const first = await list();
    expect(first).toMatchObject({ unread: 3, activeAlerts: 3 });
    expect(first.notices.map(({ title, isRead }) => [title, isRead])).toEqual([
      ['três', false],
      ['dois', false],
      ['um', false],
    ]);
    const ids = first.notices.map(({ id }) => id);
    const read = async (body: object) => (await askModule(module, readNotifications, { body })).data.unread;
    expect(await read({ ids: [ids[0], 999_999] })).toBe(2);
    await tell({ title: 'quatro' });
    expect(await read({ upTo: ids[0] })).toBe(1);
    expect((await list()).notices.map(({ isRead }) => isRead)).toEqual([false, true, true, true]);
  });

  test('those of one rule about one object are one line, counted once, and read together', async () => {
    for (const title of ['Encontro 1', 'Encontro 2', 'Encontro 3'])
      await tell({ title, source: 'vessels', group: 'vessels/encounter/7' });
    await tell({ title: 'Outra', source: 'vessels', group: 'vessels/encounter/8' });
    const before = await list();
    expect([before.unread, before.notices.map(({ title, count, isRead }) => [title, count, isRead])]).toEqual([
      2,
      [
        ['Outra', 1, false],
        ['Encontro 3', 3, false],
      ],
    ]);
    const body = { ids: [before.notices[1]?.id] };
    expect((await askModule(module, readNotifications, { body })).data.unread).toBe(1);
    await tell({ title: 'Encontro 4', source: 'vessels', group: 'vessels/encounter/7' });
    const after = await list();
    expect([after.unread, after.notices[0]]).toMatchObject([2, { title: 'Encontro 4', count: 1, isRead: false }]);
  });

  test('of an account that never chose, what is of low severity stays quiet', async () => {
    await tell({ severity: 'low' });
    await tell({ severity: 'medium', title: 'Médio' });
    expect(await list()).toMatchObject({ unread: 1, notices: [{ title: 'Médio' }] });
  });

  test('the same message is one notice, however often it is handed over', async () => {
    await tell({ key: 'a' });
    await tell({ key: 'a' });
    expect((await list()).notices).toHaveLength(1);
  });

  test('only the sources and severities that the account chose; old ones are not shown', async () => {
    await tell({ source: 'vessels', title: 'Encontro' });
    await tell({ severity: 'low', title: 'Pouco' });
    await tell({ title: 'Muito' });
    await save({ sources: ['platform'], console: { severities: ['high'] } });
    expect(await list()).toMatchObject({ unread: 1, notices: [{ title: 'Muito' }] });
    base.advance(31 * 24 * hourMs);
    expect((await list()).notices).toEqual([]);
  });
});

describe('as a list', () => {
  const page = async (query: object = {}) => (await askModule(module, listNotices, { query })).data;
  const titles = async (query: object = {}) => (await page(query)).data.map(({ title }) => title);
  beforeEach(async () => {
    await tell({ title: 'Boia muda', severity: 'critical' });
    for (const title of ['Encontro 1', 'Encontro 2'])
      await tell({ title, source: 'vessels', severity: 'medium', group: 'vessels/encounter/7' });
    base.advance(2 * hourMs);
    await tell({ title: 'Água alta', description: 'Maré de 100 %' });
  });

  test('all of the account, in the order that is asked for, page by page', async () => {
    expect(await page()).toMatchObject({ total: 3, hasNext: false });
    expect(await titles()).toEqual(['Água alta', 'Encontro 2', 'Boia muda']);
    expect(await titles({ sort: 'severity', order: 'asc' })).toEqual(['Encontro 2', 'Água alta', 'Boia muda']);
    expect((await titles({ sort: 'count' }))[0]).toBe('Encontro 2');
    expect(await titles({ sort: 'title', order: 'asc', pageSize: 2, page: 2 })).toHaveLength(1);
  });

  test('by words taken as they are, source, severity, time and whether they were read', async () => {
    expect(await titles({ search: '100 %' })).toEqual(['Água alta']);
    expect(await titles({ search: '1__' })).toEqual([]);
    expect(await titles({ source: 'vessels' })).toEqual(['Encontro 2']);
    expect(await titles({ severity: 'critical' })).toEqual(['Boia muda']);
    const since = new Date(base.platform.clock.nowMs() - hourMs).toISOString();
    expect(await titles({ from: since })).toEqual(['Água alta']);
    const ids = (await page({ source: 'vessels' })).data.map(({ id }) => id);
    await askModule(module, readNotifications, { body: { ids } });
    expect(await titles({ state: 'read' })).toEqual(['Encontro 2']);
    expect(await titles({ state: 'unread' })).toEqual(['Água alta', 'Boia muda']);
  });

  test('nothing that the account chose not to see; the file has the same rows and is in the audit trail', async () => {
    await save({ sources: ['platform'] });
    expect(await titles({ source: 'vessels' })).toEqual([]);
    const query = { format: 'csv', sort: 'title', order: 'asc' };
    const { bytes, fileName } = (await askModule(module, exportNotices, { query })) as unknown as Download;
    const lines = Buffer.from(bytes).toString().trim().split('\r\n');
    expect(fileName).toMatch(/^kianda-notificacoes-.*\.csv$/);
    expect(lines.slice(1).map((line) => line.split(';').slice(0, 3).join(';'))).toEqual([
      'Boia muda;crítica;Plataforma',
      'Água alta;alta;Plataforma',
    ]);
    expect(taken.map(({ event, actorId, metadata }) => [event, actorId, metadata?.rows])).toEqual([
      ['data.export', me, 2],
    ]);
  });
});

describe('by push', () => {
  test("the example of RFC 8291 opens with the receiver's own reading of it", () => {
    const keys = {
      publicKey: from64('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      privateKey: from64('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      auth: from64('BTBZMqHH6r4Tts7J_aSIgg'),
    };
    const body = from64(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
    expect(decrypt(keys, body).toString('utf8')).toBe('When I grow up, I want to be a watermelon');
  });

  test('a browser that subscribed gets it sealed for itself, from a sender that proves itself', async () => {
    const keys = newBrowserKeys();
    await subscribe(keys);
    await tell({ title: 'Água alta no Lobito' });
    await tell({ severity: 'low' });
    await module.send(signal);
    await module.send(signal);
    expect(service.pushed).toHaveLength(1);
    const [{ headers, body }] = service.pushed as [(typeof service.pushed)[number]];
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(JSON.parse(decrypt(keys, body).toString('utf8'))).toMatchObject({
      title: 'Água alta no Lobito',
      body: 'Nível da água: 3,2 m',
      path: expect.stringContaining('section=auto-alerts'),
    });
    expect(() => decrypt(newBrowserKeys(), body)).toThrow();
    const { key, claims } = vapidClaims(headers.authorization ?? '');
    const { data } = await askModule(module, contract.notificationSettings);
    expect(key).toBe(data.pushKey);
    expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: 'mailto:apoio@exemplo.ao' });
    expect(data.devices).toMatchObject([{ lastSentAt: expect.any(String), lastError: null }]);
  });

  test('an answer to what a person sent reaches them whatever its severity; their silence still holds', async () => {
    const keys = newBrowserKeys();
    await subscribe(keys);
    await save({ console: { severities: ['critical'] }, push: { severities: ['critical'] }, sources: [] });
    const answer = { severity: 'medium', recipients: [me], isAnswer: true } as const;
    await tell({ ...answer, title: 'Pergunta sobre um registo seu' });
    await tell({ ...answer, recipients: [randomUUID()] });
    await tell({ severity: 'medium', recipients: [me], title: 'Outra coisa' });
    await module.send(signal);
    expect(service.pushed).toHaveLength(1);
    expect(await list()).toMatchObject({ unread: 1, notices: [{ title: 'Pergunta sobre um registo seu' }] });
    // Midnight to midnight, but for a minute that is not now.
    await save({ quietHours: { from: '00:00', to: '23:59' } });
    await tell({ ...answer, title: 'Registo aceite' });
    await module.send(signal);
    expect(service.pushed).toHaveLength(1);
  });

  test('a browser that is gone is forgotten; one whose service fails is tried again', async () => {
    await subscribe(newBrowserKeys());
    service.state.status = 503;
    await tell();
    await module.send(signal);
    expect((await askModule(module, contract.notificationSettings)).data.devices).toMatchObject([
      { lastError: expect.stringContaining('503') },
    ]);
    service.state.status = 201;
    base.advance(hourMs);
    await module.send(signal);
    expect(service.pushed).toHaveLength(2);
    service.state.status = 410;
    await tell();
    await module.send(signal);
    expect((await askModule(module, contract.notificationSettings)).data.devices).toEqual([]);
    await tell();
    await module.send(signal);
    expect(service.pushed).toHaveLength(3);
  });

  test('a test tells at once what happened; an address inside the network is not dialled; nobody handles the browser of another', async () => {
    const id = await subscribe(newBrowserKeys());
    expect((await askModule(module, contract.testPush, { params: { id } })).data).toEqual({ sent: true, error: null });
    const inside = { ...service.subscriptionOf(newBrowserKeys()), endpoint: 'http://127.0.0.1:1/push' };
    const other = (await askModule(module, contract.subscribePush, { body: inside })).data.id;
    expect((await askModule(module, contract.testPush, { params: { id: other } })).data).toMatchObject({
      sent: false,
      error: expect.any(String),
    });
    await sql`UPDATE notifications.devices SET account_id = ${randomUUID()} WHERE id = ${id}`.execute(
      base.platform.database.for(),
    );
    await expect(askModule(module, contract.unsubscribePush, { params: { id } })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await askModule(module, contract.unsubscribePush, { params: { id: other } })).data).toEqual({ id: other });
  });

  test('where to write to a browser is sealed in the database; the keys of the sender are the same after a restart', async () => {
    const keys = newBrowserKeys();
    await subscribe(keys);
    await subscribe(keys);
    const { rows } = await sql<{ row: string }>`SELECT d::text AS row FROM notifications.devices d`.execute(
      base.platform.database.for(),
    );
    expect(rows).toHaveLength(1);
    const hex = Buffer.from(service.host).toString('hex');
    expect(rows[0]?.row).not.toContain(service.host);
    expect(rows[0]?.row).not.toContain(hex);
    expect(vapidKeys(masterKey)).toEqual(vapidKeys(masterKey));
    expect(vapidKeys(masterKey)).not.toEqual(vapidKeys(randomBytes(32)));
    expect(from64(vapidKeys(masterKey).publicKey)).toHaveLength(65);
    expect(from64(vapidKeys(masterKey).privateKey)).toHaveLength(32);
  });
});

describe('by mail, in quiet hours, and whom not', () => {
  test('a daily digest is one mail of all that came', async () => {
    await save({ email: { severities: ['high', 'critical'], digest: 'daily' } });
    await tell({ title: 'Primeiro' });
    base.advance(hourMs);
    await tell({ title: 'Segundo', severity: 'critical' });
    await module.send(signal);
    expect(mail.mails).toEqual([]);
    base.advance(24 * hourMs);
    await module.send(signal);
    await module.send(signal);
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]?.to).toEqual(['ana@exemplo.ao']);
    expect(mail.mails[0]?.source).toContain('Resumo: 2 alertas');
  });

  test('what comes in the quiet hours waits for their end', async () => {
    // 09:00 UTC is 10:00 in Luanda.
    await save({ quietHours: { from: '09:30', to: '11:00' }, email: { severities: ['high'], digest: 'off' } });
    const keys = newBrowserKeys();
    await subscribe(keys);
    await tell();
    await module.send(signal);
    expect([mail.mails.length, service.pushed.length]).toEqual([0, 0]);
    base.advance(hourMs);
    await module.send(signal);
    expect([mail.mails.length, service.pushed.length]).toEqual([1, 1]);
  });

  test('nobody is told of what they may not read, nor an account that is not active any more', async () => {
    await subscribe(newBrowserKeys());
    person = { name: 'Rui', email: 'rui@exemplo.ao', role: 'cliente' };
    await tell();
    await module.send(signal);
    person = null;
    await tell();
    await module.send(signal);
    expect(service.pushed).toEqual([]);
    base.platform.events.publish({ channel: 'identity', type: 'account.changed', payload: { accountId: me } });
    await expect.poll(async () => (await askModule(module, contract.notificationSettings)).data.devices).toEqual([]);
  });
});
