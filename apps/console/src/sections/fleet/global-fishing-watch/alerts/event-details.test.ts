import { expect, test } from 'vitest';
import { readDetails } from './event-details.ts';

const plain = (details: Readonly<Record<string, unknown>>) =>
  readDetails(details).map(([label, text]) => [label, text.replaceAll('\u00a0', ' ')]);

test('each detail has its unit; kilometres are made of metres, and hours of milliseconds', () => {
  expect(plain({ distanceMeters: 12_345, medianDistanceMeters: 480.4, maxKnots: 12.25, stopMs: 5_400_000 })).toEqual([
    ['Distância mediana', '480 m'],
    ['Velocidade máxima', '12,3 nós'],
    ['Distância', '12,3 km'],
    ['Paragem', '1 h 30 min'],
  ]);
});

test('counts and words are shown as they are, and what is of another kind is left out', () => {
  expect(plain({ reports: 1_240, confidence: 'alta', otherReports: true, positionsBefore: null })).toEqual([
    ['Confiança (2 a 4)', 'alta'],
    ['Posições', '1 240'],
  ]);
});

test('a port has its name, and one that is not known its own mark', () => {
  expect(plain({ portId: 'porto-que-nao-ha', isEntrySeen: false })).toEqual([
    ['Porto', 'porto-que-nao-ha'],
    ['Entrada observada', 'não'],
  ]);
});
