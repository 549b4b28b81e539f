import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../db/testing.ts';
import { AppError } from '../http/errors.ts';
import { compileFilter, createMatcher, type FilterLanguage, parseFilter } from './index.ts';
import { columnNamed, readerOf, records } from './testing/records.ts';
import { refusals } from './testing/refusals.ts';

/** Text, the same in JSON as another implementation of the standard wrote it, and who it is true for. */
const cases = readFileSync(new URL('testing/cases.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [text = '', json = '', ids = ''] = line.split('\t');
    return { text, json, ids: ids === '' ? [] : ids.split(' ').map(Number) };
  });

let base: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  base = await createTestDatabase([]);
  const db = base.database.for();
  await sql`create table public.records (
    id integer, name text, species text, depth float8, catch integer, open boolean, seen timestamptz, day date,
    period_start timestamptz, period_end timestamptz, tags text[], levels float8[], box box, lon float8, lat float8
  )`.execute(db);
  for (const record of records) {
    const flat = (record.geom?.coordinates as readonly unknown[] | undefined)?.flat(9) as number[] | undefined;
    const of = (offset: number) => (flat ?? []).filter((_, index) => index % 2 === offset);
    const [lons, lats] = [of(0), of(1)];
    const box =
      flat === undefined
        ? null
        : `(${Math.max(...lons)},${Math.max(...lats)}),(${Math.min(...lons)},${Math.min(...lats)})`;
    const point = record.geom?.type === 'Point';
    const end = (index: 0 | 1) =>
      record.period?.[index] === '..' ? `${index === 0 ? '-' : ''}infinity` : record.period?.[index];
    await sql`insert into public.records values (
      ${record.id}, ${record.name}, ${record.species}, ${record.depth}, ${record.catch}, ${record.open}, ${record.seen},
      ${record.day}, ${end(0) ?? null}, ${end(1) ?? null}, ${record.tags}, ${record.levels}, ${box}::box,
      ${point ? lons[0] : null}, ${point ? lats[0] : null})`.execute(db);
  }
  return () => base.drop();
});

/** By the matcher alone, over all records. */
async function bruteForce(filter: unknown, language: FilterLanguage): Promise<readonly number[]> {
  const matcher = await createMatcher(parseFilter(filter, language, columnNamed));
  const ids = records.filter((record) => matcher.matches(readerOf(record))).map(({ id }) => id);
  matcher.close();
  return ids;
}

/** By the database, and by the matcher only where the SQL says that it is not the whole filter. */
async function byDatabase(filter: unknown, language: FilterLanguage) {
  const parsed = parseFilter(filter, language, columnNamed);
  const { where, exact } = compileFilter(parsed, columnNamed);
  const { rows } = await sql<{ id: number }>`select id from public.records where ${where} order by id`.execute(
    base.database.for(),
  );
  const found = rows.map(({ id }) => id);
  if (exact) return { ids: found, exact };
  const matcher = await createMatcher(parsed);
  const ids = records.filter((record) => found.includes(record.id) && matcher.matches(readerOf(record)));
  matcher.close();
  return { ids: ids.map(({ id }) => id), exact };
}

describe.each(cases)('$text', ({ text, json, ids }) => {
  test('is true for whom it should, in both languages, in the database as by hand', async () => {
    expect(await bruteForce(text, 'cql2-text')).toEqual(ids);
    expect(await bruteForce(json, 'cql2-json')).toEqual(ids);
    expect((await byDatabase(text, 'cql2-text')).ids).toEqual(ids);
    expect((await byDatabase(JSON.parse(json), 'cql2-json')).ids).toEqual(ids);
  });
});

test('there are at least 150 expressions, and most are SQL alone', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  const exact = cases.map(({ text }) => compileFilter(parseFilter(text, 'cql2-text', columnNamed), columnNamed).exact);
  expect(exact.filter(Boolean).length).toBeGreaterThan(cases.length * 0.7);
});

describe.each(refusals)('refused: $name', ({ filter, language, says }) => {
  test('with a 400 that says what and where', async () => {
    const refusal = await Promise.resolve()
      .then(() => bruteForce(filter, language))
      .then(() => null)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    const { code, detail } = refusal as AppError;
    expect(code).toBe('validation_failed');
    expect(detail).toContain('Filtro CQL2 inválido');
    expect(detail).toContain(says);
  });
});

test('a text that closes the statement is a text', async () => {
  const hostile = "name = 'x''); drop table public.records; --'";
  expect((await byDatabase(hostile, 'cql2-text')).ids).toEqual([]);
  expect((await byDatabase("name <> 'x'", 'cql2-text')).ids).toHaveLength(records.length);
});

test('a pattern of many wildcards is judged at once', async () => {
  const text = `name LIKE '${'%a'.repeat(2_000)}'`;
  expect(await bruteForce(text, 'cql2-text')).toEqual([]);
  expect((await byDatabase(text, 'cql2-text')).ids).toEqual([]);
});

test('geometries in another CRS are brought to longitude and latitude', async () => {
  const filter = parseFilter('S_INTERSECTS(geom, POINT(-8.8 13.2))', 'cql2-text', columnNamed, (geometry) =>
    geometry.type === 'Point'
      ? { type: 'Point', coordinates: [...(geometry.coordinates as number[])].reverse() }
      : geometry,
  );
  const matcher = await createMatcher(filter);
  expect(records.filter((record) => matcher.matches(readerOf(record))).map(({ id }) => id)).toEqual([1]);
  matcher.close();
});
