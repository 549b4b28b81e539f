/** The Abstract Test Suite of CQL2 (OGC 21-065, annex A) over its own data, which come in as anybody's layers do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApplication, type TestApplication } from '../../apps/server/src/testing/application.ts';
import { layerTools } from './testing/layers.ts';

const folder = join(import.meta.dirname, 'natural-earth');
const layers = ['ne_110m_admin_0_countries', 'ne_110m_populated_places_simple', 'ne_110m_rivers_lake_centerlines'];

/**
 * Where the annex' count contradicts its own data: three names begin with «Ch» once accents are off (Chișinău, Chicago,
 * Chengdu) and one with «chis», and it gives two for each.
 */
const contradicted: Readonly<Record<string, number>> = {
  "ACCENTI(name) LIKE accenti('Ch%')": 3,
  "ACCENTI(CASEI(name)) LIKE accenti(casei('Chiș%'))": 1,
  "ACCENTI(CASEI(name)) LIKE accenti(casei('cHis%'))": 1,
};

type Line = {
  readonly kind: string;
  readonly layer: string;
  readonly count: number;
  readonly text: string;
  readonly json: string;
};
const lines = readFileSync(join(folder, 'cql2-counts.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Line => {
    const [kind = '', layer = '', count = '', text = '', json = ''] = line.split('\t');
    return { kind, layer, count: Number(count), text, json };
  });

const kinds = [...new Set(lines.map(({ kind }) => kind))];

let app: TestApplication;
let tables: readonly (readonly unknown[])[] = [];
const imports: (readonly unknown[])[] = [];
beforeAll(async () => {
  app = await createTestApplication({ validateResponses: false });
  const tools = await layerTools(app);
  const file = await tools.upload(join(folder, 'ne110m4cql2.gpkg'));
  tables = file.tables.map(({ name, features }) => [name, features]);
  for (const table of layers) {
    const layer = await tools.add(table, file, { table });
    imports.push([layer.lastImport?.error ?? null, layer.lastImport?.state]);
  }
});
afterAll(() => app.close());

test('the three layers of the standard are read whole', () => {
  expect(tables).toEqual([
    ['ne_110m_admin_0_countries', 177],
    ['ne_110m_populated_places_simple', 243],
    ['ne_110m_rivers_lake_centerlines', 13],
  ]);
  expect(imports).toEqual(layers.map(() => [null, 'done']));
});

/** Numbers that a filter finds: the count that the answer states, and the features it gives. */
async function found(layer: string, parameters: Readonly<Record<string, string>>): Promise<unknown> {
  const search = new URLSearchParams({ limit: '1000', ...parameters });
  const reply = await app.inject({ method: 'GET', url: `/features/collections/${layer}/items?${search}` });
  if (reply.status !== 200) return reply.text;
  const { numberMatched, features } = reply.json() as { numberMatched: number; features: unknown[] };
  return numberMatched === features.length ? numberMatched : [numberMatched, features.length];
}

/** The geometry of a collection is called `geometry` in its queryables; the annex calls it `geom`. */
const named = {
  text: (text: string) => text.replace(/\bgeom\b/g, 'geometry'),
  json: (json: string) => json.replaceAll('{"property":"geom"}', '{"property":"geometry"}'),
};

test('there are 351 counts, and three of them can not be', () => {
  expect(lines).toHaveLength(351);
  expect(kinds).toHaveLength(11);
  expect(lines.filter(({ text }) => Object.hasOwn(contradicted, text))).toHaveLength(3);
});

describe.each(['text', 'json'] as const)('as %s', (form) => {
  test.each(kinds)('every count of %s', async (kind) => {
    const wrong: unknown[] = [];
    for (const line of lines.filter((one) => one.kind === kind)) {
      const expected = contradicted[line.text] ?? line.count;
      const filter = named[form](line[form]);
      const count = await found(line.layer, { filter, 'filter-lang': `cql2-${form}` });
      if (count !== expected) wrong.push([filter, expected, count]);
    }
    expect(wrong).toEqual([]);
  });
});
