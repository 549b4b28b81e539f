import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import * as contract from '@kianda/contract/people/delivery/delivery.contract';
import { hourMs } from '@kianda/geo';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import { askModule } from '../../../testing/ask.ts';
import { createModulePlatform, type ModulePlatform } from '../../../testing/module.ts';
import { deliveryMigrations } from './delivery.migrations.ts';
import { createDelivery, type DeliveryModule } from './index.ts';
import { startMailSink, startWebhookSink } from './testing/receivers.ts';

const secret = 'maré-viva-do-namibe-1908';
const masterKey = randomBytes(32);
let base: ModulePlatform;
let mail: Awaited<ReturnType<typeof startMailSink>>;
let web: Awaited<ReturnType<typeof startWebhookSink>>;
let module: DeliveryModule;
let audited: AuditEntry[];
let woken: string[];

/** The module as a process has it; another call is another start of the platform. */
function start(over: Partial<Parameters<typeof createDelivery>[0]> = {}): DeliveryModule {
  return createDelivery({
    platform: base.platform,
    audit: { record: async (entry) => audited.push(entry) },
    masterKey,
    smtp: () => ({ url: mail.url, from: 'kianda@exemplo.ao', name: 'Kianda' }),
    allowPrivateHosts: [web.host],
    publicUrl: 'https://kianda.exemplo.ao',
    userAgent: () => 'Kianda/2.0.0',
    queue: () => ({
      enqueue: async (name) => {
        woken.push(name);
        return randomUUID();
      },
      cancel: async () => false,
      list: async () => [],
      get: async () => null,
      remove: async () => false,
      nextRun: () => null,
    }),
    retentionDays: 180,
    ...over,
  });
}

beforeEach(async () => {
  base = await createModulePlatform([{ name: 'delivery', migrations: deliveryMigrations }]);
  [mail, web] = [await startMailSink(), await startWebhookSink()];
  audited = [];
  woken = [];
  module = start();
});
afterEach(async () => {
  await Promise.all([mail.close(), web.close()]);
  await base.close();
});

const settings = {
  name: 'Sala de operações',
  severities: ['high', 'critical'],
  sources: ['vessels', 'platform'],
  quietHours: null as { from: string; to: string } | null,
  digest: 'off',
  enabled: true,
};
const mailbox = (over: object = {}) => ({ ...settings, kind: 'email', target: 'oficial@exemplo.ao', ...over });
const hook = (over: object = {}) => ({ ...settings, kind: 'webhook', target: web.url, secret, ...over });

async function create(body: object): Promise<string> {
  return (await askModule(module, contract.createDeliveryChannel, { body })).data.id;
}
async function tell(over: Partial<AlertMessage> = {}): Promise<void> {
  const alertId = randomUUID();
  const message: AlertMessage = {
    key: `vessel-alert/${alertId}/raised`,
    change: 'raised',
    source: 'vessels',
    severity: 'high',
    alertId,
    title: 'Encontro no mar',
    description: 'Duas embarcações juntas durante três horas.',
    at: '2026-08-31T08:30:00.000Z',
    path: `/?section=global-fishing-watch&alert=${alertId}`,
    simulated: false,
    ...over,
  };
  await module.deliver(message, base.platform.database.for());
}
const turn = () => module.send(new AbortController().signal);
const log = async (query: object = {}) =>
  (await askModule(module, contract.listDeliveries, { query: { page: 1, pageSize: 50, ...query } })).data.data;
const states = async () => (await log()).map(({ state }) => state);

function verified({ headers, body }: (typeof web.posts)[number]): boolean {
  const [, seconds = '', signature = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['kianda-signature'])) ?? [];
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex') === signature;
}

describe('sending', () => {
  test('an alert goes out once by mail and once signed, however often it is handed over and the job runs', async () => {
    await create(mailbox());
    await create(hook({ name: 'Centro de dados' }));
    await tell({ key: 'a', alertId: 'x1', path: '/?section=global-fishing-watch&alert=x1' });
    await tell({ key: 'a' });
    await turn();
    await turn();
    expect(await states()).toEqual(['sent', 'sent']);
    const [letter, ...letters] = mail.mails;
    expect(letters).toEqual([]);
    expect(letter?.to).toEqual(['oficial@exemplo.ao']);
    expect(letter?.source).toContain('Subject: [Kianda] Alerta de gravidade alta: Encontro no mar');
    const [post, ...posts] = web.posts;
    expect(posts).toEqual([]);
    expect(post !== undefined && verified(post)).toBe(true);
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      type: 'alert.raised',
      alerts: [{ severity: 'high', link: 'https://kianda.exemplo.ao/?section=global-fishing-watch&alert=x1' }],
    });
  });

  test('a channel gets the severities and sources it asked for', async () => {
    await create(mailbox({ sources: ['platform'] }));
    await tell();
    await tell({ source: 'platform', severity: 'low' });
    await tell({ source: 'platform', severity: 'critical', title: 'Base de dados indisponível' });
    await turn();
    expect((await log()).map(({ title }) => title)).toEqual([
      'Alerta de gravidade crítica: Base de dados indisponível',
    ]);
  });

  test('a line break in an alert does not become a header of the mail', async () => {
    await create(mailbox());
    await tell({ title: 'Encontro\r\nBcc: espia@exemplo.com\r\n\r\nCorpo' });
    await turn();
    const [letter] = mail.mails;
    expect(letter?.to).toEqual(['oficial@exemplo.ao']);
    const [head = ''] = letter?.source.split('\r\n\r\n') ?? [];
    expect(head).not.toMatch(/^bcc:/im);
    await expect(create(mailbox({ name: 'Sala\r\nBcc: espia@exemplo.com' }))).rejects.toThrow();
    await expect(create(mailbox({ target: 'a@exemplo.ao\r\nRCPT TO:<b@exemplo.ao>' }))).rejects.toThrow();
  });

  test('a private address is not dialled, nor is one that an answer points to', async () => {
    const other = await startWebhookSink();
    try {
      await create(hook({ target: other.url }));
      await tell();
      await turn();
      expect(other.posts).toEqual([]);
      expect((await log())[0]).toMatchObject({ state: 'failed', attempts: 1 });
      await create(hook({ name: 'Desvio' }));
      Object.assign(web.state, { status: 307, location: other.url });
      await tell();
      await turn();
      expect(web.posts).toHaveLength(1);
      expect(other.posts).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('faults', () => {
  test('a receiver that answers 503 is asked again later, and the delivery ends as sent', async () => {
    await create(hook());
    web.state.status = 503;
    await tell();
    await turn();
    await turn();
    const [row] = await log();
    expect(row).toMatchObject({ state: 'queued', attempts: 1 });
    expect(row?.lastError).toContain('503');
    expect(row?.nextAttemptAt).toBe(new Date(base.platform.clock.nowMs() + 15_000).toISOString());
    web.state.status = 204;
    base.advance(15_000);
    await turn();
    expect((await log())[0]).toMatchObject({ state: 'sent', attempts: 2, lastError: null });
    const ids = new Set(web.posts.map(({ headers }) => headers['kianda-delivery']));
    expect(ids.size).toBe(1);
  });

  test('after twelve attempts a delivery is dead, until somebody sends it again', async () => {
    await create(hook());
    web.state.status = 500;
    await tell();
    for (let attempt = 0; attempt < 14; attempt += 1) {
      await turn();
      base.advance(2 * hourMs);
    }
    const [dead] = await log({ state: 'failed' });
    expect(dead?.attempts).toBe(12);
    expect(web.posts).toHaveLength(12);
    web.state.status = 200;
    const params = { id: dead?.id ?? '' };
    await askModule(module, contract.retryDelivery, { params });
    await expect.poll(() => woken).toEqual(['delivery.send']);
    await turn();
    expect(await states()).toEqual(['sent']);
    await expect(askModule(module, contract.retryDelivery, { params })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a mail server that refuses the recipient for good is not asked twice', async () => {
    await create(mailbox());
    mail.state.refuse = '550 no such user';
    await tell();
    await turn();
    expect((await log())[0]).toMatchObject({ state: 'failed', attempts: 1 });
  });

  test('a process that ends between outbox and sending, or while it sends, loses nothing', async () => {
    await create(hook());
    await tell();
    // Ended before anything was spread: another process takes it up.
    module = start();
    await turn();
    expect(web.posts).toHaveLength(1);
    // Ends with its POST under way: what is in the database then is all that another process has.
    web.state.status = null;
    await tell();
    const lost = turn();
    await expect.poll(() => web.posts.length).toBe(2);
    expect((await log({ state: 'queued' }))[0]).toMatchObject({ attempts: 1 });
    web.state.status = 200;
    base.advance(120_000);
    module = start();
    await turn();
    expect(await states()).toEqual(['sent', 'sent']);
    // The first one's failure comes in late, and changes nothing.
    web.hangUp();
    await lost;
    expect(await states()).toEqual(['sent', 'sent']);
  });

  test('a message is written with its alert or not at all', async () => {
    await create(hook());
    const undone = base.platform.database
      .for()
      .transaction()
      .execute(async (store) => {
        const message = {
          key: 'desfeito',
          change: 'raised',
          source: 'vessels',
          severity: 'high',
          alertId: 'x',
        } as const;
        await module.deliver({ ...message, title: 'A', description: '', at: '', path: '/', simulated: true }, store);
        throw new Error('the alert was not written');
      });
    await expect(undone).rejects.toThrow('not written');
    await turn();
    expect(await log()).toEqual([]);
  });

  test('without a mail server a mail channel says so, and so does the log', async () => {
    module = start({ smtp: () => null });
    const id = await create(mailbox());
    const { channels, smtp } = (await askModule(module, contract.listDeliveryChannels)).data;
    expect(smtp).toEqual({ configured: false, from: null });
    expect(channels[0]?.problem).toBe('SMTP por configurar');
    await tell();
    await turn();
    expect((await log())[0]).toMatchObject({ state: 'suppressed', lastError: 'SMTP por configurar' });
    const { data } = await askModule(module, contract.testDeliveryChannel, { params: { id } });
    expect(data).toMatchObject({ kind: 'test', state: 'failed', lastError: 'SMTP por configurar' });
  });
});

describe('when', () => {
  // The clock of the test stands at 10:00 in Luanda.
  test('quiet hours hold alerts back until they end, across midnight too', async () => {
    await create(hook({ quietHours: { from: '22:00', to: '06:30' } }));
    base.advance(13 * hourMs);
    await tell();
    await turn();
    expect(web.posts).toEqual([]);
    expect((await log())[0]).toMatchObject({ state: 'queued', attempts: 0, nextAttemptAt: '2026-09-01T05:30:00.000Z' });
    base.advance(7.5 * hourMs - 1);
    await turn();
    expect(web.posts).toEqual([]);
    base.advance(1);
    await turn();
    expect(web.posts).toHaveLength(1);
  });

  test.each([
    ['hourly', '2026-08-31T10:00:00.000Z', hourMs],
    ['daily', '2026-09-01T06:00:00.000Z', 21 * hourMs],
  ] as const)('a digest %s gathers what came into one message', async (digest, due, waitMs) => {
    await create(hook({ digest }));
    for (const title of ['Um', 'Dois', 'Três']) await tell({ title });
    await turn();
    expect((await log()).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([due, due, due]);
    expect(web.posts).toEqual([]);
    base.advance(waitMs);
    await turn();
    expect(web.posts).toHaveLength(1);
    const body = JSON.parse(web.posts[0]?.body ?? '') as { type: string; alerts: { title: string }[] };
    expect(body.type).toBe('digest');
    expect(body.alerts.map(({ title }) => title)).toEqual(['Um', 'Dois', 'Três']);
    const [sent] = await log({ state: 'sent' });
    expect(sent).toMatchObject({ kind: 'digest', title: 'Resumo: 3 alertas' });
    expect((await log({ state: 'digested' })).map(({ digestId }) => digestId)).toEqual([sent?.id, sent?.id, sent?.id]);
  });

  test('a test goes out at once, whatever the quiet hours and the digest', async () => {
    const id = await create(hook({ quietHours: { from: '09:00', to: '12:00' }, digest: 'daily' }));
    const { data } = await askModule(module, contract.testDeliveryChannel, { params: { id } });
    expect(data).toMatchObject({ kind: 'test', state: 'sent' });
    expect(web.posts.map(verified)).toEqual([true]);
  });
});

describe('channels', () => {
  test('the secret is in no answer, no audit entry and not in the clear in the database', async () => {
    const body = hook();
    const made = await askModule(module, contract.createDeliveryChannel, { body });
    const params = { id: made.data.id };
    const { secret: _kept, ...without } = body;
    const changed = await askModule(module, contract.updateDeliveryChannel, { params, body: without });
    const listed = await askModule(module, contract.listDeliveryChannels);
    web.state.status = 500;
    const tested = await askModule(module, contract.testDeliveryChannel, { params });
    const stored = await sql`SELECT channels::text FROM delivery.channels`.execute(base.platform.database.for());
    expect(made.data.hasSecret).toBe(true);
    expect(JSON.stringify([made, changed, listed, tested, await log(), audited, stored.rows])).not.toContain(secret);
    web.state.status = 200;
    await tell();
    await turn();
    expect(web.posts.map(verified)).toEqual([true, true]);
  });

  test('a web address on another host needs a secret of its own', async () => {
    const params = { id: await create(hook()) };
    const { secret: _kept, ...moved } = hook({ target: 'https://outra.exemplo.ao/alertas' });
    await expect(askModule(module, contract.updateDeliveryChannel, { params, body: moved })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  test('what waited for a channel that is switched off or deleted is suppressed; every change is audited', async () => {
    const params = { id: await create(hook({ digest: 'daily' })) };
    await tell();
    await turn();
    await askModule(module, contract.updateDeliveryChannel, { params, body: hook({ name: 'Outro' }) });
    await askModule(module, contract.deleteDeliveryChannel, { params });
    expect((await log())[0]).toMatchObject({ state: 'suppressed', lastError: 'O canal foi eliminado' });
    expect((await askModule(module, contract.listDeliveryChannels)).data.channels).toEqual([]);
    expect(audited.map(({ metadata }) => metadata?.change)).toEqual(['create', 'update', 'delete']);
  });
});
