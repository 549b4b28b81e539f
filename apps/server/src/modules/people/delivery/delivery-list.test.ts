import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { exportDeliveries, listDeliveries } from '@kianda/contract/people/delivery/delivery.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { deliveryMigrations } from './delivery.migrations.ts';
import { createDeliveryRepository } from './delivery.repository.ts';
import type { ChannelRow } from './delivery.types.ts';
import { createDelivery, type DeliveryModule } from './index.ts';
import { newDelivery } from './send-attempt.service.ts';

const minuteMs = 60_000;
const mail = '5a3c1d10-0000-4000-8000-0000000000c1';
const web = '5a3c1d10-0000-4000-8000-0000000000c2';
const audited: AuditEntry[] = [];
let base: ModulePlatform;
let module: DeliveryModule;

const channelOf = (id: string, name: string, target: string): ChannelRow => ({
  ...{ id, name, target, kind: id === mail ? 'email' : 'webhook' },
  ...{ severities: [], sources: [], quiet_from: null, quiet_to: null, digest: 'off', enabled: true },
  ...{ sealed_secret: null, updated_at: new Date(0), updated_by: 'Ensaio' },
});

/** Three deliveries a minute apart, on two channels: sent, failed, and still waiting. */
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'delivery', migrations: deliveryMigrations }]);
  module = createDelivery({
    platform: base.platform,
    audit: { record: async (entry) => audited.push(entry) },
    masterKey: new Uint8Array(32).fill(7),
    smtp: () => null,
    allowPrivateHosts: [],
    publicUrl: 'https://kianda.exemplo.ao',
    userAgent: () => 'Kianda/2.0.0',
    queue: () => {
      throw new Error('nothing is sent here');
    },
    retentionDays: 180,
  });
  const repository = createDeliveryRepository(base.platform.database);
  const officer = channelOf(mail, 'Oficial', 'oficial@exemplo.ao');
  const room = channelOf(web, 'Sala', 'https://sala.exemplo.ao');
  const at = base.platform.clock.nowMs();
  const sent = { kind: 'alert', title: 'Encontro', severity: 'critical', state: 'sent', attempts: 1 } as const;
  await repository.insertDelivery(newDelivery(officer, at, { ...sent, ended_at: new Date(at) }));
  const failed = { kind: 'alert', title: 'Carga', severity: 'low', state: 'failed', attempts: 5 } as const;
  await repository.insertDelivery(newDelivery(room, at + minuteMs, { ...failed, last_error: 'HTTP 503 a 100%' }));
  await repository.insertDelivery(newDelivery(room, at + 2 * minuteMs, { kind: 'test', title: 'Ensaio' }));
});
afterAll(() => base.close());

const found = async (query: object) =>
  (await askModule(module, listDeliveries, { query })).data.data.map(({ title }) => title);

test('deliveries are ordered and paged by the server, the newest first', async () => {
  expect(await found({})).toEqual(['Ensaio', 'Carga', 'Encontro']);
  expect(await found({ sort: 'attempts' })).toEqual(['Carga', 'Encontro', 'Ensaio']);
  expect(await found({ sort: 'severity', order: 'asc' })).toEqual(['Carga', 'Encontro', 'Ensaio']);
  expect(await found({ sort: 'state', order: 'asc' })).toEqual(['Ensaio', 'Encontro', 'Carga']);
  const { data } = await askModule(module, listDeliveries, { query: { sort: 'title', pageSize: 2, page: 2 } });
  expect(data).toMatchObject({ data: [{ title: 'Carga' }], total: 3, hasNext: false, hasPrev: true });
});

test.each<[string, object, readonly string[]]>([
  ['channel', { channelId: web }, ['Ensaio', 'Carga']],
  ['state', { state: 'sent' }, ['Encontro']],
  ['kind', { kind: 'test' }, ['Ensaio']],
  ['severity', { severity: 'critical' }, ['Encontro']],
  ['words of title, target or error', { search: '100%' }, ['Carga']],
  ['target', { search: 'OFICIAL@' }, ['Encontro']],
  ['time', { from: '2026-08-31T09:00:30.000Z', to: '2026-08-31T09:01:30.000Z' }, ['Carga']],
])('deliveries are found by their %s', async (_name, query, titles) => {
  expect(await found(query)).toEqual(titles);
});

test('the whole log is a file, and the trail says who took it', async () => {
  const query = { channelId: web, sort: 'title', order: 'asc', format: 'json' };
  const { bytes } = (await askModule(module, exportDeliveries, { query })) as unknown as { bytes: Uint8Array };
  const { total, rows } = JSON.parse(new TextDecoder().decode(bytes));
  expect(total).toBe(2);
  expect(rows).toMatchObject([
    { title: 'Carga', state: 'failed', channel: 'Sala', error: 'HTTP 503 a 100%' },
    { title: 'Ensaio', state: 'queued' },
  ]);
  expect(audited).toMatchObject([
    { event: 'data.export', resource: 'list/entregas', metadata: { format: 'json', rows: 2 } },
  ]);
});
