import * as alertContract from '@kianda/contract/fleet/surveillance/alerts.contract';
import * as registryContract from '@kianda/contract/fleet/surveillance/registry.contract';
import { dayMs, destination, hourMs, type Position } from '@kianda/geo';
import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AlertMessage } from '../../../platform/alert-message.ts';
import { askModule } from '../../../testing/ask.ts';
import { identityOf, openSurveillance, positionAt, positionsAlong, type SurveillanceWorld } from './testing/world.ts';

const officer = '5a3c1d10-0000-4000-8000-000000000001';
let world: SurveillanceWorld;
let told: string[];
let delivered: AlertMessage[];
let isOutboxAway: boolean;
let startMs: number;

beforeEach(async () => {
  told = [];
  delivered = [];
  isOutboxAway = false;
  world = await openSurveillance({
    deliver: async (message) => {
      if (isOutboxAway) throw new Error('the outbox is away');
      delivered.push(message);
    },
    accountName: async (id) => (id === officer ? 'Oficial de Serviço' : null),
  });
  world.base.platform.events.subscribe(({ channel, type }) => {
    if (channel === 'alerts') told.push(type);
  });
  startMs = world.base.platform.clock.nowMs() - 5 * hourMs;
});
afterEach(async () => {
  await world.close();
});

/** A report every five minutes at a place. */
const staying = (
  mmsi: number,
  place: Position,
  minutes: number,
  over: Parameters<typeof positionAt>[3] = {},
  from = startMs,
) => positionsAlong(mmsi, { fromMs: from, everyMinutes: 5, count: minutes / 5 + 1, placeOf: () => place }, over);
/** The same after a report from outside to the west: it comes in. */
const entering = (mmsi: number, place: Position, minutes: number, from = startMs) => [
  positionAt(mmsi, from - 1_800_000, [place[0] - 0.3, place[1]]),
  ...staying(mmsi, place, minutes, {}, from),
];
const alerts = async (query: Record<string, string> = {}) =>
  (await askModule(world.module, alertContract.listVesselAlerts, { query: { page: 1, pageSize: 50, ...query } })).data
    .data;
const events = async (query: Record<string, string> = {}) =>
  (await askModule(world.module, alertContract.listVesselEvents, { query: { page: 1, pageSize: 50, ...query } })).data
    .data;

const openSea: Position = [9.5, -11];
const nearReserve: Position = destination([12.814, -9.5], 270, 6_000);

describe('detection', () => {
  test('an encounter near a protected area is one event and one alert of high severity, told at once', async () => {
    const other = destination(nearReserve, 90, 150);
    await world.storePositions([...staying(603_000_001, nearReserve, 180), ...staying(603_000_002, other, 180)], 7);
    await world.detect();
    const [event, ...others] = await events({ kind: 'encounter' });
    expect(others).toEqual([]);
    expect(event).toMatchObject({ preset: 'encontro-gfw-1', state: 'valid', revision: 0 });
    const [alert, ...more] = (await alerts()).filter(({ rule }) => rule === 'encounter');
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      type: 'encounters',
      severity: 'high',
      state: 'new',
      vesselCount: 2,
      area: { id: 'caixa-reserva' },
      simulated: true,
    });
    expect(alert?.description).toContain('Cabo Ledo');
    const { provenance } = await askModule(world.module, alertContract.listVesselAlerts, {
      query: { page: 1, pageSize: 50 },
    });
    expect(provenance).toMatchObject({ state: 'simulated', seed: 7, source: 'ensaio/fluxo + Kianda' });
    const grave = await alerts({ minSeverity: 'medium' });
    expect(grave.map(({ id }) => id)).toContain(alert?.id);
    expect(grave.map(({ severity }) => severity)).not.toContain('low');
    expect(await alerts({ minSeverity: 'low' })).toEqual(await alerts());
    expect(told).toContain('alert.raised');
    const encounters = delivered.filter(({ alertId }) => alertId === alert?.id);
    expect(encounters).toEqual([
      expect.objectContaining({
        change: 'raised',
        source: 'vessels',
        severity: 'high',
        path: `/?section=global-fishing-watch&alert=${alert?.id}`,
        simulated: true,
      }),
    ]);
  });

  test('a file of the list states the origin that the list itself has', async () => {
    const other = destination(nearReserve, 90, 150);
    await world.storePositions([...staying(603_000_001, nearReserve, 180), ...staying(603_000_002, other, 180)], 7);
    await world.detect();
    const saved = async (format: 'csv' | 'json' | 'xlsx') => {
      const file = await askModule(world.module, alertContract.exportVesselAlerts, {
        query: { format, state: 'open' },
      });
      return Buffer.from((file as unknown as { readonly bytes: Uint8Array }).bytes);
    };
    const { provenance } = await askModule(world.module, alertContract.listVesselAlerts, {
      query: { page: 1, pageSize: 50, state: 'open' },
    });
    const { origin, rows } = JSON.parse(String(await saved('json'))) as { origin: object; rows: object[] };
    expect(rows.length).toBeGreaterThan(0);
    expect(provenance).toMatchObject({ state: 'simulated', source: 'ensaio/fluxo + Kianda' });
    const { source, observedAt, retrievedAt } = provenance as Extract<typeof provenance, { source: string }>;
    expect(origin).toMatchObject({ source, simulated: true, observedAt, retrievedAt });
    expect(String(await saved('csv'))).toMatch(
      /\r\nFonte;ensaio\/fluxo \+ Kianda\r\nSimulado;sim, em parte ou no todo\r\n/,
    );
    const book = new ExcelJS.Workbook();
    await book.xlsx.load((await saved('xlsx')) as unknown as Parameters<typeof book.xlsx.load>[0]);
    expect(book.getWorksheet('Origem')?.getCell('B1').value).toBe(source);
  });

  test('events speak of the positions they were found in, and not of how their vessels were last heard', async () => {
    const other = destination(openSea, 90, 150);
    await world.storePositions([...staying(603_000_001, openSea, 180), ...staying(603_000_002, other, 180)], 7);
    await world.storePositions(staying(603_000_003, [8.5, -12], 60));
    await world.detect();
    const now = world.base.platform.clock.nowMs();
    await world.storePositions([1, 2].map((ship) => positionAt(603_000_000 + ship, now, [9, -11])));
    await world.detect();
    const { data, provenance } = await askModule(world.module, alertContract.listVesselEvents, {
      query: { page: 1, pageSize: 50, kind: 'encounter' },
    });
    expect(data.total).toBe(1);
    expect(provenance).toMatchObject({ state: 'simulated', seed: 7, source: 'ensaio/fluxo + Kianda' });
    const none = await askModule(world.module, alertContract.listVesselEvents, {
      query: { page: 1, pageSize: 50, kind: 'port_visit' },
    });
    expect(none.provenance).toMatchObject({ state: 'live', source: 'Kianda' });
  });

  test('detecting again, and the same positions again, change nothing', async () => {
    const positions = [
      ...staying(603_000_001, openSea, 300),
      ...staying(603_000_002, destination(openSea, 90, 150), 300),
    ];
    await world.storePositions(positions);
    await world.detect();
    const [eventsBefore, alertsBefore] = [await events(), await alerts()];
    expect(eventsBefore.length).toBeGreaterThan(0);
    await world.storePositions(positions);
    await sql`INSERT INTO vessels.changed_ships (ship_id, oldest_at, changed_at, version) SELECT id, ${new Date(startMs)}, now(), 1 FROM vessels.ships`.execute(
      world.base.platform.database.for(),
    );
    await world.detect();
    expect(await events()).toEqual(eventsBefore);
    expect(await alerts()).toEqual(alertsBefore);
  });

  test('one vessel heard by AIS and by VMS raises no alert of meeting itself', async () => {
    const vms = staying(603_000_002, destination(nearReserve, 90, 20), 180, { vesselKey: 'vms:D2ABC', mmsi: null });
    const told = { name: 'MARIA DO MAR', callsign: 'D2ABC', flag: 'AGO', shipType: 30 };
    await world.storeIdentities([
      identityOf('mmsi:603000001', startMs, { ...told, mmsi: 603_000_001, imo: '9074729' }),
      identityOf('vms:D2ABC', startMs, told),
    ]);
    await world.storePositions([...staying(603_000_001, nearReserve, 180), ...vms]);
    await world.detect();
    expect(await events({ kind: 'encounter' })).toHaveLength(1);
    expect(await alerts({ rule: 'encounter' })).toEqual([]);
  });

  test('an alert that cannot be handed over for delivery is not raised; the next round raises it', async () => {
    const other = destination(nearReserve, 90, 150);
    await world.storePositions([...staying(603_000_001, nearReserve, 180), ...staying(603_000_002, other, 180)]);
    isOutboxAway = true;
    await expect(world.detect()).rejects.toThrow('outbox');
    expect(await alerts({ rule: 'encounter' })).toEqual([]);
    isOutboxAway = false;
    await world.detect();
    expect(await alerts({ rule: 'encounter' })).toHaveLength(1);
  });

  test('positions that come late annul a silence and its alert, and double nothing', async () => {
    const now = world.base.platform.clock.nowMs();
    const firstMs = now - 12 * hourMs;
    const passing = (fromMs: number, hours: number) =>
      positionsAlong(
        603_000_003,
        {
          fromMs,
          everyMinutes: 5,
          count: hours * 12 + 1,
          placeOf: (index) => destination(openSea, 0, (fromMs - firstMs) / 1000 + index * 3_000),
        },
        { speedKnots: 19 },
      );
    await world.storePositions([...passing(firstMs, 1), ...passing(now - hourMs, 1)]);
    await world.detect();
    expect((await events({ kind: 'gap' })).map(({ state }) => state)).toEqual(['valid']);
    expect((await alerts({ rule: 'gap' })).map(({ state }) => state)).toEqual(['new']);
    await world.storePositions(passing(firstMs + hourMs + 300_000, 10));
    await world.detect();
    expect((await events({ kind: 'gap' })).map(({ state, revision }) => ({ state, revision }))).toEqual([
      { state: 'annulled', revision: 1 },
    ]);
    const [alert] = await alerts({ rule: 'gap' });
    expect(alert?.state).toBe('annulled');
    expect(delivered.filter(({ alertId }) => alertId === alert?.id).map(({ change }) => change)).toEqual([
      'raised',
      'annulled',
    ]);
    const detail = await askModule(world.module, alertContract.vesselAlertDetail, { params: { id: alert?.id ?? '' } });
    expect(detail.data.steps.map(({ actor, to }) => [actor, to])).toEqual([
      ['Kianda', 'new'],
      ['Kianda', 'annulled'],
    ]);
  });

  test('a vessel from which nothing comes is silent, without any position that says so', async () => {
    await world.storePositions(staying(603_000_005, openSea, 60));
    await world.detect();
    expect(await events({ kind: 'gap' })).toEqual([]);
    world.base.advance(4 * hourMs);
    await world.detect();
    const [gap, ...others] = await events({ kind: 'gap' });
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ end: null, preset: 'silencio-gfw-1' });
    await world.detect();
    expect(await events({ kind: 'gap' })).toEqual([gap]);
    const heardLast = new Date(startMs + hourMs).toISOString();
    expect(await alerts({ rule: 'gap' })).toMatchObject([{ timestamp: heardLast, lastAt: heardLast, endedAt: null }]);
    world.base.advance(hourMs);
    expect((await events({ kind: 'gap' })).map(({ details }) => details.durationMs)).toEqual([
      world.base.platform.clock.nowMs() - startMs - hourMs,
    ]);
    await world.storePositions(staying(603_000_005, openSea, 30, {}, world.base.platform.clock.nowMs() - hourMs));
    await world.detect();
    expect((await events({ kind: 'gap' })).map(({ key, end }) => [key, end === null])).toEqual([[gap?.key, false]]);
  });

  test('a late position that moves the beginning of an event revises it, under its key and with its alert', async () => {
    await world.storePositions(entering(603_000_004, [12.9, -9.5], 60));
    await world.detect();
    const [before] = await events({ kind: 'zone' });
    await world.storePositions([positionAt(603_000_004, startMs - 300_000, [12.85, -9.5])]);
    await world.detect();
    const [after, ...others] = await events({ kind: 'zone' });
    expect(others).toEqual([]);
    expect(after).toMatchObject({ key: before?.key, state: 'valid', revision: 1 });
    expect(Date.parse(after?.start ?? '')).toBe(startMs - 300_000);
    expect(await alerts({ rule: 'zone_entry' })).toHaveLength(1);
  });

  test('a vessel at anchor is no vessel adrift', async () => {
    const hours = (status: number, mmsi: number) =>
      staying(mmsi, destination(openSea, 0, (mmsi % 10) * 20_000), 270, { navigationStatus: status, speedKnots: 0.3 });
    await world.storePositions([...hours(1, 603_000_031), ...hours(0, 603_000_032)]);
    await world.detect();
    const adrift = await events({ kind: 'loitering' });
    expect(adrift.flatMap(({ vessels }) => vessels.map(({ name }) => name))).toEqual(['603000032']);
  });

  test('a switched-off area raises nothing', async () => {
    const { areas } = (await askModule(world.module, registryContract.listAreas)).data;
    const reserve = areas.find(({ id }) => id === 'caixa-reserva');
    const { name, kind, geometry, rules, source, note } = reserve ?? areas[0] ?? {};
    const body = { name, kind, geometry, rules, source, note, isMonitored: false };
    await askModule(world.module, registryContract.updateArea, { params: { id: 'caixa-reserva' }, body });
    await world.storePositions(entering(603_000_004, [12.9, -9.5], 60));
    await world.detect();
    expect(await events({ kind: 'zone' })).toEqual([]);
    expect(await alerts()).toEqual([]);
  });

  test('a slow stay in a protected area is an entry and a slow stay; violations are counted by area', async () => {
    await world.storePositions(entering(603_000_004, [12.9, -9.5], 60));
    await world.detect();
    const heardLast = new Date(startMs + hourMs).toISOString();
    const told = (await alerts()).map(({ rule, lastAt, endedAt }) => [rule, { lastAt, endedAt }]);
    expect(told).toHaveLength(2);
    const open = { lastAt: heardLast, endedAt: null };
    expect(Object.fromEntries(told)).toEqual({ slow_in_zone: open, zone_entry: open });
    const { areas } = (await askModule(world.module, registryContract.listAreas)).data;
    expect(areas.find(({ id }) => id === 'caixa-reserva')?.violations).toBe(2);
    const state = async () => (await askModule(world.module, registryContract.listAreas)).provenance.state;
    expect(await state()).toBe('live');
    await world.storePositions(entering(603_000_005, [12.9, -9.5], 60), 7);
    await world.detect();
    expect(await state()).toBe('simulated');
  });
});

describe('an alert', () => {
  const stepOf = async (id: string, body: Record<string, unknown>) =>
    (await askModule(world.module, alertContract.stepVesselAlert, { params: { id }, body: body })).data;

  async function anAlert(): Promise<string> {
    await world.storePositions(entering(603_000_004, [12.9, -9.5], 60));
    await world.detect();
    return (await alerts({ rule: 'zone_entry' }))[0]?.id ?? '';
  }

  test('several go at once; those that others moved meanwhile, or that may not, are named with the reason', async () => {
    const id = await anAlert();
    const [slow] = await alerts({ rule: 'slow_in_zone' });
    await stepOf(slow?.id ?? '', { from: 'new', to: 'acknowledged' });
    const missing = '00000000-0000-4000-8000-00000000ffff';
    const { data } = await askModule(world.module, alertContract.stepVesselAlerts, {
      body: { to: 'acknowledged', alerts: [id, slow?.id ?? '', missing].map((one) => ({ id: one, from: 'new' })) },
    });
    expect(data.changed).toEqual([id]);
    expect(data.refused).toMatchObject([
      { id: slow?.id, reason: expect.stringContaining('outra pessoa') },
      { id: missing, reason: 'O alerta não existe.' },
    ]);
    expect((await alerts({ rule: 'zone_entry' }))[0]?.state).toBe('acknowledged');
  });

  test('the list is by when they were raised, and narrows by area, by who has them and by being late', async () => {
    const id = await anAlert();
    const now = world.base.platform.clock.nowMs();
    await stepOf(id, { from: 'new', assigneeId: officer, dueAt: new Date(now - 1).toISOString() });
    const found = async (query: Record<string, string>) => (await alerts(query)).map(({ rule }) => rule).toSorted();
    expect(await found({ areaId: 'caixa-reserva' })).toEqual(['slow_in_zone', 'zone_entry']);
    expect(await found({ areaId: 'iona-marinha' })).toEqual([]);
    const at = (await alerts({ rule: 'zone_entry' }))[0]?.location ?? { lat: 0, lon: 0 };
    const box = (by: number) => ({
      ...{ minLat: String(at.lat - by), maxLat: String(at.lat + by) },
      ...{ minLon: String(at.lon - by), maxLon: String(at.lon + by) },
    });
    expect(await found({ ...box(0.001), rule: 'zone_entry' })).toEqual(['zone_entry']);
    expect(await found({ minLat: String(at.lat + 1), maxLat: String(at.lat + 2) })).toEqual([]);
    expect(await found({ assignee: officer })).toEqual(['zone_entry']);
    expect(await found({ assignee: 'none' })).toEqual(['slow_in_zone']);
    expect(await found({ overdue: 'true' })).toEqual(['zone_entry']);
    await stepOf(id, { from: 'new', dueAt: new Date(now + 1).toISOString() });
    expect(await found({ overdue: 'true' })).toEqual([]);
    const raised = (await alerts()).map(({ raisedAt }) => raisedAt);
    expect(raised).toEqual(raised.toSorted().reverse());
  });

  test('goes from new to closed step by step, with assignee and notes, each step audited', async () => {
    const id = await anAlert();
    await stepOf(id, { from: 'new', to: 'acknowledged' });
    await stepOf(id, {
      from: 'acknowledged',
      to: 'investigating',
      assigneeId: officer,
      note: 'Contactada a capitania.',
    });
    await stepOf(id, { from: 'investigating', to: 'confirmed' });
    const closed = await stepOf(id, { from: 'confirmed', to: 'closed', note: 'Auto levantado.' });
    expect(closed).toMatchObject({ state: 'closed', assignee: { name: 'Oficial de Serviço' } });
    const { steps, allowed } = (await askModule(world.module, alertContract.vesselAlertDetail, { params: { id } }))
      .data;
    expect(steps.map(({ to }) => to)).toEqual(['new', 'acknowledged', 'investigating', 'confirmed', 'closed']);
    expect(allowed).toEqual(['investigating']);
    expect(world.audited.filter(({ resource }) => resource === `vessel-alert/${id}`)).toHaveLength(4);
  });

  test('refuses a step out of order, one on a state that has passed, and an assignee who may not act', async () => {
    const id = await anAlert();
    await expect(stepOf(id, { from: 'new', to: 'closed' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(stepOf(id, { from: 'acknowledged', to: 'confirmed' })).rejects.toMatchObject({ code: 'conflict' });
    const stranger = '5a3c1d10-0000-4000-8000-0000000000ff';
    await expect(stepOf(id, { from: 'new', assigneeId: stranger })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  test('once closed, the same stay does not raise it again; a new one after the cool-down does', async () => {
    const id = await anAlert();
    await stepOf(id, { from: 'new', to: 'false_positive' });
    await world.storePositions(staying(603_000_004, [12.9, -9.5], 30, {}, startMs + 65 * 60_000));
    await world.detect();
    expect(await alerts({ rule: 'zone_entry' })).toHaveLength(1);
    world.base.advance(dayMs);
    const away = staying(603_000_004, [12, -9.5], 30, {}, startMs + 20 * hourMs);
    await world.storePositions([...away, ...staying(603_000_004, [12.9, -9.5], 60, {}, startMs + 22 * hourMs)]);
    await world.detect();
    expect((await alerts({ rule: 'zone_entry' })).map(({ state }) => state).sort()).toEqual(['false_positive', 'new']);
  });

  test('snoozed, its key raises nothing new until then, though the cool-down is over', async () => {
    const id = await anAlert();
    const until = new Date(startMs + 2 * dayMs).toISOString();
    await stepOf(id, { from: 'new', to: 'false_positive', snoozedUntil: until });
    const comeBack = async (fromMs: number) => {
      await world.storePositions([
        ...staying(603_000_004, [12, -9.5], 30, {}, fromMs),
        ...staying(603_000_004, [12.9, -9.5], 60, {}, fromMs + 2 * hourMs),
      ]);
      await world.detect();
      return (await alerts({ rule: 'zone_entry' })).map(({ state }) => state).sort();
    };
    world.base.advance(dayMs);
    expect(await comeBack(startMs + 20 * hourMs)).toEqual(['false_positive']);
    world.base.advance(2 * dayMs);
    expect(await comeBack(startMs + 3 * dayMs)).toEqual(['false_positive', 'new']);
  });
});
