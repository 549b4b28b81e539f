import { formatDuration, formatInstant, formatNumber, formatQuantity } from '@kianda/format';
import { portNames } from '@kianda/geo';

type Named = readonly [label: string, show: (value: unknown) => string | null];

const number =
  (unit: string, maxDecimals: number, divisor = 1) =>
  (value: unknown) =>
    typeof value === 'number' ? formatQuantity(value / divisor, unit, { maxDecimals }) : null;
const duration = (value: unknown) => (typeof value === 'number' ? formatDuration(value / 1000) : null);
const instant = (value: unknown) => (typeof value === 'number' ? formatInstant(value) : null);
const truth = (value: unknown) => (typeof value === 'boolean' ? (value ? 'sim' : 'não') : null);
const plain = (value: unknown) =>
  typeof value === 'number' ? formatNumber(value, { maxDecimals: 0 }) : typeof value === 'string' ? value : null;

/** Details of an event by its detector, in reading order. */
const known: Readonly<Record<string, Named>> = {
  durationMs: ['Duração', duration],
  medianDistanceMeters: ['Distância mediana', number('m', 0)],
  medianKnots: ['Velocidade mediana', number('nós', 1)],
  meanKnots: ['Velocidade média', number('nós', 1)],
  maxKnots: ['Velocidade máxima', number('nós', 1)],
  impliedKnots: ['Velocidade implícita', number('nós', 1)],
  distanceMeters: ['Distância', number('km', 1, 1000)],
  shoreDistanceMeters: ['Distância à costa', number('km', 1, 1000)],
  inlandMeters: ['Distância à costa, em terra', number('km', 1, 1000)],
  meanShoreDistanceMeters: ['Distância média à costa', number('km', 1, 1000)],
  effortHours: ['Esforço', number('h', 1)],
  portId: ['Porto', (value) => (typeof value === 'string' ? (portNames.get(value) ?? value) : null)],
  stopMs: ['Paragem', duration],
  confidence: ['Confiança (2 a 4)', plain],
  reports: ['Posições', plain],
  otherReports: ['Posições do outro navio', plain],
  fromMs: ['Posição anterior', instant],
  positionsBefore: ['Posições nas horas anteriores', plain],
  isEntrySeen: ['Entrada observada', truth],
};

/** The details people read, with their units; what only detectors need is left out. */
export function readDetails(details: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(known).flatMap(([name, [label, show]]) => {
    const text = show(details[name]);
    return text === null ? [] : [[label, text] as const];
  });
}
