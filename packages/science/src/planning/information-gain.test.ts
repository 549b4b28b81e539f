import { type Position, seededRandom } from '@kianda/geo';
import { describe, expect, test } from 'vitest';
import { mostInformativePlaces } from './information-gain.ts';

const bits = (ratio: number) => Math.log2(1 + ratio) / 2;
const sum = (choices: readonly { gainBits: number }[]) => choices.reduce((total, { gainBits }) => total + gainBits, 0);

describe('gain of information', () => {
  test('of one place is ½ log₂(1 + v / σ²)', () => {
    const [one] = mostInformativePlaces({ positions: [[12, -9]], spread: [2], noise: 1, lengthKm: 50 }, { count: 5 });
    expect(one).toMatchObject({ place: 0, spread: 2 });
    expect(one?.gainBits).toBeCloseTo(bits(4), 12);
  });

  test('of the same place twice is that of the mean of two measurements', () => {
    const choices = mostInformativePlaces(
      ...([
        {
          positions: [
            [12, -9],
            [12, -9],
          ],
          spread: [2, 2],
          noise: 1,
          lengthKm: 50,
        },
        { count: 2 },
      ] as const),
    );
    // det(I + K / σ²) of K = [[4, 4], [4, 4]] is 1 + 8.
    expect(sum(choices)).toBeCloseTo(bits(8), 12);
  });

  test('places far apart tell nothing of each other; the least known comes first', () => {
    const far: Position[] = [
      [9, -5],
      [11, -17],
      [13, -11],
    ];
    const choices = mostInformativePlaces({ positions: far, spread: [1, 3, 2], noise: 1, lengthKm: 20 }, { count: 3 });
    expect(choices.map(({ place }) => place)).toEqual([1, 2, 0]);
    expect(sum(choices)).toBeCloseTo(bits(9) + bits(4) + bits(1), 9);
  });

  test('of any set it is ½ log₂ det(I + K / σ²), whatever the order, and never grows from one place to the next', () => {
    const random = seededRandom(7);
    const positions = Array.from({ length: 12 }, (): Position => [10 + 3 * random(), -15 + 5 * random()]);
    const choices = mostInformativePlaces(
      { positions, spread: positions.map(() => 1.5), noise: 0.7, lengthKm: 120 },
      { count: 12 },
    );
    const reversed = mostInformativePlaces(
      { positions: positions.toReversed(), spread: positions.map(() => 1.5), noise: 0.7, lengthKm: 120 },
      { count: 12 },
    );
    expect(sum(choices)).toBeCloseTo(sum(reversed), 9);
    const gains = choices.map(({ gainBits }) => gainBits);
    expect(gains).toEqual([...gains].sort((a, b) => b - a));
  });

  test('nothing is measured where nothing is to be learned', () => {
    const problem = {
      positions: [
        [12, -9],
        [12, -10],
      ] as Position[],
      spread: [0, Number.NaN],
      noise: 1,
      lengthKm: 50,
    };
    expect(mostInformativePlaces(problem, { count: 2 })).toEqual([]);
    expect(() => mostInformativePlaces({ ...problem, noise: 0 }, { count: 1 })).toThrow(RangeError);
  });
});
