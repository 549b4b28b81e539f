import {
  behaviours,
  type FieldPayload,
  fleetSegments,
  type Inspection,
  inspectionAnswers,
  inspectionItems,
  type Landing,
  type OwnRecord,
} from '@kianda/contract/ingestion/field/field.schemas';
import { formatCoordinates, formatDay, formatNumber, UNKNOWN } from '@kianda/format';

type Change = OwnRecord['changes'][number];
type Facts = readonly (readonly [label: string, text: string])[];

const textOf = (text: string | null | undefined): string =>
  text === null || text === undefined || text === '' ? UNKNOWN : text;
const placeOf = ({ place }: FieldPayload): string =>
  place === null ? UNKNOWN : formatCoordinates([place.lon, place.lat], 'decimal');

/** Each field of a record that differs, in words: as it was and as it is. */
export function changesOf(before: FieldPayload, after: FieldPayload): Change[] {
  const [was, is] = [new Map(factsOf(before)), new Map(factsOf(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((label) => {
    const [from, to] = [was.get(label) ?? UNKNOWN, is.get(label) ?? UNKNOWN];
    return from === to ? [] : [{ label, from, to }];
  });
}

function factsOf(payload: FieldPayload): Facts {
  const common: Facts = [
    ['Posição', placeOf(payload)],
    ['Notas', textOf(payload.notes)],
  ];
  if (payload.kind === 'observation')
    return [
      ['Espécie', payload.scientificName],
      ['Nome comum', textOf(payload.commonName)],
      ['Quantos', formatNumber(payload.count)],
      ['Comportamento', behaviours[payload.behaviour]],
      ['Profundidade (m)', formatNumber(payload.depthMeters)],
      ...common,
    ];
  const ship: Facts = [
    ['Embarcação', payload.vessel],
    ['Matrícula', textOf(payload.registration)],
    ['Porto', textOf(payload.port)],
  ];
  return [...ship, ...(payload.kind === 'landing' ? landingFacts(payload) : itemFacts(payload)), ...common];
}

function landingFacts({ segment, gear, area, landedOn, fished, lines }: Landing): Facts {
  return [
    ['Segmento', fleetSegments[segment]],
    ['Arte', gear],
    ['Onde se pescou', textOf(area?.name)],
    ['Dia do desembarque', landedOn === undefined ? 'o do registo' : formatDay(landedOn)],
    ['Dias de pesca', fished === undefined ? UNKNOWN : `${formatDay(fished.from)} a ${formatDay(fished.to)}`],
    ...lines.flatMap(
      ({ speciesCode, weightKg, pricePerKg }): Facts => [
        [`${speciesCode}: peso (kg)`, formatNumber(weightKg)],
        [`${speciesCode}: preço (Kz/kg)`, formatNumber(pricePerKg)],
      ],
    ),
  ];
}

const itemFacts = ({ items }: Inspection): Facts =>
  items.map(({ item, answer, note }) => [
    inspectionItems[item],
    [inspectionAnswers[answer], note].filter((part) => part !== '').join(': '),
  ]);
