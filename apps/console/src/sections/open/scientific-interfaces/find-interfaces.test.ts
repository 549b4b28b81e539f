import { interfaces } from '@kianda/contract/open/interfaces/manifest';
import { expect, test } from 'vitest';
import { findInterfaces } from './find-interfaces.ts';

const list = interfaces.map(({ id, name, description, category, features, file }) => ({
  ...{ id, name, description, category, features: [...features], url: file },
  ...{
    isActive: true,
    isStatic: false,
    isFavourite: false,
    lastAccessed: null,
    openings: 0,
    health: null,
    picture: null,
  },
}));
const ids = (query: string, category?: string) => findInterfaces(list, category, query).map(({ id }) => id);

test('a name is found without its accents, and with a typing error', () => {
  expect(ids('colaboracao')[0]).toBe('collaboration');
  expect(ids('Animacoes de Vnto')[0]).toBe('wind_animations');
});

test('a feature finds its interface, in the plural too', () => {
  expect(ids('gerstner')).toEqual(['enhanced_ocean_system']);
  expect(ids('camada essencial')).toContain('realtime_fixed');
});

test('a category holds whatever is typed, and nothing typed shows all of it', () => {
  expect(ids('', 'testing')).toHaveLength(12);
  expect(ids('cabinda', 'testing')).toEqual(['test_cabinda_coordinates']);
  expect(ids('xilofone')).toEqual([]);
});
