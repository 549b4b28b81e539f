import type { LandingRecord } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { fisheriesStats, speciesCatch } from '@kianda/contract/sea/fisheries/fisheries.contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { askModule } from '../../../testing/ask.ts';
import {
  createModulePlatform,
  echoAbsence,
  echoProvenance,
  type ModulePlatform,
  originOf,
} from '../../../testing/module.ts';
import { fisheriesMigrations } from './fisheries.migrations.ts';
import { createFisheries, type FisheriesModule } from './index.ts';
import { publishedFigures } from './published-figures.texts.ts';
import { mainSpecies, type SpeciesYear } from './species-trend.rules.ts';

describe('main species', () => {
  const rows = (species: string, ...byYear: readonly (readonly [number, number])[]): SpeciesYear[] =>
    byYear.map(([year, tonnes]) => ({ year, species, tonnes }));

  test('the trend is against the mean of the years before, from five percent on', () => {
    const years = [
      ...rows('subiu', [2017, 90], [2018, 100], [2019, 110], [2020, 105.1]),
      ...rows('igual', [2017, 90], [2018, 100], [2019, 110], [2020, 105]),
      ...rows('desceu', [2017, 100], [2019, 100], [2020, 94]),
      ...rows('nova', [2020, 10]),
      ...rows('acabou', [2019, 500]),
    ];
    expect(mainSpecies(years, 2020, 8).map(({ name, trend }) => [name, trend])).toEqual([
      ['subiu', 'up'],
      ['igual', 'stable'],
      ['desceu', 'down'],
      ['nova', 'stable'],
    ]);
  });

  test('shares are of the whole catch of the year, also of what is not shown', () => {
    const years = [...rows('a', [2020, 60]), ...rows('b', [2020, 30]), ...rows('c', [2020, 10])];
    expect(mainSpecies(years, 2020, 2)).toEqual([
      { name: 'a', catch_tons: 60, percentage: 60, trend: 'stable' },
      { name: 'b', catch_tons: 30, percentage: 30, trend: 'stable' },
    ]);
  });

  test('a year without catch has none; from nothing to something is a rise', () => {
    expect(mainSpecies(rows('a', [2020, 0]), 2020, 8)).toEqual([]);
    expect(mainSpecies([], 2020, 8)).toEqual([]);
    expect(mainSpecies(rows('a', [2019, 0], [2020, 5]), 2020, 8)[0]?.trend).toBe('up');
  });

  test('shares add up to at most a hundred and never turn negative', () => {
    const tonnes = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(tonnes, (catches) => {
        const found = mainSpecies(
          catches.flatMap((each, index) => rows(`espécie ${index}`, [2020, each])),
          2020,
          8,
        );
        expect(found.every(({ percentage }) => percentage >= 0)).toBe(true);
        expect(found.reduce((sum, { percentage }) => sum + percentage, 0)).toBeLessThanOrEqual(100 + 1e-9);
      }),
    );
  });
});

test('every published figure says its source and its period', () => {
  expect(publishedFigures.length).toBeGreaterThan(5);
  expect(publishedFigures.filter(({ source, period, value }) => source === '' || period === '' || value <= 0)).toEqual(
    [],
  );
});

describe('statistics', () => {
  let base: ModulePlatform;
  let module: FisheriesModule;
  beforeEach(async () => {
    base = await createModulePlatform([{ name: 'fisheries', migrations: fisheriesMigrations }]);
    module = createFisheries({
      platform: base.platform,
      provenanceOf: echoProvenance,
      absenceOf: echoAbsence,
      providerOf: (id) => id,
    });
  });
  afterEach(() => base.close());

  const caught = (year: number, species: string, tonnes: number | null): LandingRecord => ({
    kind: 'landing',
    region: 'Angola',
    year,
    species,
    tonnes,
  });
  const ask = async (query: { year?: number } = {}) => {
    const answer = await askModule(module, fisheriesStats, { query });
    return { ...answer, data: answer.data as DataOf<typeof fisheriesStats> };
  };

  test('before the first run the series is unknown, what was published stands with its sources', async () => {
    const { data, provenance, missing } = await ask();
    expect(data).toMatchObject({ year: null, total_catch_tons: null, main_species: [], by_year: [] });
    expect(data.published.length).toBe(publishedFigures.length);
    expect(provenance.state).toBe('fallback');
    expect(missing?.total_catch_tons).toBe('Sem série de capturas: fisheries-area47/landings');
  });

  test('landings are as old as the end of their newest year with a catch', async () => {
    const stored = await module.sink(
      [caught(2018, 'carapau', 1), caught(2019, 'carapau', 2), caught(2020, 'carapau', null)],
      originOf(base),
    );
    expect(stored.newestObservedMs).toBe(Date.UTC(2020, 0, 1) - 1);
  });

  test('a species is found by any of its names, year by year; one that the series lacks is unknown, not zero', async () => {
    await module.sink(
      [
        caught(2018, 'Round sardinella', 10),
        caught(2019, 'Sardinella aurita', 30),
        caught(2019, 'Marine fishes nei', 150),
      ],
      originOf(base),
    );
    const found = await askModule(module, speciesCatch, { query: { name: 'Sardinella aurita' } });
    expect(found.data).toMatchObject({
      newest_tons: 30,
      by_year: [
        { year: 2018, catch_tons: 10 },
        { year: 2019, catch_tons: 30 },
      ],
    });
    const none = await askModule(module, speciesCatch, { query: { name: 'Orcinus orca' } });
    expect(none).toMatchObject({ data: { newest_tons: null, by_year: [] } });
    expect(none.missing?.newest_tons).toContain('Orcinus orca');
  });

  test('the last year, its species and the series', async () => {
    await module.sink(
      [
        caught(2018, 'Cunene horse mackerel', 100),
        caught(2019, 'Cunene horse mackerel', 50),
        caught(2019, 'Marine fishes nei', 150),
      ],
      originOf(base),
    );
    const { data, missing, provenance } = await ask();
    expect(provenance).toMatchObject({ observedAt: '2019-12-31T23:59:59.999Z' });
    expect(data).toMatchObject({
      year: 2019,
      total_catch_tons: 200,
      by_year: [
        { year: 2018, catch_tons: 100 },
        { year: 2019, catch_tons: 200 },
      ],
      main_species: [
        { name: 'Marine fishes nei', percentage: 75, trend: 'stable' },
        { name: 'Carapau-do-Cunene (Trachurus trecae)', percentage: 25, trend: 'down' },
      ],
    });
    expect(missing).not.toHaveProperty('total_catch_tons');
    const other = await ask({ year: 1999 });
    expect(other.data).toMatchObject({ year: 1999, total_catch_tons: null, main_species: [] });
    expect(other.missing?.total_catch_tons).toBe('Sem capturas para 1999.');
  });

  test('the same page twice changes nothing; a corrected catch replaces, an unknown one is kept as unknown', async () => {
    const page = [caught(2019, 'carapau', 50), caught(2019, 'atum', null)];
    expect(await module.sink(page, originOf(base))).toMatchObject({ written: 2, duplicates: 0 });
    expect(await module.sink(page, originOf(base))).toMatchObject({ written: 0, duplicates: 2 });
    expect(await module.sink([caught(2019, 'carapau', 60)], originOf(base))).toMatchObject({ written: 1 });
    expect((await ask()).data.total_catch_tons).toBe(60);
    // A year of which nothing is known is not a year without catch.
    await module.sink([caught(2020, 'atum', null)], originOf(base));
    expect((await ask()).data).toMatchObject({ year: 2019, by_year: [{ year: 2019, catch_tons: 60 }] });
    const stored = await Promise.all(module.quality.map((each) => each.evaluate(new Date())));
    expect(stored.flat()).toMatchObject([
      { rule: 'landing_positive', evaluated: 1, failing: 0, samples: [] },
      {
        rule: 'landing_known',
        evaluated: 3,
        failing: 2,
        samples: [
          { species: 'atum', year: 2020, tonnes: null },
          { species: 'atum', year: 2019, tonnes: null },
        ],
      },
    ]);
  });

  test('a species that comes twice in one page is one row, the later one', async () => {
    await module.sink([caught(2019, 'carapau', 50), caught(2019, 'carapau', 70)], originOf(base));
    expect((await ask()).data.total_catch_tons).toBe(70);
  });
});
