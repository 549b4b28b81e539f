import type { Column } from '../../shared/columns.ts';

const numbers = (line: string): Float64Array => Float64Array.from(line.split(' '), Number);

/** Six columns of mtcars, a table that ships with R. Source: Henderson & Velleman (1981), Biometrics 37:391–411. */
export const cars = {
  mpg: numbers(
    '21 21 22.8 21.4 18.7 18.1 14.3 24.4 22.8 19.2 17.8 16.4 17.3 15.2 10.4 10.4 14.7 32.4 30.4 33.9 21.5 15.5 15.2 13.3 19.2 27.3 26 30.4 15.8 19.7 15 21.4',
  ),
  hp: numbers(
    '110 110 93 110 175 105 245 62 95 123 123 180 180 180 205 215 230 66 52 65 97 150 150 245 175 66 91 113 264 175 335 109',
  ),
  wt: numbers(
    '2.62 2.875 2.32 3.215 3.44 3.46 3.57 3.19 3.15 3.44 3.44 4.07 3.73 3.78 5.25 5.424 5.345 2.2 1.615 1.835 2.465 3.52 3.435 3.84 3.845 1.935 2.14 1.513 3.17 2.77 3.57 2.78',
  ),
  qsec: numbers(
    '16.46 17.02 18.61 19.44 17.02 20.22 15.84 20 22.9 18.3 18.9 17.4 17.6 18 17.98 17.82 17.42 19.47 18.52 19.9 20.01 16.87 17.3 15.41 17.05 18.9 16.7 16.9 14.5 15.5 14.6 18.6',
  ),
  cyl: numbers('6 6 4 6 8 6 8 4 4 6 6 8 8 8 8 8 8 4 4 4 4 8 8 8 8 4 4 4 8 6 8 4'),
  am: numbers('1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 0 0 0 0 0 1 1 1 1 1 1 1'),
  carb: numbers('4 4 1 1 2 1 4 2 2 4 4 3 3 3 4 4 4 1 2 1 1 2 2 4 2 1 2 2 4 6 8 2'),
};

export const weightAndPower: readonly Column[] = [
  { name: 'wt', kind: 'continuous', values: cars.wt },
  { name: 'hp', kind: 'continuous', values: cars.hp },
];

export const withCylinders: readonly Column[] = [
  ...weightAndPower,
  { name: 'cyl', kind: 'categorical', values: cars.cyl },
];
