import { expect, test } from 'vitest';
import { commercialSpecies, scientificNamesOf, speciesNamed, speciesOfCode } from './species-register.ts';

test('the register has more than 150 species, each once, with a Portuguese name of its own', () => {
  expect(commercialSpecies.length).toBeGreaterThanOrEqual(150);
  for (const key of ['code', 'scientificName', 'portugueseName'] as const)
    expect(new Set(commercialSpecies.map((one) => one[key])).size).toBe(commercialSpecies.length);
  for (const { code, scientificName, aphiaId, ...one } of commercialSpecies) {
    expect(code).toMatch(/^[A-Z]{3}$/);
    expect(scientificName).toMatch(/^[A-Z][a-z]+ [a-z]+$/);
    // An identifier that was not verified is left out, with the reason.
    expect(aphiaId === null).toBe(one.aphiaIdMissing !== null);
    expect(one.source).toContain('ASFIS');
  }
});

test('a species is found by its code, its scientific name, a newer one, and the English name of catch statistics', () => {
  expect(speciesOfCode('HMZ')).toMatchObject({ scientificName: 'Trachurus trecae' });
  expect(speciesNamed('Trachurus trecae')?.portugueseName).toBe('Carapau-do-Cunene');
  expect(speciesNamed('Cunene horse mackerel')?.code).toBe('HMZ');
  expect(speciesNamed('Carlarius heudelotii')?.portugueseName).toBe('Bagre-liso');
  expect(speciesNamed('Dentex macrophthalmus')).toMatchObject({ portugueseName: 'Cachucho', aphiaId: 273965 });
  for (const name of ['trachurus trecae', 'CUNENE HORSE MACKEREL', 'carlarius heudelotii', 'Carlarius Heudelotii'])
    expect(speciesNamed(name)).not.toBeNull();
  expect([speciesOfCode('JAX'), speciesNamed('Marine fishes nei')]).toEqual([null, null]);
});

test('all scientific names of a species are known, the newer ones too, and each leads back to it', () => {
  const catfish = speciesNamed('Arius heudelotii');
  expect(catfish === null ? [] : scientificNamesOf(catfish)).toEqual(['Arius heudelotii', 'Carlarius heudelotii']);
  for (const one of commercialSpecies)
    expect(scientificNamesOf(one).map(speciesNamed)).toEqual(scientificNamesOf(one).map(() => one));
});
