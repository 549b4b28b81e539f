import { Readable } from 'node:stream';
import * as contract from '@kianda/contract/ingestion/connectors/intake.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCredentialVault } from '../../../platform/crypto/credential-vault.ts';
import { createIntakeRepository, type IntakeRepository } from './intake.repository.ts';
import { createIntakeService } from './intake.service.ts';
import type { Delivery, IntakeContext } from './intake.types.ts';
import { catchCsv, createIntakeWorld, type IntakeWorld } from './testing/world.ts';
import { createRunStarter } from './ways/collection.ts';

let world: IntakeWorld;
beforeEach(async () => {
  world = await createIntakeWorld();
});
afterEach(() => world.close());

const params = { id: 'angola-inipm' };
const delivery: Delivery = { connectorId: params.id, name: 'capturas.csv', way: 'push', from: 'chave ensaio' };
const deliver = (process: ReturnType<typeof processWith>, of: Partial<Delivery> = {}, csv = catchCsv(4)) =>
  process.deliver({ ...delivery, ...of }, Readable.from([Buffer.from(csv)]));

/** The service as another process has it, with parts of its own. */
function processWith(over: { repository?: Partial<IntakeRepository>; run?: IntakeContext['run'] } = {}) {
  return createIntakeService({
    platform: world.platform,
    repository: { ...createIntakeRepository(world.platform.database), ...over.repository },
    connector: world.connectors.connector,
    run: over.run ?? createRunStarter(world.connectors),
    vault: createCredentialVault(new Uint8Array(32).fill(7)),
    audit: { record: async () => undefined },
    trail: undefined,
    folder: world.folder,
    maxFileBytes: 1_048_576,
    settleMs: 30,
    recognised: new Set(),
  });
}

type Step = 'insert' | 'saveCheck' | 'accept' | 'run';

/** A process that stops for ever before a step: `reached` settles there, and `revive` lets it go on after all. */
function dyingBefore(step: Step) {
  const reached = Promise.withResolvers<void>();
  const revived = Promise.withResolvers<void>();
  const stop = async () => {
    reached.resolve();
    await revived.promise;
  };
  const { insert, saveCheck, accept } = createIntakeRepository(world.platform.database);
  const held: Partial<IntakeRepository> = {
    insert: async (...asked) => {
      await stop();
      return insert(...asked);
    },
    saveCheck: async (...asked) => {
      await stop();
      return saveCheck(...asked);
    },
    accept: async (...asked) => {
      await stop();
      return accept(...asked);
    },
  };
  const run: IntakeContext['run'] = async (...asked) => {
    await stop();
    return createRunStarter(world.connectors)(...asked);
  };
  const dying = processWith(step === 'run' ? { run } : { repository: { [step]: held[step] } });
  return { dying, reached: reached.promise, revive: () => revived.resolve() };
}

async function died(step: Step, of: Partial<Delivery> = {}) {
  const { dying, reached, revive } = dyingBefore(step);
  const late = deliver(dying, of);
  await reached;
  return { late, revive };
}

const files = async () => (await world.ask(contract.intakeFiles, { params })).data.data;
const secretOf = async () => (await world.ask(contract.intakePushSecret, { params })).data.secret;

/** One file, its rows stored once, and nothing left for a person. */
async function expectStoredOnce(): Promise<void> {
  await world.settled();
  expect(await files()).toMatchObject([{ state: 'stored', reason: null, rowsTotal: 4, rowsRejected: 0 }]);
  expect(world.catches.size).toBe(4);
}

const steps = [
  ['its bytes stored and not noted', 'insert', null],
  ['taken and not checked', 'saveCheck', 'awaiting_mapping'],
  ['checked and not accepted', 'accept', 'awaiting_confirmation'],
  ['accepted and without a run', 'run', 'accepted'],
] as const;

test.each(steps)('a delivery whose process died is finished when it is sent again: %s', async (_name, step, state) => {
  const { late, revive } = await died(step);
  expect((await files())[0]?.state ?? null).toBe(state);
  const again = await world.push(await secretOf(), catchCsv(4));
  const outcome = state === null ? 'received' : 'already_received';
  expect(again.data).toMatchObject({ outcome, state: 'accepted', rowsTotal: 4, reason: null });
  await world.intake.collect(new AbortController().signal);
  await expectStoredOnce();
  // It was not dead, only slow: what it still does changes nothing.
  revive();
  expect((await late).file.id).toBe(again.data.fileId);
  await expectStoredOnce();
});

test.each(steps.slice(1))('and without being sent again, at the next start: %s', async (_name, step) => {
  const { late, revive } = await died(step);
  world.advance(1);
  await processWith().resume();
  await expectStoredOnce();
  revive();
  await late;
  await expectStoredOnce();
});

test('a process that runs already finishes it once it must be dead, and not while it may be at work', async () => {
  const running = processWith();
  const { late, revive } = await died('saveCheck');
  world.advance(1_000);
  await running.resume();
  expect((await files())[0]).toMatchObject({ state: 'awaiting_mapping', rowsTotal: null });
  world.advance(120_000);
  await Promise.all([running.resume(), processWith().resume()]);
  await expectStoredOnce();
  revive();
  await late;
});

test('the stream that its sender named is the one it is read with', async () => {
  await died('saveCheck', { stream: 'cruzeiros' });
  world.advance(1);
  await processWith().resume();
  expect((await files())[0]).toMatchObject({ state: 'awaiting_mapping', stream: 'cruzeiros' });
  expect((await files())[0]?.reason).toContain('Cabeçalho por mapear');
});

test('a check that ends after a person mapped the columns, and a resumption meanwhile, leave their mapping', async () => {
  const slow = dyingBefore('saveCheck');
  const late = deliver(
    slow.dying,
    {},
    'Quando;Onde;Frota;Como;Cod;Peso\r\n15/07/2026;Namibe;industrial;cerco;HMZ;2,5\r\n',
  );
  await slow.reached;
  world.advance(1);
  await processWith().resume();
  const [file] = await files();
  expect(file).toMatchObject({ state: 'awaiting_mapping', reason: expect.stringContaining('Cabeçalho por mapear') });
  const person = dyingBefore('accept');
  const columns = ['data', 'porto', 'segmento', 'arte', 'codigo_fao', 'quantidade_t'];
  const confirmed = person.dying.confirm(file?.id ?? '', { stream: 'capturas', columns }, 'conta');
  await person.reached;
  slow.revive();
  await late;
  await processWith().resume();
  person.revive();
  expect((await confirmed).file).toMatchObject({ state: 'accepted', accepted_by: 'conta', reason: null });
  await world.settled();
  expect([...world.catches.values()]).toMatchObject([{ date: '2026-07-15', port: 'Namibe', tonnes: 2.5 }]);
});

test('what waits for a person goes on waiting: an unknown header, and a file that somebody uploaded', async () => {
  const secret = await secretOf();
  await world.push(secret, 'a;b\n1;2\n');
  await world.upload(catchCsv(2));
  await died('saveCheck', { way: 'upload' });
  world.advance(1);
  await processWith().resume();
  const waiting = (await files()).map(({ state, way, rowsTotal }) => `${way} ${state} ${rowsTotal}`);
  expect(new Set(waiting)).toEqual(
    new Set(['push awaiting_mapping 1', 'upload awaiting_confirmation 2', 'upload awaiting_confirmation 4']),
  );
  expect((await world.push(secret, 'a;b\n1;2\n')).data).toMatchObject({ state: 'awaiting_mapping' });
});

test('one whose bytes are gone is refused with the reason, and the others are finished', async () => {
  await died('saveCheck');
  const [lost] = await files();
  await world.platform.storage.delete(`intake/${params.id}/${lost?.sha256}.gz`);
  const { dying, reached } = dyingBefore('accept');
  void deliver(dying, {}, catchCsv(2));
  await reached;
  world.advance(1);
  await processWith().resume();
  await world.settled();
  const ended = (await files()).map(({ state, reason }) => `${state} ${reason ?? ''}`);
  expect(new Set(ended)).toEqual(
    new Set(['rejected O ficheiro original já não está guardado: entregue-o de novo.', 'stored ']),
  );
});

test('one that ends its process three times is set aside with the reason, and the others are finished', async () => {
  await died('saveCheck');
  for (const _ of ['second', 'third']) {
    world.advance(1);
    const { dying, reached } = dyingBefore('saveCheck');
    void dying.resume();
    await reached;
  }
  const { dying, reached } = dyingBefore('accept');
  void deliver(dying, {}, catchCsv(2));
  await reached;
  world.advance(1);
  await Promise.all([processWith().resume(), processWith().resume()]);
  await world.settled();
  const ended = (await files()).map(({ state, reason }) => `${state} ${reason ?? ''}`);
  const reason =
    'A leitura deste ficheiro parou o processo 3 vezes, e ficou de lado: corrija o ficheiro e entregue-o de novo.';
  expect(new Set(ended)).toEqual(new Set([`rejected ${reason}`, 'stored ']));
});
