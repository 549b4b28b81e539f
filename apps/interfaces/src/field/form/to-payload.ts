import {
  type FieldKind,
  type FieldPayload,
  fieldPayloadSchema,
  type InspectionAnswer,
  type InspectionItem,
} from '@kianda/contract/ingestion/field/field.schemas';

/** A place as the form has it: of the GPS, or written by hand. */
export type FormPlace = { readonly lon: string; readonly lat: string; readonly accuracyMeters: number | null };
export type FormLine = {
  readonly speciesCode: string;
  readonly name: string;
  readonly weight: string;
  readonly price: string;
};

/** Everything of a form, as it was typed. */
export type FormValues = {
  readonly species: {
    readonly scientificName: string;
    readonly commonName: string | null;
    readonly aphiaId: number | null;
  };
  readonly count: string;
  readonly behaviour: string;
  readonly depth: string;
  readonly vessel: string;
  readonly registration: string;
  readonly port: string;
  readonly segment: string;
  readonly gear: string;
  /** Id of the area where it was caught; empty where nobody said. */
  readonly area: string;
  readonly areaName: string;
  /** Days, YYYY-MM-DD; empty where it was landed today, and where nobody says when it was caught. */
  readonly landedOn: string;
  readonly fishedFrom: string;
  readonly fishedTo: string;
  readonly lines: readonly FormLine[];
  readonly answers: Readonly<Partial<Record<InspectionItem, InspectionAnswer>>>;
  readonly notesOf: Readonly<Partial<Record<InspectionItem, string>>>;
  readonly place: FormPlace;
  readonly keepsPlace: boolean;
  readonly notes: string;
};

export const emptyLine: FormLine = { speciesCode: '', name: '', weight: '', price: '' };
export const emptyForm: FormValues = {
  species: { scientificName: '', commonName: null, aphiaId: null },
  count: '1',
  behaviour: 'unknown',
  depth: '',
  vessel: '',
  registration: '',
  port: '',
  segment: 'artesanal',
  gear: '',
  area: '',
  areaName: '',
  landedOn: '',
  fishedFrom: '',
  fishedTo: '',
  lines: [emptyLine],
  answers: {},
  notesOf: {},
  place: { lon: '', lat: '', accuracyMeters: null },
  keepsPlace: true,
  notes: '',
};

/** A number as a person writes it, with a comma or a point; null for none. */
const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.replaceAll(/[\s\u00a0]/g, '').replace(',', '.'));
const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);
/** A place in figures; null where none was given. */
export const placeOf = ({ lon, lat, accuracyMeters }: FormPlace) =>
  lon.trim() === '' && lat.trim() === '' ? null : { lon: numberOf(lon), lat: numberOf(lat), accuracyMeters };

function rawOf(kind: FieldKind, values: FormValues): object {
  const { species, notes, vessel, registration, gear, segment } = values;
  const place = placeOf(values.place);
  if (kind === 'observation') {
    const { count, behaviour, depth } = values;
    return { kind, ...species, count: numberOf(count), behaviour, depthMeters: numberOf(depth), place, notes };
  }
  const ship = { kind, vessel, registration: textOrNull(registration), place, notes };
  if (kind === 'landing') {
    const lines = values.lines
      .filter(({ speciesCode, weight }) => speciesCode !== '' || weight !== '')
      .map(({ speciesCode, weight, price }) => ({
        speciesCode,
        weightKg: numberOf(weight),
        pricePerKg: numberOf(price),
      }));
    const area = values.area === '' ? undefined : { id: values.area, name: values.areaName };
    return { ...ship, port: values.port, segment, gear, area, ...daysOf(values), lines };
  }
  const items = Object.entries(values.answers).map(([item, answer]) => ({
    ...{ item, answer },
    note: values.notesOf[item as InspectionItem] ?? '',
  }));
  return { ...ship, port: textOrNull(values.port), items };
}

/** One day of fishing alone is both its first and its last. */
const daysOf = ({ landedOn, fishedFrom, fishedTo }: FormValues) => ({
  ...(landedOn === '' ? {} : { landedOn }),
  ...(fishedFrom === '' && fishedTo === ''
    ? {}
    : { fished: { from: fishedFrom || fishedTo, to: fishedTo || fishedFrom } }),
});

/** The record of a form; or the names of the fields that are missing or wrong. */
export function payloadOf(
  kind: FieldKind,
  values: FormValues,
): { readonly payload: FieldPayload } | { readonly wrong: readonly string[] } {
  const read = fieldPayloadSchema.safeParse(rawOf(kind, values));
  if (read.success) return { payload: read.data };
  return { wrong: [...new Set(read.error.issues.map(({ path }) => String(path[0] ?? '')))] };
}

/** The form of a record that is changed. */
export function valuesOf(payload: FieldPayload, nameOf: (code: string) => string): FormValues {
  const { place, notes } = payload;
  const base = {
    ...emptyForm,
    notes,
    place:
      place === null
        ? emptyForm.place
        : { lon: String(place.lon), lat: String(place.lat), accuracyMeters: place.accuracyMeters },
  };
  const text = (value: number | null) => (value === null ? '' : String(value).replace('.', ','));
  if (payload.kind === 'observation') {
    const { scientificName, commonName, aphiaId, behaviour } = payload;
    return {
      ...base,
      behaviour,
      species: { scientificName, commonName, aphiaId },
      count: String(payload.count),
      depth: text(payload.depthMeters),
    };
  }
  const ship = { ...base, vessel: payload.vessel, registration: payload.registration ?? '', port: payload.port ?? '' };
  if (payload.kind === 'landing') {
    const lines = payload.lines.map(({ speciesCode, weightKg, pricePerKg }) => ({
      ...{ speciesCode, name: nameOf(speciesCode) },
      weight: text(weightKg),
      price: text(pricePerKg),
    }));
    const { segment, gear, area, landedOn = '', fished } = payload;
    const days = { landedOn, fishedFrom: fished?.from ?? '', fishedTo: fished?.to ?? '' };
    return { ...ship, ...days, lines, segment, gear, area: area?.id ?? '', areaName: area?.name ?? '' };
  }
  return {
    ...ship,
    answers: Object.fromEntries(payload.items.map(({ item, answer }) => [item, answer])),
    notesOf: Object.fromEntries(payload.items.map(({ item, note }) => [item, note])),
  };
}
