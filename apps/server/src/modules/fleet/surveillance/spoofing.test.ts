import * as alertContract from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselAlertResource } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { latestPositions, vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { destination, hourMs, metersPerNauticalMile, type Position } from '@kianda/geo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import { identityOf, openSurveillance, positionAt, positionsAlong, type SurveillanceWorld } from './testing/world.ts';

let world: SurveillanceWorld;
let nowMs: number;
beforeEach(async () => {
  world = await openSurveillance();
  nowMs = world.base.platform.clock.nowMs();
});
afterEach(async () => {
  await world.close();
});

const firstPage = { page: 1, pageSize: 50 } as const;
const alerts = async (query: Record<string, unknown> = {}) =>
  (await askModule(world.module, alertContract.listVesselAlerts, { query: { ...firstPage, ...query } })).data.data;
const rules = async () => (await alerts()).map(({ rule }) => rule).toSorted();
const events = async (kind: string) =>
  (await askModule(world.module, alertContract.listVesselEvents, { query: { ...firstPage, kind } })).data.data;

const openSea: Position = [9.5, -11];

const minutes = (count: number) => count * 60_000;

/** Two hours of a vessel at eight knots, a report every ten minutes, until ten minutes ago. */
const sailing = (mmsi: number, from: Position = openSea, everyMinutes = 10) =>
  positionsAlong(
    mmsi,
    {
      fromMs: nowMs - minutes(130),
      everyMinutes,
      count: 120 / everyMinutes + 1,
      placeOf: (index) => destination(from, 0, (index * everyMinutes * 8 * metersPerNauticalMile) / 60),
    },
    { speedKnots: 8 },
  );

test('a position 330 miles away is told, and enters no area', async () => {
  const mmsi = 603_000_021;
  const inIona: Position = [11.85, -16.6];
  await world.storePositions([...sailing(mmsi), positionAt(mmsi, nowMs - minutes(5), inIona)]);
  await world.detect();
  expect(await rules()).toEqual(['impossible_jump']);
  const [alert] = await alerts();
  expect(alert?.description).toMatch(
    /apareceu a \d{3} milhas da posição anterior, 5 min depois: seriam [\d\s.]+ nós\./,
  );
  expect(await events('jump')).toMatchObject([{ details: { reports: 1 }, location: { lat: -16.6 } }]);
  expect(await events('zone')).toEqual([]);
  // Found again with what came later, it is the same event, and nothing is annulled.
  await world.storePositions([positionAt(mmsi, nowMs, destination(openSea, 0, 17 * metersPerNauticalMile))]);
  await world.detect();
  expect(await events('jump')).toMatchObject([{ state: 'valid' }]);
  expect(await rules()).toEqual(['impossible_jump']);
});

test('positions that repeat on land are told, and judged by nobody: not in a port, not on the river', async () => {
  const report = (mmsi: number, minutesAgo: number, place: Position) =>
    positionAt(mmsi, nowMs - minutes(minutesAgo), place, { speedKnots: 8 });
  const ashore: Position = [13.6, -9];
  await world.storePositions([
    ...sailing(603_000_031, destination(ashore, 270, 75_000)),
    ...[5, 4, 3].map((ago) => report(603_000_031, ago, ashore)),
    // Luanda, Matadi, and beside the Congo's middle.
    ...[5, 4, 3].map((ago) => report(603_000_032, ago, [13.279, -8.748])),
    ...[5, 4, 3].map((ago) => report(603_000_033, ago, [13.45, -5.817])),
    ...[5, 4, 3].map((ago) => report(603_000_034, ago, [12.8, -5.95])),
  ]);
  await world.detect();
  const told = await events('on_land');
  expect(told).toMatchObject([{ details: { reports: 3 }, vessels: [{ name: '603000031' }], preset: 'terra-kianda-1' }]);
  const [alert, ...others] = await alerts({ rule: 'on_land' });
  expect(others).toEqual([]);
  expect(alert?.description).toMatch(/^603000031 deu 3 posições em terra, desde .*, até \d\d km da costa\. Ficam fora/);
});

test('two ships under one MMSI are one alert that stays, also once the reports are thinned', async () => {
  const mmsi = 603_000_022;
  const far = destination(openSea, 250, 270 * metersPerNauticalMile);
  const both = sailing(mmsi, openSea, 2).flatMap((record, index) => [
    record,
    { ...record, timeMs: record.timeMs + 20_000, lon: far[0], lat: far[1] + index * 0.001 },
  ]);
  await world.storePositions(both);
  await world.detect();
  expect(await rules()).toEqual(['shared_mmsi']);
  const [alert] = await alerts();
  expect(alert).toMatchObject({ severity: 'high', description: expect.stringContaining('são dois navios') });
  world.base.advance(hourMs);
  await world.storePositions([positionAt(mmsi, nowMs + hourMs, destination(openSea, 0, 30_000), { speedKnots: 8 })]);
  await world.detect();
  expect(await events('shared_mmsi')).toMatchObject([{ state: 'valid' }]);
  expect(await rules()).toEqual(['shared_mmsi']);
});

test('a name and a call sign that change are one alert; two halves of one identity are none', async () => {
  const key = 'mmsi:603000023';
  const says = (atMs: number, name: string | null, callsign: string | null) =>
    identityOf(key, atMs, { mmsi: 603_000_023, name, callsign });
  await world.storeIdentities([says(nowMs - 3 * hourMs, 'RAY', null), says(nowMs - 3 * hourMs, null, 'D2AA')]);
  await world.storePositions(sailing(603_000_023));
  await world.detect();
  expect(await rules()).toEqual([]);
  await world.storeIdentities([says(nowMs - hourMs, 'KILY', 'D2ZZ')]);
  await world.storePositions([positionAt(603_000_023, nowMs, destination(openSea, 0, 30_000), { speedKnots: 8 })]);
  await world.detect();
  expect(await alerts()).toMatchObject([
    {
      rule: 'identity_change',
      description: '603000023 mudou de nome, de RAY para KILY; de indicativo, de D2AA para D2ZZ.',
    },
  ]);
});

test('one IMO number under two MMSI is one alert of both, whichever is heard', async () => {
  const says = (mmsi: number, name: string) =>
    identityOf(`mmsi:${mmsi}`, nowMs - hourMs, { mmsi, name, imo: '9074729' });
  await world.storeIdentities([says(603_000_024, 'UM'), says(603_000_025, 'OUTRO')]);
  await world.storePositions([...sailing(603_000_024), ...sailing(603_000_025, destination(openSea, 90, 90_000))]);
  await world.detect();
  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ rule: 'shared_imo', vesselCount: 2 });
  expect(alert?.description).toContain('9074729');
});

test.each([
  ['of 27 and 26 hours ago', 27, 26, 1],
  ['of twenty days ago', 480, 470, 1],
  ['that one takes over days after the other', 120, 26, 0],
])('an IMO number under two MMSI in late data %s', async (_case, first, second, count) => {
  const told = (mmsi: number, hoursAgo: number) =>
    identityOf(`mmsi:${mmsi}`, nowMs - hoursAgo * hourMs, { mmsi, name: `NAVIO ${mmsi}`, imo: '9241061' });
  const heard = (mmsi: number, hoursAgo: number) =>
    positionsAlong(
      mmsi,
      { fromMs: nowMs - hoursAgo * hourMs, everyMinutes: 10, count: 6, placeOf: () => [9 + (mmsi % 10), -10] },
      { speedKnots: 8 },
    );
  await world.storeIdentities([told(603_000_081, first), told(603_000_082, second)]);
  await world.storePositions([...heard(603_000_081, first), ...heard(603_000_082, second)]);
  await world.detect();
  expect(await alerts({ rule: 'shared_imo' })).toHaveLength(count);
});

test('an MMSI of another country than the call sign, the VMS flag or the licence is one alert with its evidence', async () => {
  const mmsi = 603_000_028;
  const says = (key: string, over: object) => identityOf(key, nowMs - hourMs, over);
  await world.storeIdentities([says(`mmsi:${mmsi}`, { mmsi, name: 'ATLAS', callsign: 'V5AB', imo: '9074729' })]);
  await world.storeIdentities([
    { ...says('rc:V5AB', { name: 'ATLAS', callsign: 'V5AB', imo: '9074729', flag: 'NAM' }), feed: 'vms naf' },
  ]);
  await world.storePositions(sailing(mmsi));
  await world.detect();
  const found = await alerts();
  expect(found).toMatchObject([{ rule: 'flag_mismatch', severity: 'medium' }]);
  expect(found[0]?.description).toBe(
    'ATLAS: o MMSI 603000028 é de AGO, mas o indicativo V5AB é de NAM; ' +
      'a bandeira é NAM segundo vms naf (pelo indicativo); a bandeira é NAM segundo vms naf (pelo número IMO).',
  );
});

test.each([
  ['of the same country', { callsign: 'D3AB' }, 'AGO'],
  ['without a series', { callsign: 'QABC' }, 'AGO'],
  ['empty', { callsign: null }, 'AGO'],
  ['0, which other ships have, too', { callsign: '0' }, 'NAM'],
  ['of another ship by its IMO number', { callsign: 'D3AB', imo: '9074729' }, 'NAM'],
])('a call sign %s raises nothing', async (_case, over, flag) => {
  const mmsi = 603_000_029;
  const at = nowMs - hourMs;
  await world.storeIdentities([identityOf(`mmsi:${mmsi}`, at, { mmsi, name: 'CUNENE', ...over })]);
  await world.storeIdentities([
    { ...identityOf('xr:X1', at, { ...over, name: 'OUTRO', flag, imo: '9134270' }), feed: 'vms naf' },
  ]);
  await world.storePositions(sailing(mmsi));
  await world.detect();
  expect(await rules()).toEqual([]);
});

test('a confirmation by a person stands when late positions undo the event: it is marked', async () => {
  const mmsi = 603_000_026;
  await world.storePositions([positionAt(mmsi, nowMs - 12 * hourMs, openSea, { speedKnots: 8 })]);
  const later = destination(openSea, 0, 12 * 8 * metersPerNauticalMile);
  await world.storePositions([positionAt(mmsi, nowMs - minutes(1), later, { speedKnots: 8 })]);
  await world.detect();
  const [gap] = await alerts({ rule: 'gap' });
  const id = gap?.id ?? '';
  for (const [from, to] of [
    ['new', 'investigating'],
    ['investigating', 'confirmed'],
  ])
    await askModule(world.module, alertContract.stepVesselAlert, { params: { id }, body: { from, to } });
  const between = positionsAlong(
    mmsi,
    {
      fromMs: nowMs - 12 * hourMs,
      everyMinutes: 10,
      count: 72,
      placeOf: (index) => destination(openSea, 0, (index * 8 * metersPerNauticalMile) / 6),
    },
    { speedKnots: 8 },
  );
  await world.storePositions(between);
  await world.detect();
  expect(await events('gap')).toMatchObject([{ state: 'annulled' }]);
  const detail = await askModule(world.module, alertContract.vesselAlertDetail, { params: { id } });
  expect(detail.data.alert.state).toBe('confirmed');
  expect(detail.data.steps.at(-1)).toMatchObject({
    ...{ actor: 'Kianda', from: 'confirmed', to: 'confirmed' },
    note: expect.stringContaining('mantém-se'),
  });
});

test('alerts by vessel: how many, the gravest first, of those that the filters leave', async () => {
  const far = destination(openSea, 250, 270 * metersPerNauticalMile);
  const shared = sailing(603_000_061, openSea, 2).flatMap((record, index) => [
    record,
    { ...record, timeMs: record.timeMs + 20_000, lon: far[0], lat: far[1] + index * 0.001 },
  ]);
  const jumping = [...sailing(603_000_062, [8.9, -10]), positionAt(603_000_062, nowMs - minutes(5), [11.85, -16.6])];
  await world.storeIdentities([
    identityOf('mmsi:603000062', nowMs - hourMs, { mmsi: 603_000_062, name: 'ATLAS', callsign: 'V5AB' }),
  ]);
  await world.storePositions([...shared, ...jumping]);
  await world.detect();
  const groups = async (query: object = {}) => {
    const asked = { query: { page: 1, pageSize: 50, ...query } };
    const { data } = await askModule(world.module, alertContract.listAlertGroups, asked);
    return data.data.map(({ vessel, alerts: count, severity }) => `${vessel?.name} ${count} ${severity}`);
  };
  expect(await groups()).toEqual(['603000061 1 high', 'ATLAS 2 medium']);
  expect(await groups({ order: 'asc' })).toEqual(['ATLAS 2 medium', '603000061 1 high']);
  expect(await groups({ rule: 'flag_mismatch' })).toEqual(['ATLAS 1 medium']);
  expect(await groups({ page: 2, pageSize: 1 })).toEqual(['ATLAS 2 medium']);
});

test('a vessel is of one flag on every screen, and without a name it is told by a mark that it has', async () => {
  const key = 'rc:D2NAF3';
  await world.storeIdentities([{ ...identityOf(key, nowMs - hourMs, { callsign: 'D2NAF3' }), feed: 'vms naf' }]);
  await world.storePositions([
    ...sailing(603_000_071),
    ...sailing(0, [8.9, -10]).map((record) => ({ ...record, vesselKey: key, mmsi: null })),
  ]);
  world.base.advance(9 * hourMs);
  await world.detect();
  const [byMmsi, byCallSign] = (await alerts({ rule: 'gap' })).toSorted((a, b) =>
    a.description < b.description ? -1 : 1,
  );
  expect(byMmsi?.vessels).toMatchObject([{ name: '603000071', flag: 'AGO' }]);
  expect(byCallSign?.vessels).toMatchObject([{ name: 'D2NAF3', flag: null }]);
  expect(byCallSign?.description).toMatch(/^D2NAF3 não transmite desde /);
  const { vessels } = vesselAlertResource.columns;
  expect(vessels.value({ ...byCallSign, vessels: [{ id: 332, name: null, flag: null }] } as never)).toBe(
    'Embarcação sem nome',
  );
  const { data } = await askModule(world.vessels, vesselTrack, { params: { id: byMmsi?.vessels[0]?.id ?? 0 } });
  expect(data.vessel).toMatchObject({ flag: 'AGO', flagSource: 'mmsi' });
  const latest = await askModule(world.vessels, latestPositions, {});
  expect(
    Object.fromEntries(latest.data.positions.map(({ key: of, flag, flagSource }) => [of, [flag, flagSource]])),
  ).toEqual({
    'mmsi:603000071': ['AGO', 'mmsi'],
    [key]: [null, null],
  });
});

test('alerts are found by the marks of their vessels', async () => {
  const marks = { mmsi: 603_000_072, name: 'TESTE ARRASTO', callsign: 'D2TST', imo: '9321483' };
  await world.storeIdentities([identityOf('mmsi:603000072', nowMs - hourMs, marks)]);
  await world.storePositions([...sailing(603_000_072), ...sailing(603_000_073, [8.9, -10])]);
  world.base.advance(9 * hourMs);
  await world.detect();
  const found = async (search: string) =>
    (await alerts({ search })).flatMap(({ vessels }) => vessels.map(({ name }) => name));
  for (const search of ['teste arrasto', '603000072', 'd2tst', '9321483'])
    expect(await found(search), search).toEqual(['TESTE ARRASTO']);
  expect(await found('603000073')).toEqual(['603000073']);
  expect(await found('não transmite')).toHaveLength(2);
  expect(await found('D2OUTRO')).toEqual([]);
  const groups = await askModule(world.module, alertContract.listAlertGroups, {
    query: { ...firstPage, search: 'D2TST' },
  });
  expect(groups.data.data.map(({ vessel }) => vessel?.name)).toEqual(['TESTE ARRASTO']);
});

test('a silence is told since when, which stays true', async () => {
  await world.storePositions(sailing(603_000_027));
  world.base.advance(9 * hourMs);
  await world.detect();
  const [alert] = await alerts({ rule: 'gap' });
  expect(alert?.description).toMatch(/ não transmite desde \d{2}\/\d{2}\/2026,? \d{2}:\d{2}/);
});
