import { afterAll, describe, expect, test } from 'vitest';
import { createSimulator } from '../../apps/simulator/src/app.ts';
import { manualClock } from '../../apps/simulator/src/clock.ts';
import { createVmsFiles } from '../../apps/simulator/src/upstreams/vms/files.ts';
import { createWorld } from '../../apps/simulator/src/world/world.ts';
import { nafFormat } from '../../packages/connectors/src/angola-vms/map.ts';
import { readCsv } from '../../packages/connectors/src/movebank/csv.ts';
import { mapEvents, mapStudies, type Study } from '../../packages/connectors/src/movebank/map.ts';
import { EVENT_COLUMNS, SENSORS, STUDY_COLUMNS, studyWire } from '../../packages/connectors/src/movebank/wire.ts';
import { textOf } from './recorded/lines.ts';

const nowMs = Date.UTC(2026, 8, 1, 6);
const app = createSimulator({ seed: 8478, clock: manualClock(nowMs) });
afterAll(() => app.close());

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const recordsOf = (line: string) => nafFormat.toRecords({ linha: line }, { nowMs });
const codesOf = (line: string) => line.split('//').flatMap((part) => part.match(/^[A-Z]{2}(?=\/)/)?.[0] ?? []);

describe('messages of monitoring centres', () => {
  const messages = [...linesOf(textOf('angola-vms/panama.naf')), ...linesOf(textOf('angola-vms/france.naf'))];

  test('each is a position and an identity, with the values that the centres read in it', () => {
    expect(messages.map((line) => recordsOf(line))).toMatchObject([
      position('ir:PAN:47083-PEXT', '2019-05-15T11:51Z', [-100.274, -20.86, null]),
      position('ir:GBR:GBROOC21250', '2020-10-06T16:25Z', [0.94, 53.254, 9.6]),
      position('ir:NLD:NLD201901153', '2020-10-06T21:26Z', [4.269, 52.099, 0]),
      position('ir:FRA:ESP000022941', '2021-06-02T23:30Z', [-11.733, 53.267, null]),
      position('rc:FLBO', '2021-09-29T12:34Z', [-141.731, -13.477, 2]),
    ]);
  });

  test('a field that nobody knows, or an empty one, changes nothing', () => {
    for (const line of messages) {
      expect(recordsOf(line.replace('//ER', '//ZZ/outra//ER'))).toEqual(recordsOf(line));
      expect(recordsOf(line.replace('//ER', '//QQ///ER'))).toEqual(recordsOf(line));
    }
  });

  test('the simulated centre writes fields of theirs alone', () => {
    const files = createVmsFiles(createWorld({ seed: 8478 }))(nowMs, 0);
    const simulated = files.flatMap(({ bytes }) => linesOf(bytes.toString('utf8')));
    expect(simulated.length).toBeGreaterThan(0);
    // The vessel's number with the International Maritime Organization is in the format, and in none of the five.
    const known = new Set([...messages.flatMap(codesOf), 'IM']);
    expect(simulated.flatMap(codesOf).filter((code) => !known.has(code))).toEqual([]);
    expect(simulated.filter((line) => 'errors' in recordsOf(line))).toEqual([]);
  });
});

describe('the published study of albatrosses', () => {
  const bodyOf = (text: string) => ({
    ...{ url: 'http://127.0.0.1/direct-read', status: 200, contentType: 'text/csv' },
    bytes: new TextEncoder().encode(text),
  });
  const rows = readCsv(bodyOf(textOf('movebank/study.csv')), STUDY_COLUMNS);
  const [gps] = SENSORS;
  const study: Study = { wire: studyWire.parse(rows[0]), sensors: [gps] };

  test('the study is read; in the Pacific, it is none of ours', () => {
    expect(study.wire).toMatchObject({ id: '2911040', sensor_type_ids: 'GPS,Acceleration' });
    expect(mapStudies(rows)).toEqual({ studies: [], rejected: [] });
    const near = mapStudies([{ ...rows[0], main_location_long: '12.1', main_location_lat: '-9' }]);
    expect(near.studies).toMatchObject([{ wire: { id: '2911040' }, sensors: [{ sensor: 'gps' }] }]);
  });

  test('its fixes are one track, to the millisecond and the last digit', () => {
    const events = readCsv(bodyOf(textOf('movebank/event.csv')), EVENT_COLUMNS);
    const { records, rejected } = mapEvents(events, study, gps, nowMs);
    expect(rejected).toEqual([]);
    expect(records).toMatchObject([
      {
        ...{ individual: '4264-84830852', tag: '131', taxon: 'Phoebastria irrorata', sensor: 'gps' },
        lons: [-89.740214, -89.7401542, -89.7401401, -89.7401596],
        lats: [-1.372641, -1.3728941, -1.3728809, -1.3728911],
        outliers: [false, false, false, false],
      },
    ]);
    expect(records[0]?.timesMs[0]).toBe(Date.parse('2008-05-31T13:30:02.001Z'));
  });

  test.each([
    ['study', 'movebank/study.csv', STUDY_COLUMNS],
    ['event', 'movebank/event.csv', EVENT_COLUMNS],
  ] as const)(
    'the simulator answers the same columns of %s, in values of the same form',
    async (kind, name, columns) => {
      const query = new URLSearchParams({ entity_type: kind, attributes: columns.join(',') });
      if (kind === 'event') for (const [key, value] of await aStudy()) query.set(key, value);
      const reply = await app.inject({ url: `/movebank/movebank/service/direct-read?${query}`, headers: account });
      const [real] = readCsv(bodyOf(textOf(name)), columns);
      const [simulated] = readCsv(bodyOf(reply.body), columns);
      expect(Object.keys(simulated ?? {})).toEqual(Object.keys(real ?? {}));
      expect(formsOf(simulated, real)).toEqual([]);
    },
  );
});

const account = { authorization: `Basic ${Buffer.from('conta:segredo').toString('base64')}` };

/** A study of the simulator whose data need no licence accepted. */
async function aStudy(): Promise<readonly [string, string][]> {
  const attributes = 'id,suspend_license_terms,i_have_download_access';
  const reply = await app.inject({
    url: `/movebank/movebank/service/direct-read?${new URLSearchParams({ entity_type: 'study', attributes })}`,
    headers: account,
  });
  for (const line of linesOf(reply.body).slice(1)) {
    const id = line.split(',')[0] ?? '';
    const asked = new URLSearchParams({ entity_type: 'event', study_id: id, sensor_type_id: '653' });
    const events = await app.inject({ url: `/movebank/movebank/service/direct-read?${asked}`, headers: account });
    if (events.headers['content-type']?.toString().startsWith('text/csv') === true && linesOf(events.body).length > 1)
      return [
        ['study_id', id],
        ['sensor_type_id', '653'],
      ];
  }
  throw new Error('no study of the simulator can be read without accepting a licence');
}

/** Columns whose two values differ in form: a number, an instant, true or false. */
function formsOf(one: Readonly<Record<string, string>> = {}, other: Readonly<Record<string, string>> = {}): string[] {
  const formOf = (value: string) =>
    [/^$/, /^(true|false)$/, /^-?\d+(\.\d+)?$/, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/].findIndex((form) =>
      form.test(value),
    );
  const strict = (form: number) => form === 1 || form === 3;
  return Object.keys(one).filter((key) => {
    const [first, second] = [formOf(one[key] ?? ''), formOf(other[key] ?? '')];
    return (strict(first) || strict(second)) && first !== second;
  });
}

function position(vesselKey: string, at: string, [lon, lat, speedKnots]: readonly [number, number, number | null]) {
  const common = { vesselKey, timeMs: Date.parse(at) };
  return {
    records: [
      { kind: 'vessel-position', ...common, lon, lat, speedKnots },
      { kind: 'vessel-identity', ...common },
    ],
  };
}
