import { expect, test } from 'vitest';
import { classColour, classedHitLayers, classedStyle, type MapClass } from './classes-style.ts';

const classes: readonly MapClass[] = [
  { colour: '#ff0000', value: null, from: null, to: 1 },
  { colour: '#00ff00', value: null, from: 1, to: 2 },
  { colour: '#0000ff', value: 'pesca', from: null, to: null },
];

test('classes are told by their values and by both ends, the first that fits; the rest has a colour of its own', () => {
  const number = ['to-number', ['get', 'z'], Number.NaN];
  const isKnown = ['!=', ['typeof', ['get', 'z']], 'null'];
  expect(classColour('z', classes, '#999999')).toEqual([
    'case',
    ...[['all', isKnown, ['>=', number, -1e308], ['<', number, 1]], '#ff0000'],
    ...[['all', isKnown, ['>=', number, 1], ['<', number, 2]], '#00ff00'],
    ...[['==', ['to-string', ['get', 'z']], 'pesca'], '#0000ff'],
    '#999999',
  ]);
});

test('a layer of one colour is drawn in it, one without a legend in that of the map', () => {
  expect(classColour(null, [{ colour: '#123456', value: null, from: null, to: null }], '#999999')).toBe('#123456');
  expect(classColour(null, [], '#999999')).toBe('#999999');
});

test('every layer that is drawn answers to the pointer', () => {
  const style = classedStyle('b', { attribute: null, classes: [], other: '#999999', ring: '#fff', chosen: 'f1' });
  expect(style.map(({ id }) => id)).toEqual(classedHitLayers('b'));
});
