import type { FieldFinding, FieldPayload, Inspection, Landing, Observation } from './field.schemas.ts';
import { inspectionItems } from './field.schemas.ts';
import { coverOf, dayInAngola, daysOf, type LandingDays, lengthOf } from './landing-days.ts';

/** Facts that the rules compare a record with, as far as it is known where they run: on the phone, or on the server. */
export type FieldKnowledge = {
  readonly nowMs: number;
  readonly capturedMs: number;
  readonly licences: readonly FieldLicence[];
  readonly seasons: readonly FieldSeason[];
  readonly areas: readonly FieldArea[];
  /** Those of the areas in which a place lies. */
  readonly areasAt: (place: { readonly lon: number; readonly lat: number }) => readonly FieldArea[];
  /** Commercial species, by code. */
  readonly species: ReadonlyMap<string, { readonly name: string; readonly scientificName: string }>;
  readonly ports: ReadonlySet<string>;
};
export type FieldLicence = {
  readonly number: string;
  readonly vessel: string;
  readonly registration: string | null;
  readonly gears: readonly string[];
  /** Stretches of days on which it holds, YYYY-MM-DD. */
  readonly held: readonly { readonly from: string; readonly to: string }[];
};
export type FieldSeason = {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Null for every gear. */
  readonly gears: readonly string[] | null;
  readonly species: readonly string[];
  /** Area to which it is limited; null for all waters. Absent in a copy that a phone kept from an earlier release. */
  readonly area?: string | null;
};
export type FieldArea = { readonly id: string; readonly name: string; readonly forbidsFishing: boolean };

const hourMs = 3_600_000;
/** More in one sighting is possible (shoals of birds), but a person should look at it. */
const manyAnimals = 10_000;
/** A fix with a wider radius places an animal in another area of the sea. */
const wideMeters = 1_000;
/** Largest trawlers land less in one go. */
const heavyKg = 500_000;
/** Longest trip that is taken without a doubt, days. */
const longTrip = 120;
/** Box around the ZEE of Angola, with the ports of the neighbours out. */
const angola = { west: 7.5, south: -18.1, east: 24.2, north: -4.2 };

const error = (rule: string, message: string): FieldFinding => ({ rule, severity: 'error', message });
const warning = (rule: string, message: string): FieldFinding => ({ rule, severity: 'warning', message });
/** Case, accents and outer blanks aside. */
export const plainWords = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Doubts and faults of a record. The same rules speak on the phone at entry and on the server on arrival. */
export function fieldFindings(payload: FieldPayload, known: FieldKnowledge): FieldFinding[] {
  return [...timeFindings(known), ...placeFindings(payload), ...findingsOfKind(payload, known)];
}

function findingsOfKind(payload: FieldPayload, known: FieldKnowledge): FieldFinding[] {
  if (payload.kind === 'observation') return observationFindings(payload, known);
  return payload.kind === 'landing' ? landingFindings(payload, known) : inspectionFindings(payload, known);
}

function timeFindings({ nowMs, capturedMs }: FieldKnowledge): FieldFinding[] {
  if (capturedMs > nowMs + hourMs) return [error('future', 'A hora está no futuro: acerte o relógio do telemóvel.')];
  return capturedMs < nowMs - 366 * 24 * hourMs ? [warning('old', 'Tem mais de um ano.')] : [];
}

function placeFindings({ place }: FieldPayload): FieldFinding[] {
  if (place === null) return [];
  const found: FieldFinding[] = [];
  const { lon, lat, accuracyMeters } = place;
  if (lon === 0 && lat === 0) found.push(error('null_island', 'A posição é 0°, 0°: o GPS ainda não tinha lugar.'));
  else if (lon < angola.west || lon > angola.east || lat < angola.south || lat > angola.north)
    found.push(warning('outside', 'A posição está fora das águas de Angola.'));
  if (accuracyMeters !== null && accuracyMeters > wideMeters)
    found.push(warning('inexact', 'A posição tem mais de 1 km de incerteza.'));
  return found;
}

function observationFindings({ aphiaId, count, scientificName }: Observation, { species }: FieldKnowledge) {
  const found: FieldFinding[] = [];
  const isListed = aphiaId !== null || [...species.values()].some((one) => one.scientificName === scientificName);
  if (!isListed) found.push(warning('taxon', `«${scientificName}» não está na lista de espécies da plataforma.`));
  if (count > manyAnimals) found.push(warning('count', 'Mais de 10 000 animais de uma vez.'));
  return found;
}

function landingFindings(landing: Landing, known: FieldKnowledge): FieldFinding[] {
  const waters = watersOf(landing, known);
  const days = daysOf(landing, known.capturedMs);
  const found = [
    ...dayFindings(landing, days, known),
    ...licenceFindings(landing, days, known),
    ...areaFindings(landing, waters, known),
  ];
  if (!known.ports.has(plainWords(landing.port)))
    found.push(warning('port', `«${landing.port}» não está na lista de portos.`));
  for (const { speciesCode, weightKg } of landing.lines) {
    const species = known.species.get(speciesCode);
    if (species === undefined) found.push(warning('species', `O código ${speciesCode} não está na lista de espécies.`));
    const seasons = seasonsOf(known.seasons, { code: speciesCode, gear: landing.gear, species });
    found.push(...seasonFindings(species?.name ?? speciesCode, seasons, { days, waters }));
    if (weightKg > heavyKg) found.push(warning('weight', `${speciesCode}: mais de 500 t de uma vez.`));
  }
  const codes = landing.lines.map(({ speciesCode }) => speciesCode);
  if (new Set(codes).size < codes.length) found.push(error('twice', 'A mesma espécie está em duas linhas: junte-as.'));
  return found;
}

function dayFindings({ fished }: Landing, { landed, judged }: LandingDays, { nowMs }: FieldKnowledge): FieldFinding[] {
  const found: FieldFinding[] = [];
  if (landed > dayInAngola(nowMs)) found.push(error('future_day', 'O dia do desembarque está no futuro.'));
  if (fished === undefined) return found;
  if (fished.from > fished.to) found.push(error('days', 'A pesca acaba antes de começar.'));
  if (judged.to > landed) found.push(error('days', 'Há dias de pesca depois do desembarque.'));
  if (lengthOf(judged) > longTrip) found.push(warning('long_trip', 'A pesca durou mais de 120 dias.'));
  return found;
}

type Asked = {
  readonly code: string;
  readonly gear: string;
  readonly species: { readonly name: string; readonly scientificName: string } | undefined;
};

/** Areas in which the fish was caught, as far as a landing says: the one it names, or else those around its place. */
type Waters = { readonly areas: readonly FieldArea[]; readonly isGiven: boolean };

function watersOf({ area, place }: Landing, { areas, areasAt }: FieldKnowledge): Waters {
  if (area !== undefined) return { areas: areas.filter(({ id }) => id === area.id), isGiven: true };
  return { areas: place === null ? [] : areasAt(place), isGiven: false };
}

function areaFindings({ area }: Landing, { areas, isGiven }: Waters, known: FieldKnowledge): FieldFinding[] {
  if (area === undefined || !isGiven) return [];
  // A copy without any area says nothing of this one.
  if (areas.length === 0 && known.areas.length > 0)
    return [warning('area', `A área «${area.name}» não está na lista da plataforma.`)];
  return areas
    .filter(({ forbidsFishing }) => forbidsFishing)
    .map(({ name }) => error('closed_area', `Em «${name}» é proibido pescar.`));
}

type Closing = { readonly days: LandingDays; readonly waters: Waters };

/**
 * A season of all waters, or of the area that the landing names, is a fault where all the days of fishing lie in it. It is
 * a doubt where only some do, since nobody says which species was caught on which; where the fish was landed in it after
 * fishing that ended before; and where the area is that around the place, which may be where the fish was landed.
 */
function seasonFindings(name: string, seasons: readonly FieldSeason[], { days, waters }: Closing): FieldFinding[] {
  const national = closedBy(seasons, null, days);
  const found = national === null ? [] : [closingFinding(name, national, null)];
  for (const area of waters.areas) {
    const closed = closedBy(seasons, area.id, days);
    if (closed === null) continue;
    const { severity, message } = closingFinding(name, closed, area.name);
    found.push(
      waters.isGiven
        ? { rule: 'closed_season', severity, message }
        : warning('closed_season', `${message} O lugar fica nessa área: diga onde se pescou.`),
    );
  }
  const said = found.find(({ severity }) => severity === 'error') ?? found[0];
  return said === undefined ? [] : [said];
}

type Closed = { readonly season: FieldSeason; readonly how: 'all' | 'part' | 'landed' };

/** The closure of an area, or of all waters for null, that the days of a landing touch. */
function closedBy(
  seasons: readonly FieldSeason[],
  areaId: string | null,
  { judged, landed, saysFished }: LandingDays,
): Closed | null {
  const own = seasons.filter(({ area = null }) => area === areaId);
  const cover = coverOf(judged, own);
  const touched = own.find(({ from, to }) => from <= judged.to && judged.from <= to);
  if (cover !== 'none' && touched !== undefined) return { season: touched, how: cover };
  const after = own.find(({ from, to }) => saysFished && from <= landed && landed <= to);
  return after === undefined ? null : { season: after, how: 'landed' };
}

function closingFinding(name: string, { season, how }: Closed, areaName: string | null): FieldFinding {
  const where = areaName === null ? '' : ` em «${areaName}»`;
  if (how === 'all') return error('closed_season', `${name} está em veda${where}: ${season.name}.`);
  return how === 'part'
    ? warning('closed_season', `${name} está em veda${where} em parte dos dias de pesca: ${season.name}.`)
    : warning('closed_season', `Desembarque de ${name} em veda${where}, de pesca dita anterior: ${season.name}.`);
}

function seasonsOf(seasons: readonly FieldSeason[], { code, gear, species }: Asked): readonly FieldSeason[] {
  const names = new Set(
    [code, species?.scientificName, species?.name].flatMap((name) => (name ? [plainWords(name)] : [])),
  );
  return seasons.filter(
    ({ gears, species: closed }) =>
      (gears === null || gears.some((one) => plainWords(one) === plainWords(gear))) &&
      // A season that names no species is of all.
      (closed.length === 0 || closed.some((one) => names.has(plainWords(one)))),
  );
}

/** A licence is found by the registration painted on the hull, or else by the name. */
export function licencesOf(
  { vessel, registration }: Pick<Landing, 'vessel' | 'registration'>,
  licences: readonly FieldLicence[],
): readonly FieldLicence[] {
  const mark = registration === null || registration === '' ? null : plainWords(registration);
  const byMark =
    mark === null ? [] : licences.filter((one) => one.registration !== null && plainWords(one.registration) === mark);
  return byMark.length > 0 ? byMark : licences.filter((one) => plainWords(one.vessel) === plainWords(vessel));
}

function licenceFindings(landing: Landing, { judged }: LandingDays, { licences }: FieldKnowledge): FieldFinding[] {
  // An empty registry says nothing of anyone.
  if (licences.length === 0) return [];
  const own = licencesOf(landing, licences);
  if (own.length === 0) return [warning('no_licence', `«${landing.vessel}» não tem licença no registo da plataforma.`)];
  const valid = own.filter(({ held }) => coverOf(judged, held) !== 'none');
  if (valid.length === 0) return [error('licence_over', `A licença de «${landing.vessel}» não vale neste dia.`)];
  const found: FieldFinding[] = [];
  const stretches = valid.flatMap(({ held }) => held);
  if (coverOf(judged, stretches) === 'part')
    found.push(warning('licence_part', `A licença de «${landing.vessel}» não vale em todos os dias de pesca.`));
  if (!valid.some(({ gears }) => gears.some((gear) => plainWords(gear) === plainWords(landing.gear))))
    found.push(warning('gear', `A arte «${landing.gear}» não é a da licença (${valid[0]?.gears.join(', ') ?? ''}).`));
  return found;
}

function inspectionFindings(inspection: Inspection, known: FieldKnowledge): FieldFinding[] {
  const failed = inspection.items.filter(({ answer }) => answer === 'no');
  const unexplained = failed.filter(({ note }) => note === '');
  const found = unexplained.map(({ item }) =>
    warning('unexplained', `«${inspectionItems[item]}» sem nota que o explique.`),
  );
  const own = licencesOf(inspection, known.licences);
  if (known.licences.length > 0 && own.length === 0)
    found.push(warning('no_licence', `«${inspection.vessel}» não tem licença no registo da plataforma.`));
  return found;
}

/** One line that says what a record is about. */
export function fieldSummary(payload: FieldPayload): string {
  if (payload.kind === 'observation') return `${payload.count} × ${payload.commonName ?? payload.scientificName}`;
  if (payload.kind === 'landing')
    return `${payload.vessel}, ${payload.port}: ${payload.lines.map(({ speciesCode }) => speciesCode).join(', ')}`;
  const failed = payload.items.filter(({ answer }) => answer === 'no').length;
  return `${payload.vessel}: ${failed === 0 ? 'conforme' : failed === 1 ? '1 falta' : `${failed} faltas`}`;
}
