import { ProviderError } from '@kianda/connectors';
import { cancelRun, setSchedule } from '@kianda/contract/ingestion/connectors/operations.contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { absenceReason } from './absence.texts.ts';
import { landing, type Script, scriptedConnector, scriptedStream } from './testing/scripted.ts';
import { type ConnectorWorld, createConnectorWorld } from './testing/world.ts';

let world: ConnectorWorld;
let script: Script;
const fails: Script = async function* () {
  yield await Promise.reject(new ProviderError('network', 'sem ligação'));
};
const brings: Script = async function* () {
  yield { records: [landing(2026)], cursor: 1 };
};
const bringsNothing: Script = async function* () {};

beforeEach(async () => {
  script = fails;
  const streams = [scriptedStream('ano', (input) => script(input)), scriptedStream('final', bringsNothing)];
  world = await createConnectorWorld([
    { connector: scriptedConnector('pesca', streams) },
    { connector: scriptedConnector('outra', [scriptedStream('ano', bringsNothing)]) },
  ]);
});
afterEach(() => world.close());

/** The reason, once what was read before has been forgotten. */
const reason = (...sources: readonly { connectorId: string; streamId?: string }[]) => {
  world.advance(2_000);
  return world.module.absenceOf({ subject: 'Sem capturas', sources });
};
const landings = { connectorId: 'pesca', streamId: 'ano' };

test('before any run the data await the first one, of all connectors that would bring them', async () => {
  expect(await reason(landings)).toBe('Sem capturas: aguarda a primeira execução do conector «Conector pesca».');
  expect(await reason(landings, { connectorId: 'outra' })).toBe(
    'Sem capturas: aguarda a primeira execução dos conectores «Conector pesca» e «Conector outra».',
  );
});

test('while the first run is under way the reason says since when', async () => {
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  script = async function* () {
    began.resolve();
    await goOn.promise;
    yield { records: [landing(2026)], cursor: 1 };
  };
  const ids = await world.module.service.run('pesca', { mode: 'incremental', stream: 'ano' }, 'conta');
  await began.promise;
  expect(await reason(landings)).toBe(
    'Sem capturas: a primeira execução do conector «Conector pesca» está em curso desde 31/08/2026, 10:00 (Luanda).',
  );
  goOn.resolve();
  await Promise.all(ids.map(world.ended));
});

test('a first run that was stopped is not said to be awaited', async () => {
  const began = Promise.withResolvers<void>();
  script = async function* ({ signal }) {
    began.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    signal.throwIfAborted();
    yield {};
  };
  const [runId = ''] = await world.module.service.run('pesca', { mode: 'incremental', stream: 'ano' }, 'conta');
  await began.promise;
  await world.call(cancelRun, { params: { runId } });
  await world.ended(runId);
  expect(await reason(landings)).toBe(
    'Sem capturas: a primeira execução do conector «Conector pesca» foi interrompida.',
  );
});

test('a connector that fails says its class, and since when rather than when last', async () => {
  await world.run('pesca', { stream: 'ano' });
  world.advance(30 * 60_000);
  await world.run('pesca', { stream: 'ano' });
  const failing =
    'Sem capturas: o conector «Conector pesca» falha desde 31/08/2026, 10:00 (Luanda), classe do erro: Rede, e ainda não entregou dados';
  expect(await reason(landings)).toBe(`${failing}.`);
  expect(await reason(landings, { connectorId: 'outra' })).toBe(
    `${failing}; aguarda a primeira execução do conector «Conector outra».`,
  );
  // The other stream of the same connector did not fail: it says nothing of its data.
  expect(await reason({ connectorId: 'pesca', streamId: 'final' })).toContain('aguarda a primeira execução');
  script = brings;
  await world.run('pesca', { stream: 'ano' });
  script = fails;
  world.advance(60 * 60_000);
  await world.run('pesca', { stream: 'ano' });
  expect(await reason(landings)).toBe(
    'Sem capturas: o conector «Conector pesca» falha desde 31/08/2026, 11:30 (Luanda), classe do erro: Rede.',
  );
});

test('a connector that ran well without such data says until when', async () => {
  await world.run('outra');
  expect(await reason({ connectorId: 'outra' })).toBe(
    'Sem capturas: o conector «Conector outra» correu sem falhas até 31/08/2026, 10:00 (Luanda) e não trouxe estes dados.',
  );
});

test('a suspended connector is off, whatever its runs came to', async () => {
  await world.run('pesca', { stream: 'ano' });
  await world.call(setSchedule, { params: { id: 'pesca' }, body: { cron: null, paused: true } });
  expect(await reason(landings)).toBe('Sem capturas: o conector «Conector pesca» está desativado.');
});

test('a connector of no installation is named by its id', async () => {
  expect(await reason({ connectorId: 'antigo' })).toBe(
    'Sem capturas: o conector «antigo» não existe nesta instalação.',
  );
});

test('connectors of which the same is known share a clause, in the plural', () => {
  const many = (absence: Parameters<typeof absenceReason>[1][number]['absence']) =>
    absenceReason('Sem dados', [
      { name: 'A', absence },
      { name: 'B', absence },
      { name: 'C', absence },
    ]);
  const names = '«A», «B» e «C»';
  const at = '01/01/1970, 01:00 (Luanda)';
  expect(many({ state: 'disabled' })).toBe(`Sem dados: os conectores ${names} estão desativados.`);
  expect(many({ state: 'interrupted' })).toBe(
    `Sem dados: a primeira execução dos conectores ${names} foi interrompida.`,
  );
  expect(many({ state: 'failing', failure: 'auth', sinceMs: 0, hasDelivered: false })).toBe(
    `Sem dados: os conectores ${names} falham desde ${at}, classe do erro: Credenciais, e ainda não entregaram dados.`,
  );
  expect(many({ state: 'without_such_data', untilMs: 0 })).toBe(
    `Sem dados: os conectores ${names} correram sem falhas até ${at} e não trouxeram estes dados.`,
  );
});
