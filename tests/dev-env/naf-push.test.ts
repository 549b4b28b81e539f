import { createHmac, randomBytes } from 'node:crypto';
import type { DataOf } from '@kianda/contract';
import { intakePush, intakePushSecret, pushHeaders } from '@kianda/contract/ingestion/connectors/intake.contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';

const params = { id: 'angola-vms' };
let app: TestApplication;
let secret: string;
beforeAll(async () => {
  app = await createTestApplication();
  const { token } = await app.signIn('operador');
  secret = (await app.call<DataOf<typeof intakePushSecret>>(intakePushSecret, { token, params })).data.secret;
});
afterAll(() => app.close());

/** A delivery as the monitoring centre signs it, with nothing but its secret. */
function push(body: string, key = secret) {
  const timestamp = String(Math.floor(app.clock.nowMs() / 1000));
  const nonce = randomBytes(12).toString('hex');
  return app.call<DataOf<typeof intakePush>>(intakePush, {
    params,
    body,
    headers: {
      'content-type': 'text/plain',
      [pushHeaders.timestamp]: timestamp,
      [pushHeaders.nonce]: nonce,
      [pushHeaders.signature]: createHmac('sha256', key).update(`${timestamp}.${nonce}.${body}`).digest('hex'),
    },
  });
}

test('NAF messages pushed over HTTPS become positions; one that is none becomes a dead letter, a forgery nothing', async () => {
  const at = new Date(app.clock.nowMs() - 3_600_000).toISOString();
  const [date, time] = [at.slice(0, 10).replaceAll('-', ''), at.slice(11, 16).replace(':', '')];
  const message = (callsign: string, latitude: string) =>
    `//SR//AD/AGO//FR/AGO//TM/POS//NA/KIANDA//RC/${callsign}//DA/${date}//TI/${time}//LT/${latitude}//LG/.940//SP/96//CO/8//ER//`;
  const body = [message('D2AAA', '-9.254'), message('D2BBB', '-11.5'), message('D2CCC', '-12').replace('//ER//', '')];
  const forged = await push(body.join('\n'), 'outro-segredo');
  expect(forged.problem.code).toBe('invalid_credentials');
  const taken = await push(body.join('\n'));
  expect(taken.data).toMatchObject({ outcome: 'received', state: 'accepted', rowsTotal: 3, rowsRejected: 1 });
  const written = () =>
    app.select<{ written: number; rejected: number }>(
      "SELECT records_written AS written, records_rejected AS rejected FROM connectors.runs WHERE connector_id = 'angola-vms' AND state = 'succeeded_with_rejects'",
    );
  // Each message is a position and an identity.
  await expect.poll(written).toEqual([{ written: 4, rejected: 1 }]);
  const letters = await app.select<{ reason: string }>('SELECT reason FROM connectors.rejected_rows');
  expect(letters).toEqual([{ reason: expect.stringContaining('Formato NAF inválido') }]);
  expect((await push(body.join('\n'))).data.outcome).toBe('already_received');
});
