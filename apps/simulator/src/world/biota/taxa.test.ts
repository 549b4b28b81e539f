import { describe, expect, it } from 'vitest';
import { taxa } from './taxa.ts';
import type { TaxonGroup, TaxonSeed } from './taxon.ts';

/** The species that break the rule, by name, so that a failure says which line to mend. */
function offenders(breaksRule: (taxon: TaxonSeed) => boolean): string[] {
  return taxa.filter(breaksRule).map((taxon) => taxon.scientificName);
}

describe('the species of the simulated sea', () => {
  it('are at least 420', () => {
    expect(taxa.length).toBeGreaterThanOrEqual(420);
  });

  it('are named once each', () => {
    const seen = new Set<string>();
    expect(offenders(({ scientificName }) => seen.size === seen.add(scientificName).size)).toEqual([]);
  });

  it('have two-part names that begin with their genus', () => {
    expect(offenders(({ scientificName }) => !/^[A-Z][a-z]+ [a-z]+(-[a-z]+)?$/.test(scientificName))).toEqual([]);
    expect(offenders(({ scientificName, genus }) => scientificName.split(' ')[0] !== genus)).toEqual([]);
  });

  it('have an author and a year between Linnaeus and today, in closed brackets when the genus has changed', () => {
    expect(
      offenders(({ authority }) => {
        const year = Number(/, (\d{4})\)?$/.exec(authority)?.[1] ?? Number.NaN);
        return !(year >= 1753 && year <= 2025);
      }),
    ).toEqual([]);
    expect(offenders(({ authority }) => authority.split('(').length !== authority.split(')').length)).toEqual([]);
  });

  it('live at depths and latitudes that are ordered and within the sea, part of them within the ZEE', () => {
    expect(offenders(({ depthRangeMeters: [top, bottom] }) => !(top >= 0 && top < bottom && bottom <= 6000))).toEqual(
      [],
    );
    expect(offenders(({ latRange: [south, north] }) => !(south >= -20 && south < north && north <= 0))).toEqual([]);
    expect(offenders(({ latRange: [south, north] }) => !(south <= -4.4 && north >= -18))).toEqual([]);
  });

  it('live in water between the coldest and the warmest of the region, where it is known', () => {
    expect(offenders(({ thermal }) => thermal !== undefined && !(thermal[0] >= 8 && thermal[0] < thermal[1]))).toEqual(
      [],
    );
    expect(offenders(({ thermal }) => thermal !== undefined && thermal[1] > 33)).toEqual([]);
    expect(taxa.filter(({ thermal }) => thermal !== undefined).length).toBeGreaterThan(80);
  });

  it('are deep-sea species only where the water is deep', () => {
    expect(offenders(({ habitat, depthRangeMeters }) => habitat === 'deep' && depthRangeMeters[1] < 300)).toEqual([]);
    expect(offenders(({ habitat, depthRangeMeters }) => habitat === 'mangrove' && depthRangeMeters[0] !== 0)).toEqual(
      [],
    );
  });

  it('belong to one family, order, class, phylum and kingdom whatever the table they stand in', () => {
    const parents = new Map<string, string>();
    const strays: string[] = [];
    for (const { kingdom, phylum, class: taxonClass, order, family, genus } of taxa) {
      const lineage = [kingdom, phylum, taxonClass, order, family, genus];
      for (const [rank, name] of lineage.entries()) {
        const parent = lineage[rank - 1] ?? 'life';
        if ((parents.get(`${rank} ${name}`) ?? parent) !== parent) strays.push(`${name} in ${parent}`);
        parents.set(`${rank} ${name}`, parent);
      }
    }
    expect(strays).toEqual([]);
  });

  it('leave no group empty', () => {
    const groups: readonly TaxonGroup[] = [
      'fish',
      'mammal',
      'bird',
      'turtle',
      'mollusc',
      'crustacean',
      'cnidarian',
      'echinoderm',
      'algae',
      'annelid',
      'sponge',
      'tunicate',
      'other',
    ];
    expect(groups.filter((group) => !taxa.some((taxon) => taxon.group === group))).toEqual([]);
  });

  it('include the stocks that the Angolan fisheries live on, under their accepted names', () => {
    const names = new Set(taxa.map(({ scientificName }) => scientificName));
    const stocks = [
      'Sardinella aurita',
      'Sardinella maderensis',
      'Sardinops sagax',
      'Trachurus trecae',
      'Trachurus capensis',
      'Scomber colias',
      'Brachydeuterus auritus',
      'Merluccius polli',
      'Merluccius capensis',
      'Dentex angolensis',
      'Dentex macrophthalmus',
      'Thunnus albacares',
      'Thunnus obesus',
      'Parapenaeus longirostris',
      'Aristeus varidens',
      'Chaceon maritae',
      'Panulirus regius',
    ];
    expect(stocks.filter((name) => !names.has(name))).toEqual([]);
  });
});
