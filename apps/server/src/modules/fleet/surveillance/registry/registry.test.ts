import { listVesselAlerts } from '@kianda/contract/fleet/surveillance/alerts.contract';
import * as distances from '@kianda/contract/fleet/surveillance/distances.contract';
import { vesselIdentity } from '@kianda/contract/fleet/surveillance/identity.contract';
import * as imports from '@kianda/contract/fleet/surveillance/licence-import.contract';
import * as registry from '@kianda/contract/fleet/surveillance/registry.contract';
import { coastLongitude, destination, hourMs, type Position } from '@kianda/geo';
import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askModule } from '../../../../testing/ask.ts';
import { identityOf, openSurveillance, positionsAlong, type SurveillanceWorld } from '../testing/world.ts';

let world: SurveillanceWorld;

beforeAll(async () => {
  world = await openSurveillance();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  world.audited.length = 0;
  const store = world.base.platform.database.for<Record<never, never>>();
  await sql`truncate surveillance.licences, surveillance.minimum_distances, surveillance.seasons`.execute(store);
});

const bytes = (text: string) => new TextEncoder().encode(text);
const licences = async () => (await askModule(world.module, registry.listLicences)).data.data;
const preview = async (stream: Uint8Array, query: object = {}) =>
  (await askModule(world.module, imports.previewLicences, { stream, query: { fileName: 'licencas.csv', ...query } }))
    .data;
const run = (stream: Uint8Array, query: object = {}) =>
  askModule(world.module, imports.importLicences, { stream, query: { fileName: 'licencas.csv', ...query } });

const file = `\ufeffN.º;Navio;MMSI;Bandeira;Arte de pesca;Frota;Zona;Desde;Até
SN-1;PALANCA;603 990 001;ago;cerco, palangre;semi industrial;Reserva (Cabo Ledo–Cuanza);01/01/2026;31/12/2026
SN-2;WELWITSCHIA;603990002;;arrasto;;;2026-01-01;2026-12-31
SN-3;SEM MARCA;;AGO;cerco;;;2026-01-01;2026-12-31
SN-1;REPETIDA;603990009;AGO;cerco;;;2026-01-01;2026-12-31
SN-4;AO CONTRÁRIO;60399;AGO;cerco;;Atlântida;2026-12-31;2026-01-01
`;

describe('licences from a file', () => {
  test('are shown row by row before anything is written', async () => {
    const { preview: shown, created, updated } = await preview(bytes(file));
    expect(shown).toMatchObject({ total: 5, valid: 2, rejected: 3, missing: [] });
    expect({ created, updated }).toEqual({ created: 2, updated: 0 });
    expect(shown.columns.map(({ field }) => field)).toEqual([
      'numero',
      'embarcacao',
      'mmsi',
      'bandeira',
      'artes',
      'frota',
      'zonas',
      'inicio',
      'fim',
    ]);
    const wrong = new Map(shown.rejectedRows.map(({ line, errors }) => [line, errors.map(({ message }) => message)]));
    expect(wrong.get(4)).toEqual(['mmsi: é preciso MMSI, IMO, indicativo ou matrícula']);
    expect(wrong.get(5)).toEqual(['numero: «SN-1» repete-se no ficheiro']);
    expect(wrong.get(6)).toEqual([
      'zonas: não há nenhuma área «Atlântida»',
      'mmsi: o MMSI tem nove algarismos',
      'fim: o fim vem antes do início',
    ]);
    expect(await licences()).toEqual([]);
    expect(world.audited).toEqual([]);
  });

  test('are written together and audited; a number that is there is replaced', async () => {
    expect((await run(bytes(file))).data).toEqual({ created: 2, updated: 0, rejected: 3 });
    const [second, first] = (await licences()).toSorted((a, b) => b.number.localeCompare(a.number));
    expect(first).toMatchObject({
      number: 'SN-1',
      vesselName: 'PALANCA',
      mmsi: '603990001',
      flag: 'AGO',
      gears: ['cerco', 'palangre'],
      fleet: 'semi_industrial',
      areaIds: ['caixa-reserva'],
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      source: 'Ficheiro licencas.csv',
    });
    expect(second).toMatchObject({ number: 'SN-2', flag: 'AGO', fleet: null, areaIds: null });
    expect(world.audited).toMatchObject([
      { event: 'data.import', resource: 'licences', metadata: { created: 2, updated: 0, rejected: 3 } },
    ]);

    const next = bytes(
      'numero,embarcacao,mmsi,artes,inicio,fim\nSN-1,PALANCA II,603990001,cerco,2027-01-01,2027-12-31\n',
    );
    expect((await run(next)).data).toEqual({ created: 0, updated: 1, rejected: 0 });
    const again = (await licences()).find(({ number }) => number === 'SN-1');
    expect(again).toMatchObject({ id: first?.id, vesselName: 'PALANCA II', validTo: '2027-12-31' });
  });

  test('headers that nobody knows wait for a mapping; what has none is refused whole', async () => {
    const strange = bytes('x;y;z;a;b;c\nSN-9;BARCO;603990003;cerco;2026-01-01;2026-12-31\n');
    expect((await preview(strange)).preview.missing).toEqual(['numero', 'embarcacao', 'artes', 'inicio', 'fim']);
    await expect(run(strange)).rejects.toMatchObject({ code: 'validation_failed' });
    const columns = 'numero,embarcacao,mmsi,artes,inicio,fim';
    expect((await preview(strange, { columns })).preview).toMatchObject({ missing: [], valid: 1 });
    expect((await run(strange, { columns })).data).toMatchObject({ created: 1 });
    await expect(preview(bytes('\0\u0001\u0002\u0003'))).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('come from a sheet too, and the template reads back as it was written', async () => {
    const template = await askModule(world.module, imports.licenceTemplate, { query: { format: 'xlsx' } }).then(
      (answer) => (answer as unknown as { bytes: Buffer }).bytes,
    );
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(new Uint8Array(template).buffer);
    const sheet = book.worksheets[0];
    sheet?.addRow([
      'SN-7',
      'DE FOLHA',
      603990007,
      '',
      '',
      '',
      '',
      '',
      'cerco',
      'Industrial',
      '',
      '2026-01-01',
      '2026-12-31',
    ]);
    const written = new Uint8Array(await book.xlsx.writeBuffer());
    expect((await run(written, { fileName: 'licencas.xlsx' })).data).toEqual({ created: 1, updated: 0, rejected: 0 });
    expect(await licences()).toMatchObject([{ number: 'SN-7', mmsi: '603990007', fleet: 'industrial' }]);
  });
});

describe('one vessel in two feeds', () => {
  const identity = async (query: object) => (await askModule(world.module, vesselIdentity, { query })).data;
  const said = (vesselKey: string, over: Parameters<typeof identityOf>[2]) =>
    identityOf(vesselKey, world.base.platform.clock.nowMs(), over);
  const idOf = async (key: string) => {
    const store = world.base.platform.database.for<Record<never, never>>();
    const { rows } = await sql<{ id: number }>`select id from vessels.ships where key = ${key}`.execute(store);
    return rows[0]?.id ?? 0;
  };

  test('is shown by its marks and its licence, with what speaks against it, and never merged', async () => {
    const heard = [
      said('mmsi:603991001', { mmsi: 603991001, name: 'PALANCA', callsign: 'D2-AB7', flag: 'NAM' }),
      said('ir:AGO:77-L', { registration: '77-L', name: 'PALANCA NEGRA', flag: 'AGO' }),
      said('rc:D2AB7', { callsign: 'D2AB7', imo: '9000001' }),
      said('mmsi:603991002', { mmsi: 603991002, name: 'ALHEIA', callsign: '0' }),
    ];
    await world.storeIdentities(heard);
    const file =
      'numero;embarcacao;mmsi;matricula;artes;inicio;fim\nV-1;PALANCA;603991001;77 L;cerco;2026-01-01;2026-12-31\n';
    await run(bytes(file));
    const vesselId = await idOf('mmsi:603991001');
    const { flag, licences: held, same } = await identity({ vesselId });
    expect(flag).toEqual({ stated: 'NAM', ofMmsi: ['AGO'], contradicts: true });
    expect(held.map(({ number }) => number)).toEqual(['V-1']);
    expect(same.map(({ key, reasons }) => [key, reasons])).toEqual([
      ['ir:AGO:77-L', [{ mark: 'registration', value: '77-L', licence: 'V-1' }]],
      ['rc:D2AB7', [{ mark: 'callsign', value: 'D2AB7', licence: null }]],
    ]);
    expect(same.map(({ contradictions }) => contradictions)).toEqual([[], []]);

    const other = await identity({ vesselId: await idOf('rc:D2AB7') });
    expect(other.same.map(({ key }) => key)).toEqual(['mmsi:603991001']);
    const twin = await identity({ mmsi: '603991001', imo: '9000001', callsign: 'D2AB8', flag: 'AGO' });
    expect(twin.flag.contradicts).toBe(false);
    expect(twin.same.find(({ key }) => key === 'rc:D2AB7')?.contradictions).toEqual([
      { mark: 'callsign', own: 'D2AB8', other: 'D2AB7' },
    ]);
    expect((await identity({ callsign: '0' })).same).toEqual([]);
    await expect(identity({ vesselId: 2_000_000_000 })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('closed seasons', () => {
  const season = {
    name: 'Veda do carapau 2024',
    startsOn: '2024-02-29',
    endsOn: '2024-08-31',
    gears: ['cerco'],
    species: [],
    areaId: 'iona-marinha',
    source: 'Decreto',
  };

  test('are copied from a year to another once, on the same days', async () => {
    await askModule(world.module, registry.createSeason, { body: season });
    const copy = async () =>
      (await askModule(world.module, registry.copySeasons, { body: { from: 2024, to: 2027 } })).data;
    const { seasons, skipped } = await copy();
    expect(skipped).toBe(0);
    expect(seasons).toMatchObject([
      {
        name: 'Veda do carapau 2027',
        startsOn: '2027-02-28',
        endsOn: '2027-08-31',
        gears: ['cerco'],
        areaId: 'iona-marinha',
        source: 'Copiado de 2024: Decreto',
      },
    ]);
    expect(await copy()).toEqual({ seasons: [], skipped: 1 });
    expect(world.audited).toHaveLength(2);
  });

  test('are given to those who check landings with their areas, and nothing of where the watch is', async () => {
    const outline: [number, number][] = [
      [11.123_456, -16],
      [12, -16],
      [12, -17],
      [11.123_456, -16],
    ];
    const areaOf = async (kind: 'fishing_zone' | 'watched', name: string) => {
      const rules = { alertOnEntry: false, alertBelowKnots: null, forbidsFishing: false };
      const geometry = { type: 'Polygon' as const, coordinates: [outline] };
      const body = { name, kind, geometry, rules, isMonitored: true, source: 'ensaio', note: '' };
      return (await askModule(world.module, registry.createArea, { body })).data.id;
    };
    const zone = await areaOf('fishing_zone', 'Zona dos Tigres');
    const watched = await areaOf('watched', 'Onde se vigia');
    await askModule(world.module, registry.createSeason, { body: { ...season, areaId: zone } });
    const copy = await world.module.registryCopy();
    expect(copy.seasons).toMatchObject([{ name: 'Veda do carapau 2024', area: zone }]);
    const areas = new Map(copy.areas.map((one) => [one.id, one]));
    expect(areas.get(zone)).toMatchObject({ name: 'Zona dos Tigres', forbidsFishing: false });
    expect(areas.get(zone)?.geometry.coordinates[0]?.[0]).toEqual([11.1235, -16]);
    expect(areas.get('iona-marinha')?.forbidsFishing).toBe(true);
    expect(areas.has(watched)).toBe(false);

    await askModule(world.module, registry.createSeason, { body: { ...season, areaId: watched } });
    const named = await world.module.registryCopy();
    expect(named.areas.some(({ id }) => id === watched)).toBe(true);
    const store = world.base.platform.database.for<Record<never, never>>();
    await sql`truncate surveillance.seasons`.execute(store);
    await sql`delete from surveillance.areas where id in (${zone}, ${watched})`.execute(store);
  });
});

describe('minimum distances', () => {
  const rule = {
    name: 'Arrasto a 12 milhas',
    gear: 'arrasto',
    fleet: null,
    areaId: null,
    meters: 22_224,
    source: 'Decreto',
  };
  const atDistance = (meters: number): Position => destination([coastLongitude(-13.05), -13.05], 270, meters);
  const fishing = (mmsi: number, place: Position) =>
    positionsAlong(
      mmsi,
      {
        fromMs: world.base.platform.clock.nowMs() - 3 * hourMs,
        everyMinutes: 5,
        count: 13,
        placeOf: (index) => destination(place, 0, index * 200),
      },
      { speedKnots: 3, navigationStatus: 7 },
    );

  test('raise an alert for the gear they name, too near the coast, and not beyond', async () => {
    const licence = (number: string, mmsi: string, gear: string) =>
      `${number};${number};${mmsi};${gear};2026-01-01;2026-12-31\n`;
    await run(
      bytes(
        `numero;embarcacao;mmsi;artes;inicio;fim\n${licence('P-1', '603990001', 'arrasto')}${licence('L-1', '603990002', 'arrasto')}${licence('C-1', '603990003', 'cerco')}`,
      ),
    );
    await askModule(world.module, distances.createDistance, { body: rule });
    const reports = [
      ...fishing(603990001, atDistance(10_000)),
      ...fishing(603990002, atDistance(40_000)),
      ...fishing(603990003, atDistance(10_000)),
    ];
    await world.storePositions(reports);
    await world.detect();
    const alerts = (await askModule(world.module, listVesselAlerts, { query: { rule: 'minimum_distance' } })).data.data;
    expect(alerts.map(({ vessels: [ship] }) => ship?.name)).toEqual(['603990001']);
    expect(alerts[0]).toMatchObject({ type: 'illegal_fishing', severity: 'high' });
    expect(alerts[0]?.description).toMatch(/a \d,\d mn da costa; «Arrasto a 12 milhas» exige 12,0 mn\.$/);
  });

  test('are changed, hold their area, and are removed; each act is audited', async () => {
    const made = (await askModule(world.module, distances.createDistance, { body: rule })).data;
    const square = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [9, -11],
          [10, -11],
          [10, -10],
          [9, -11],
        ],
      ],
    };
    const area = {
      name: 'Zona de ensaio',
      kind: 'fishing_zone' as const,
      geometry: square,
      rules: { alertOnEntry: false, alertBelowKnots: null, forbidsFishing: false },
      isMonitored: false,
      source: 'ensaio',
    };
    const { id: areaId } = (await askModule(world.module, registry.createArea, { body: area })).data;
    const params = { id: made.id };
    const changed = await askModule(world.module, distances.updateDistance, {
      params,
      body: { ...rule, gear: null, areaId },
    });
    expect(changed.data).toMatchObject({ gear: null, areaId });
    const nowhere = askModule(world.module, distances.updateDistance, { params, body: { ...rule, areaId: 'não há' } });
    await expect(nowhere).rejects.toMatchObject({ code: 'validation_failed' });
    const removal = askModule(world.module, registry.deleteArea, { params: { id: areaId } });
    await expect(removal).rejects.toMatchObject({ code: 'conflict' });
    await askModule(world.module, distances.deleteDistance, { params });
    expect((await askModule(world.module, distances.listDistances)).data.distances).toEqual([]);
    await askModule(world.module, registry.deleteArea, { params: { id: areaId } });
    await expect(askModule(world.module, distances.deleteDistance, { params })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(world.audited.map(({ resource }) => resource.split('/')[0])).toEqual([
      'minimum-distance',
      'area',
      'minimum-distance',
      'minimum-distance',
      'area',
    ]);
  });
});

describe('areas and licences', () => {
  const square = (west: number): Position[] => [
    [west, -11],
    [west + 1, -11],
    [west + 1, -10],
    [west, -10],
    [west, -11],
  ];
  const area = {
    name: 'Bloco de ensaio',
    kind: 'oil_exclusion' as const,
    geometry: { type: 'Polygon' as const, coordinates: [square(0)] as [number, number][][] },
    rules: { alertOnEntry: true, alertBelowKnots: null, forbidsFishing: false },
    isMonitored: true,
    source: 'ensaio',
    note: '',
  };

  test('areas are created with their size, changed and deleted; those of the platform stay', async () => {
    const created = (await askModule(world.module, registry.createArea, { body: area })).data;
    expect(created.areaKm2).toBeGreaterThan(11_900);
    expect(created.bbox).toEqual([0, -11, 1, -10]);
    await askModule(world.module, registry.deleteArea, { params: { id: created.id } });
    const { areas } = (await askModule(world.module, registry.listAreas)).data;
    expect(areas.map(({ id }) => id)).not.toContain(created.id);
    expect(areas.map(({ id }) => id)).toEqual(expect.arrayContaining(['iona-marinha', 'caixa-reserva', 'iona']));
    const seeded = askModule(world.module, registry.deleteArea, { params: { id: 'iona-marinha' } });
    await expect(seeded).rejects.toMatchObject({ code: 'conflict' });
    expect(world.audited.map(({ event }) => event)).toEqual(['data.modify', 'data.delete']);
  });

  test('Iona has about the area declared, also where an earlier release watched a rectangle in its place', async () => {
    const iona = async () =>
      (await askModule(world.module, registry.listAreas)).data.areas.find(({ id }) => id === 'iona');
    expect(Math.abs(((await iona())?.areaKm2 ?? 0) / 15_150 - 1)).toBeLessThan(0.02);
    const store = world.base.platform.database.for<Record<never, never>>();
    await sql`update surveillance.areas set area_km2 = 28001.3, name = 'Parque Nacional do Iona', is_monitored = false
      where id = 'iona'`.execute(store);
    await world.module.start?.();
    const mended = await iona();
    expect(mended?.name).toBe('Parque Nacional do Iona (limite aproximado)');
    expect(mended?.isMonitored).toBe(false);
    expect(mended?.areaKm2).toBeLessThan(15_500);
  });

  test('the map counts every licence of a day, and not only those of one page', async () => {
    const numbers = Array.from({ length: 230 }, (_, index) => `MAPA-${index}`);
    const body = {
      vesselName: 'Barco',
      mmsi: null,
      imo: null,
      callsign: null,
      flag: 'AGO',
      holder: null,
      gears: ['cerco'],
      validFrom: '2031-01-01',
      validTo: '2031-12-31',
      source: 'ensaio',
    };
    await Promise.all(
      numbers.map((number, index) =>
        askModule(world.module, registry.createLicence, {
          body: {
            ...body,
            number,
            registration: number,
            areaIds: index < 5 ? ['iona-marinha', 'caixa-reserva'] : null,
          },
        }),
      ),
    );
    const on = '2031-06-01';
    const { data } = await askModule(world.module, registry.licenceZones, { query: { on } });
    expect(data).toEqual({
      on,
      total: 230,
      zones: [
        { areaId: null, licences: 225 },
        { areaId: 'caixa-reserva', licences: 5 },
        { areaId: 'iona-marinha', licences: 5 },
      ],
    });
  });

  test('two licences of one number are a conflict; the search takes a percent sign for what it is', async () => {
    const licence = {
      number: 'AO-100%',
      vesselName: 'Barco',
      mmsi: '603000001',
      imo: null,
      callsign: null,
      registration: null,
      flag: 'AGO',
      holder: null,
      gears: ['cerco'],
      areaIds: null,
      validFrom: '2025-01-01',
      validTo: '2025-12-31',
      source: 'ensaio',
    };
    await askModule(world.module, registry.createLicence, { body: licence });
    const params = { id: '00000000-0000-4000-8000-00000000ffff' };
    const unknown = [
      () => askModule(world.module, registry.updateLicence, { params, body: { ...licence, number: 'outra' } }),
      () => askModule(world.module, registry.deleteLicence, { params }),
    ];
    for (const ask of unknown) await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
    const again = askModule(world.module, registry.createLicence, { body: licence });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    const find = async (query: Record<string, string>) =>
      (await askModule(world.module, registry.listLicences, { query: { page: 1, pageSize: 50, ...query } })).data.total;
    expect(await find({ search: '100%' })).toBe(1);
    expect(await find({ search: '1%0' })).toBe(0);
    expect(await find({ valid: 'true' })).toBe(0);
  });
});
