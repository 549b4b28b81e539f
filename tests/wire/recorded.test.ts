import { readFileSync } from 'node:fs';
import { createAisDecoder } from '@kianda/science/ais/decoder';
import { afterAll, describe, expect, test } from 'vitest';
import { createSimulator } from '../../apps/simulator/src/app.ts';
import { manualClock } from '../../apps/simulator/src/clock.ts';
import { recordOf } from '../../packages/connectors/src/angola-ais/map.ts';
import type { RawBody } from '../../packages/connectors/src/core/http.ts';
import { driftBetween, mergeShapes, type Shape, shapeOf } from '../../packages/connectors/src/core/shape.ts';
import { connectors } from '../../packages/connectors/src/registry.ts';
import { bodyOf, folders, type Recorded, recorded } from './recorded/answers.ts';
import { recordedLines } from './recorded/lines.ts';
import { at, fields, nameOf, reasons, removed, steps, withField, withoutField } from './recorded/mutations.ts';
import { differences } from './recorded/shape.ts';
import { calls } from './recorded/simulated.ts';

/** Folder of a connector's code, where it is not its id. */
const folderOf: Readonly<Record<string, string>> = {
  'cds-era5': 'cds',
  'cdse-sentinel3': 'cdse',
  'mod13q1-ndvi': 'ornl',
  'open-meteo-marine': 'open-meteo',
  'slsmf-mares': 'slsmf',
};
const app = createSimulator({ seed: 8478, clock: manualClock(Date.UTC(2026, 8, 1, 6)) });
afterAll(() => app.close());

const named = recorded.map((answer) => [`${answer.folder}/${answer.file}`, answer] as const);
const rowsOf = (answer: Recorded): readonly unknown[] => answer.rows?.of(bodyOf(answer) as never) ?? [];

describe('the folders', () => {
  test('every recorded file has its source, and every source its file; all of them are read below', () => {
    for (const { folder, files, notes } of folders()) {
      expect(notes.map(({ file }) => file).toSorted(), folder).toEqual(files.toSorted());
      for (const note of notes) {
        expect(note.date, note.file).toMatch(/^\d{4}-\d\d(-\d\d)?$/);
        expect([note.repository, note.path, note.request, note.trimmed]).not.toContain('');
      }
    }
    const elsewhere = [
      ...['gfw/report-cells.json', 'gfw/detection-cells.json', 'gfw/structures.mvt', 'angola-ais/sentences.nmea'],
      ...recordedLines,
    ];
    const read = new Set([...named.map(([name]) => name), ...elsewhere]);
    expect(new Set(folders().flatMap(({ folder, files }) => files.map((file) => `${folder}/${file}`)))).toEqual(read);
  });

  test('a connector says that its format is recorded where a folder of answers is, and only there', () => {
    const recordedFolders = new Set(folders().map(({ folder }) => folder));
    const said = connectors.filter(({ formatWitness }) => formatWitness.kind === 'recorded');
    expect(new Set(said.map(({ id }) => folderOf[id] ?? id))).toEqual(recordedFolders);
    for (const { id, formatWitness } of said) {
      const notes = folders().find(({ folder }) => folder === (folderOf[id] ?? id))?.notes ?? [];
      expect(new Set(formatWitness.sources), id).toEqual(new Set(notes.map(({ repository }) => repository)));
      expect(formatWitness.newest, id).toBe(
        notes
          .map(({ date }) => date)
          .toSorted()
          .at(-1),
      );
    }
    const others = connectors.filter(({ formatWitness }) => formatWitness.kind !== 'recorded');
    for (const { id, formatWitness } of others)
      expect(formatWitness, id).toEqual({ kind: formatWitness.kind, sources: [], newest: null });
  });
});

describe.each(named)('%s', (name, answer) => {
  test('is read by the schema, and by the map into as many records as it has', () => {
    expect(answer.schema?.safeParse(bodyOf(answer)).error).toBeUndefined();
    const read = answer.rows?.map(rowsOf(answer));
    expect([read?.records.length, read?.rejected.length]).toEqual([answer.rows?.records, answer.rows?.rejected]);
  });

  test('the simulator answers with the same fields and types wherever ours reads', async () => {
    const call = calls[name];
    expect(call ?? reasons[name]?.call, `${name}: no call and no reason`).toBeDefined();
    if (call === undefined) return;
    const simulated = await call(app);
    expect([simulated.status, simulated.contentType.split(';')[0]]).toEqual([200, 'application/json']);
    const found: string[] = [];
    if (answer.schema !== null) {
      const envelope = differences([answer.schema.parse(bodyOf(answer))], [answer.schema.parse(simulated.body)]);
      // Rows are compared one by one below: the envelope leaves them unread.
      found.push(...envelope.filter((each) => answer.rows === undefined || !each.includes('[]')));
    }
    if (answer.rows !== undefined) {
      const { schema, of } = answer.rows;
      const rows = name.startsWith('gfw/') ? (simulated.body as unknown[]) : of(simulated.body as never);
      const [real, ours] = [rowsOf(answer), rows].map((each) => each.map((row) => schema.parse(row)));
      // Without a row of ours every path of the recorded ones would be a difference.
      found.push(...differences(real ?? [], ours ?? []));
    }
    expect(found).toEqual(reasons[name]?.differences ?? []);
  });

  test('a field that nobody knows changes nothing of what is read, and is counted as drift', () => {
    const body = bodyOf(answer);
    for (const step of steps(body)) {
      const mutated = withField(body, step);
      expect(answer.schema?.safeParse(mutated).error, String(step)).toBeUndefined();
      const read = answer.rows?.map(answer.rows.of(mutated as never)).records;
      expect(read, String(step)).toEqual(answer.rows?.map(rowsOf(answer)).records);
      // A shape is kept eight levels deep, and of an object that was always empty it cannot tell what is new.
      if (step.length > 7 || isEmpty(body, step)) continue;
      expect(driftBetween(shapeThrice(body), shapeThrice(mutated)), String(step)).not.toEqual([]);
    }
  });

  test('each field may vanish but those a record needs; without one of these that record alone is rejected', () => {
    const { rows } = answer;
    if (rows === undefined) return;
    const intact = rowsOf(answer)[0] as Record<string, unknown>;
    const alone = rows.map([intact]);
    const needed: string[] = [];
    for (const key of Object.keys(intact)) {
      const mutated = removed(intact, key);
      const { rejected } = rows.map([mutated]);
      if (rejected.length === 0) continue;
      needed.push(key);
      const both = rows.map([mutated, intact]);
      expect(both.records, key).toEqual(alone.records);
      expect(both.rejected, key).toHaveLength(1);
      expect(both.rejected[0]?.reason.length, key).toBeGreaterThan(0);
    }
    expect(needed.toSorted()).toEqual([...rows.needs].toSorted());
  });

  test('each field inside of a row may vanish but those a record needs; without one of these that record alone is rejected', () => {
    const { rows } = answer;
    if (rows === undefined) return;
    const intact = rowsOf(answer)[0];
    const alone = rows.map([intact]);
    const inner = fields(intact).filter((step) => step.length > 1);
    const needed = inner.filter((step) => {
      const mutated = withoutField(intact, step);
      const { rejected } = rows.map([mutated]);
      if (rejected.length === 0) return false;
      const both = rows.map([mutated, intact]);
      expect(both.records, nameOf(step)).toEqual(expect.arrayContaining([...alone.records]));
      expect(both.rejected, nameOf(step)).toEqual(rejected);
      return true;
    });
    expect(needed.map(nameOf).toSorted()).toEqual([...(rows.needsWithin ?? [])].toSorted());
  });

  test('each field of an answer that is no row may vanish, at any depth, but those without which it is none', () => {
    const { schema } = answer;
    if (schema === null) return;
    const body = bodyOf(answer);
    const needed = fields(body).filter((step) => !schema.safeParse(withoutField(body, step)).success);
    expect(needed.map(nameOf).toSorted()).toEqual([...(answer.needs ?? [])].toSorted());
  });
});

test('the simulator has the data sets of the biogeochemistry in the product that the real mapping names', async () => {
  const file = recorded.find(({ folder }) => folder === 'cmems-bgc');
  if (file === undefined) throw new Error('no recorded mapping of cmems-bgc');
  const real = Object.entries(bodyOf(file) as Readonly<Record<string, string>>).filter(([id]) => id.includes('_bgc-'));
  const simulated = (await app.inject('/cmems/s3-waw3/mdl-metadata/dataset_product_id_mapping.json')).json();
  expect(real).toHaveLength(4);
  expect(simulated).toMatchObject(Object.fromEntries(real));
});

test('recorded sentences of coast stations are positions of ships', () => {
  const text = readFileSync(
    new URL('../../packages/connectors/src/angola-ais/recorded/sentences.nmea', import.meta.url),
    'latin1',
  );
  const records: unknown[] = [];
  const decoder = createAisDecoder((message, reception) => {
    const record = recordOf(message, reception, 'ensaio');
    if (record !== null) records.push(record);
  });
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const bytes = Buffer.from(line, 'latin1');
    decoder.line(bytes, 0, bytes.length, Date.UTC(2010, 3, 28));
  }
  const { rejected, byType } = decoder.counts();
  expect(rejected).toEqual({});
  expect(Object.values(byType).reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(records.length).toBeGreaterThan(0);
});

function isEmpty(body: unknown, step: readonly (string | number)[]): boolean {
  return Object.keys(at(body, step)).length === 0;
}

/** Shape of three answers alike: of one envelope alone an absence says nothing. */
function shapeThrice(body: unknown): Shape {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const raw: RawBody = { url: 'http://127.0.0.1/', status: 200, contentType: 'application/json', bytes };
  const shape = shapeOf(raw) ?? [];
  return mergeShapes(mergeShapes(shape, shape), shape);
}
