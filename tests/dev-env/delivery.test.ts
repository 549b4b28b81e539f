import { createHmac } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import * as contract from '@kianda/contract/people/delivery/delivery.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailSink, startWebhookSink } from '../../apps/server/src/modules/people/delivery/testing/receivers.ts';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';

const secret = 'maré-viva-do-namibe-1908';
let mail: Awaited<ReturnType<typeof startMailSink>>;
let web: Awaited<ReturnType<typeof startWebhookSink>>;
let app: TestApplication;

beforeAll(async () => {
  [mail, web] = [await startMailSink(), await startWebhookSink()];
  app = await createTestApplication({
    mails: () => mail.mails,
    settings: {
      KIANDA_SMTP_URL: mail.url,
      KIANDA_SMTP_FROM: 'kianda@exemplo.ao',
      KIANDA_ALLOWED_PRIVATE_HOSTS: web.host,
      KIANDA_PUBLIC_URL: 'https://kianda.exemplo.ao',
    },
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([mail.close(), web.close()]);
});

const settings = {
  severities: ['low', 'medium', 'high', 'critical'],
  sources: ['vessels', 'platform'],
  quietHours: null,
  digest: 'off',
  enabled: true,
};

test('only administrators configure; staff read; others see nothing', async () => {
  const body = { ...settings, kind: 'email', name: 'Oficial', target: 'oficial@exemplo.ao' };
  const { token: operator } = await app.signIn('operador');
  const { token: scientist } = await app.signIn('cientista');
  expect((await app.call(contract.createDeliveryChannel, { token: operator, body })).status).toBe(403);
  expect((await app.call(contract.listDeliveryChannels, { token: operator })).status).toBe(200);
  expect((await app.call(contract.listDeliveries, { token: scientist })).status).toBe(403);
});

test('an alert of the platform reaches mailbox and webhook by itself, through outbox, event and job', async () => {
  const { token } = await app.signIn('administrador');
  const create = async (body: object) => {
    const reply = await app.call(contract.createDeliveryChannel, { token, body: { ...settings, ...body } });
    expect(reply.status, reply.text).toBe(201);
    expect(reply.text).not.toContain(secret);
  };
  // Whatever stood open when the platform started was raised before there was a channel.
  await app.select('DELETE FROM delivery.messages');
  await create({ kind: 'email', name: 'Oficial', target: 'oficial@exemplo.ao' });
  await create({ kind: 'webhook', name: 'Centro', target: web.url, secret });
  await app.select('DELETE FROM health.alerts');
  await app.composition.health.service.checkComponents();
  const raised = await app.composition.health.alerting.list(50);
  expect(raised.length).toBeGreaterThan(0);
  const untold = () => raised.filter(({ id }) => !web.posts.some(({ body }) => body.includes(id)));
  await expect.poll(untold).toEqual([]);
  await expect.poll(() => mail.mails.length).toBeGreaterThanOrEqual(raised.length);
  for (const { headers, body } of web.posts) {
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['kianda-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
    expect(body).toContain('https://kianda.exemplo.ao/?section=auto-alerts&alert=');
  }
  const log = async () =>
    (await app.call<DataOf<typeof contract.listDeliveries>>(contract.listDeliveries, { token })).data.data;
  await expect.poll(async () => new Set((await log()).map(({ state }) => state))).toEqual(new Set(['sent']));
  const trail = await app.select<{ entry: string }>(`SELECT e::text AS entry FROM audit.events e`);
  const created = trail.filter(({ entry }) => entry.includes('delivery-channel/'));
  expect(created).toHaveLength(2);
  expect(JSON.stringify(trail)).not.toContain(secret);
});
