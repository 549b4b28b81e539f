import { portNames } from '@kianda/geo';
import type { Fact } from '../../../../platform/documents/index.ts';
import { figure, place, shortInstant } from '../../../../platform/documents/index.ts';
import { detailsAt } from '../alerts/event-details.ts';
import { confidenceWords, gearFamilyWords, movementSource } from '../gear.texts.ts';
import type { EventKind, EventRow } from '../surveillance.tables.ts';

/** Kinds of event as people read them. */
export const eventLabels: Readonly<Record<EventKind, string>> = {
  encounter: 'Encontro',
  loitering: 'Permanência prolongada',
  gap: 'Silêncio do AIS',
  port_visit: 'Visita a porto',
  fishing: 'Atividade de pesca',
  zone: 'Presença em área',
  jump: 'Salto impossível',
  shared_mmsi: 'Um MMSI em dois navios',
  on_land: 'Posições em terra',
};

type Read = (value: unknown) => string | null;
const measured =
  (unit: string, divisor = 1, decimals = 1): Read =>
  (value) =>
    typeof value === 'number' ? `${figure(value / divisor, decimals)} ${unit}` : null;
const hours = measured('h', 3_600_000);
const placeOf: Read = (value) =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
    ? place([value[0], value[1]])
    : null;

/** Reads a word by its Portuguese name. */
const word =
  (words: Readonly<Record<string, string>>): Read =>
  (value) =>
    typeof value === 'string' ? (words[value] ?? value) : null;

const known: readonly (readonly [name: string, label: string, read: Read])[] = [
  ['durationMs', 'Duração', hours],
  ['medianDistanceMeters', 'Distância mediana', measured('m', 1, 0)],
  ['medianKnots', 'Velocidade mediana', measured('nós')],
  ['meanKnots', 'Velocidade média', measured('nós')],
  ['maxKnots', 'Velocidade máxima', measured('nós')],
  ['impliedKnots', 'Velocidade implícita', measured('nós')],
  ['distanceMeters', 'Distância', measured('km', 1000)],
  ['inlandMeters', 'Distância à costa, em terra', measured('km', 1000)],
  ['meanShoreDistanceMeters', 'Distância média à costa', measured('km', 1000)],
  ['effortHours', 'Esforço', measured('h')],
  ['portId', 'Porto', (value) => (typeof value === 'string' ? (portNames.get(value) ?? value) : null)],
  ['stopMs', 'Paragem', hours],
  [
    'basis',
    'Sinal de pesca',
    word({ status: 'estado AIS', movement: 'movimento', status_and_movement: 'estado AIS e movimento' }),
  ],
  ['gear', 'Arte a que o movimento corresponde', word(gearFamilyWords)],
  ['confidence', 'Confiança', (value) => (typeof value === 'string' ? word(confidenceWords)(value) : null)],
  ['movement', 'Critério do movimento', (value) => movementSource(value)],
  ['reports', 'Posições', measured('', 1, 0)],
  ['otherReports', 'Posições do outro navio', measured('', 1, 0)],
  ['fromPosition', 'Posição anterior', placeOf],
  ['fromMs', 'Hora da posição anterior', (value) => (typeof value === 'number' ? shortInstant(value) : null)],
  ['otherPosition', 'Posição do outro navio', placeOf],
  ['isEntrySeen', 'Entrada observada', (value) => (typeof value === 'boolean' ? (value ? 'sim' : 'não') : null)],
];

/** Details of an event with units; those that only detectors need are left out. */
export function eventFacts(event: EventRow, nowMs: number): Fact[] {
  const details = detailsAt(event, nowMs);
  const facts: Fact[] = [
    ['Tipo', eventLabels[event.kind]],
    ['Início', shortInstant(event.started_at.getTime())],
    ['Fim', event.ended_at === null ? 'ainda decorre' : shortInstant(event.ended_at.getTime())],
    ['Limiares', event.preset],
    ['Revisões por dados atrasados', figure(event.revision, 0)],
  ];
  for (const [name, label, read] of known) {
    const text = read(details[name]);
    if (text !== null) facts.push([label, text.trim()]);
  }
  return facts;
}
