import { listVesselAlerts, stepVesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselIdentity } from '@kianda/contract/fleet/surveillance/identity.contract';
import * as imports from '@kianda/contract/fleet/surveillance/licence-import.contract';
import * as registry from '@kianda/contract/fleet/surveillance/registry.contract';
import { dayMs, destination, hourMs, isoDate, type Position } from '@kianda/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { openSurveillance, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';
import { heldStretches, isSuspendedOn, isValidOn } from './licence-days.ts';

type Suspension = registry.Suspension;
const suspended = (from: string, to: string | null, reason = ''): Suspension => ({ from, to, reason });

describe('days of a licence', () => {
  const month = { valid_from: '2026-03-01', valid_to: '2026-03-31' };
  const days = Array.from({ length: 40 }, (_, index) => isoDate(Date.parse('2026-02-25') + index * dayMs));

  test.each<[string, Suspension[]]>([
    ['none', []],
    ['in the midst', [suspended('2026-03-10', '2026-03-12')]],
    ['a single day', [suspended('2026-03-10', '2026-03-10')]],
    ['two, the later one first', [suspended('2026-03-20', '2026-03-22'), suspended('2026-03-05', '2026-03-06')]],
    ['two that overlap', [suspended('2026-03-05', '2026-03-20'), suspended('2026-03-10', '2026-03-12')]],
    ['two that touch', [suspended('2026-03-05', '2026-03-09'), suspended('2026-03-10', '2026-03-12')]],
    ['from before it begins', [suspended('2026-01-01', '2026-03-03')]],
    ['until after it ends', [suspended('2026-03-30', '2026-05-01')]],
    ['until it is lifted', [suspended('2026-03-15', null)]],
    ['lifted, and one that waits until then', [suspended('2026-03-15', null), suspended('2026-03-02', '2026-03-03')]],
    ['all of it', [suspended('2026-01-01', null)]],
    ['before it, and after it', [suspended('2025-01-01', '2025-02-01'), suspended('2026-04-01', null)]],
  ])('%s', (_name, suspensions) => {
    const licence = { ...month, suspensions };
    const stretches = heldStretches(licence);
    for (const day of days) {
      const isWithin = day >= month.valid_from && day <= month.valid_to;
      const isOut = suspensions.some(({ from, to }) => from <= day && (to === null || day <= to));
      expect([day, isValidOn(licence, day)]).toEqual([day, isWithin && !isOut]);
      expect([day, isSuspendedOn(licence, day)]).toEqual([day, isWithin && isOut]);
      expect([day, stretches.filter(({ from, to }) => from <= day && day <= to).length]).toEqual([
        day,
        isWithin && !isOut ? 1 : 0,
      ]);
    }
    expect(stretches.every(({ from, to }) => from <= to)).toBe(true);
  });
});

let world: SurveillanceWorld;
let today: string;
const dayFromNow = (days: number): string => isoDate(Date.parse(today) + days * dayMs);

beforeAll(async () => {
  world = await openSurveillance();
  today = isoDate(world.base.platform.clock.nowMs());
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  const store = world.base.platform.database.for<Record<never, never>>();
  await sql`truncate surveillance.licences`.execute(store);
});

const licence = (number: string, mmsi: string, suspensions: readonly Suspension[]) => ({
  number,
  vesselName: 'Barco',
  mmsi,
  imo: null,
  callsign: null,
  registration: null,
  flag: 'AGO',
  holder: null,
  gears: ['cerco'],
  areaIds: null,
  validFrom: dayFromNow(-100),
  validTo: dayFromNow(100),
  suspensions,
  source: 'ensaio',
});
const keep = async (...given: readonly ReturnType<typeof licence>[]) => {
  for (const body of given) await askModule(world.module, registry.createLicence, { body });
};
const numbers = async (valid: 'true' | 'false') =>
  (await askModule(world.module, registry.listLicences, { query: { page: 1, pageSize: 50, valid } })).data.data
    .map(({ number }) => number)
    .sort();

describe('a suspended licence', () => {
  test('is shown with its suspensions, is not valid meanwhile, and is again when it is lifted', async () => {
    await keep(
      licence('S-1', '603000021', [suspended(dayFromNow(20), null, 'Despacho 9'), suspended(dayFromNow(-9), today)]),
      licence('S-2', '603000022', [suspended(dayFromNow(-9), dayFromNow(-1)), suspended(dayFromNow(1), dayFromNow(2))]),
    );
    expect([await numbers('true'), await numbers('false')]).toEqual([['S-2'], ['S-1']]);
    const { data } = (await askModule(world.module, registry.listLicences)).data;
    const [first] = data.filter(({ number }) => number === 'S-1');
    expect(first).toMatchObject({
      isValid: false,
      isSuspended: true,
      suspensions: [suspended(dayFromNow(-9), today), suspended(dayFromNow(20), null, 'Despacho 9')],
    });
    const identity = await askModule(world.module, vesselIdentity, { query: { mmsi: '603000021', flag: 'AGO' } });
    expect(identity.data.licences).toMatchObject([{ number: 'S-1', isSuspended: true }]);

    const body = licence('S-1', '603000021', [suspended(dayFromNow(-9), dayFromNow(-1))]);
    await askModule(world.module, registry.updateLicence, { params: { id: first?.id ?? '' }, body });
    expect(await numbers('true')).toEqual(['S-1', 'S-2']);
    expect(world.audited.at(-1)?.metadata).toMatchObject({ suspensions: `${dayFromNow(-9)}/${dayFromNow(-1)}` });
  });

  test('is not counted on the map on those days, nor in the periods of the heat map', async () => {
    await keep(
      licence('S-3', '603000023', [suspended(dayFromNow(-2), dayFromNow(2))]),
      licence('S-4', '603000024', []),
    );
    const zonesOn = async (days: number) =>
      (await askModule(world.module, registry.licenceZones, { query: { on: dayFromNow(days) } })).data.total;
    expect([await zonesOn(-3), await zonesOn(-2), await zonesOn(2), await zonesOn(3)]).toEqual([2, 1, 1, 2]);
    await world.storePositions(
      positionsAlong(603_000_023, {
        fromMs: Date.parse(today) - hourMs,
        everyMinutes: 5,
        count: 2,
        placeOf: () => [9.5, -11],
      }),
    );
    const day = (days: number) => Date.parse(dayFromNow(days)) / dayMs;
    const periods = (await world.module.licencePeriods()) ?? [];
    expect(periods.map(({ fromDay, toDay }) => [fromDay, toDay]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [day(-100), day(-3)],
      [day(3), day(100)],
    ]);
  });

  test('does not allow fishing: the alert says which licence is suspended', async () => {
    const startMs = world.base.platform.clock.nowMs() - 5 * hourMs;
    const openSea: Position = [9.5, -12.5];
    const fishing = (mmsi: number) =>
      positionsAlong(
        mmsi,
        { fromMs: startMs, everyMinutes: 5, count: 25, placeOf: (index) => destination(openSea, 0, index * 600) },
        { navigationStatus: 7, speedKnots: 4 },
      );
    await keep(
      licence('S-5', '603000025', [suspended(dayFromNow(-3), null)]),
      licence('S-6', '603000026', [suspended(dayFromNow(-9), dayFromNow(-3))]),
      licence('S-7', '603000027', [suspended(dayFromNow(-200), null)]),
    );
    await world.storePositions([...fishing(603_000_025), ...fishing(603_000_026), ...fishing(603_000_027)]);
    await world.detect();
    const query = { page: 1, pageSize: 50, rule: 'no_licence' };
    const { data } = (await askModule(world.module, listVesselAlerts, { query })).data;
    expect(data.map(({ description }) => description).sort()).toEqual([
      '603000025 a pescar com a licença S-5 suspensa.',
      '603000027 a pescar com a licença S-7 suspensa.',
    ]);
    const [vessel] = data.filter(({ vessels: [one] }) => one?.name === '603000025').flatMap(({ vessels }) => vessels);
    const { risk } = (await askModule(world.module, vesselIdentity, { query: { vesselId: vessel?.id ?? 0 } })).data;
    expect(risk).toMatchObject({ preset: 'risco-kianda-1', score: 45, level: 'medium' });
    expect(risk.reasons).toEqual([
      { signal: 'licence_suspended', count: 1, points: 25 },
      { signal: 'high_alerts', count: 1, points: 20 },
    ]);
    // An alert that a person found wrong no longer counts, closed or not.
    const [alert] = data.filter(({ vessels: [one] }) => one?.name === '603000025');
    const step = (from: string, to: string) =>
      askModule(world.module, stepVesselAlert, { params: { id: alert?.id ?? '' }, body: { from, to, note: 'ensaio' } });
    await step('new', 'false_positive');
    await step('false_positive', 'closed');
    const after = (await askModule(world.module, vesselIdentity, { query: { vesselId: vessel?.id ?? 0 } })).data.risk;
    expect(after.reasons.map(({ signal }) => signal)).toEqual(['licence_suspended']);
  });

  test('comes from a file, and what cannot be read of it is said by row', async () => {
    const file = `numero,embarcacao,mmsi,artes,inicio,fim,suspensoes
S-8,UM,603000028,cerco,2026-01-01,2026-12-31,2026-09-01/; 2026-03-01/2026-03-15 Despacho 12/26
S-9,DOIS,603000029,cerco,2026-01-01,2026-12-31,
S-10,TRÊS,603000030,cerco,2026-01-01,2026-12-31,em março
S-11,QUATRO,603000031,cerco,2026-01-01,2026-12-31,2026-03-15/2026-03-01
`;
    const given = { stream: new TextEncoder().encode(file), query: { fileName: 'licencas.csv' } };
    const { preview } = (await askModule(world.module, imports.previewLicences, given)).data;
    expect(preview.rejectedRows.map(({ line, errors }) => [line, errors.map(({ message }) => message)])).toEqual([
      [4, ['suspensoes: esperado AAAA-MM-DD/AAAA-MM-DD e o motivo, recebido «em março»']],
      [5, ['suspensoes: o fim da suspensão vem antes do início']],
    ]);
    await askModule(world.module, imports.importLicences, given);
    const { data } = (await askModule(world.module, registry.listLicences)).data;
    expect(Object.fromEntries(data.map(({ number, suspensions }) => [number, suspensions]))).toEqual({
      'S-8': [suspended('2026-03-01', '2026-03-15', 'Despacho 12/26'), suspended('2026-09-01', null)],
      'S-9': [],
    });
  });
});
