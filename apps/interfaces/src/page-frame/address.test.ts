import { expect, test } from 'vitest';
import { camera, choice, day, flag, numberIn, place, readAddress, several, text, writeAddress } from './address.ts';

const fields = {
  parametro: choice(['sst', 'chlorophyll'], 'sst'),
  camadas: several(['zee', 'portos', 'rotas'], ['zee']),
  dias: numberIn(1, 366, 30),
  agora: flag(true),
  nome: text(8),
  desde: day(),
  ponto: place(),
  mapa: camera(),
};

test('a first visit has an empty address, and an empty address is a first visit', () => {
  expect(writeAddress(fields, readAddress(fields, ''))).toBe('');
});

test('a state comes back from its address as it was', () => {
  const state = {
    parametro: 'chlorophyll',
    camadas: ['portos', 'rotas'],
    dias: 7,
    agora: false,
    nome: 'a&b=c',
    desde: '2026-08-31',
    ponto: [13.2, -8.8],
    mapa: { center: [12, -10], zoom: 5.25 },
  } as const;
  const fragment = writeAddress(fields, state);
  expect(fragment).toBe(
    'parametro=chlorophyll&camadas=portos,rotas&dias=7&agora=nao&nome=a%26b%3Dc&desde=2026-08-31&ponto=13.2,-8.8&mapa=12,-10,5.25',
  );
  expect(readAddress(fields, `#${fragment}`)).toEqual(state);
});

test('none of a list is a state of its own', () => {
  const state = { ...readAddress(fields, ''), camadas: [] };
  expect(readAddress(fields, writeAddress(fields, state)).camadas).toEqual([]);
});

test('what makes no sense is as on a first visit', () => {
  const written = 'parametro=x&camadas=y&dias=9999&agora=talvez&nome=123456789&desde=2026-13-40&ponto=200,0&mapa=1,2';
  expect(readAddress(fields, written)).toEqual({ ...readAddress(fields, ''), camadas: [], nome: '12345678' });
});
