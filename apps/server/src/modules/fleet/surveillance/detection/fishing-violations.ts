import { formatPlainNumber } from '@kianda/format';
import { type ArealGeometry, dayMs, isoDate } from '@kianda/geo';
import type { FishingEvidence } from '@kianda/science/vessels/fishing-evidence';
import type { MovementConfidence } from '@kianda/science/vessels/fishing-movement';
import { type GearEvidence, type GearFamily, gearEvidence, gearsOf } from '@kianda/science/vessels/gear';
import { gearKianda } from '@kianda/science/vessels/presets';
import {
  checkFishingRules,
  type Finding,
  type Registry as FishingRules,
  type Licence,
} from '@kianda/science/vessels/rules';
import { isInArea } from '@kianda/science/vessels/zone';
import { confidenceWords, gearFamilyWords } from '../gear.texts.ts';
import { heldStretches, isSuspendedOn } from '../registry/licence-days.ts';
import type { LicenceRow } from '../surveillance.tables.ts';
import { angolaSurroundings, type Detected } from './detectors.ts';
import { type MakeViolation, nameOf, type Registry, type Ship, type Violation } from './violation.ts';

const nowhere: ArealGeometry = { type: 'MultiPolygon', coordinates: [] };

/** Violations of a fishing event: fishing in a forbidden area, and against the rules of the registry. */
export function fishingViolations(
  event: Detected,
  ship: Ship | undefined,
  registry: Registry,
  makeSure: MakeViolation,
): Violation[] {
  const name = nameOf(ship);
  const make = gradedBy(event.details as ShownEvidence, makeSure);
  const inAreas = registry.areas
    .filter((area) => area.row.forbids_fishing && isInArea(area, event.position))
    .map(({ row }) => make('fishing_in_zone', 'high', `${name} a pescar em ${row.name}.`, row.id));
  if (ship === undefined) return inAreas;
  // A simulated licence says nothing of a vessel that was really heard.
  const entries = registry.licences.filter(({ simulated_seed }) => ship.simulated || simulated_seed === null);
  const licences = entries.filter((licence) => isOf(licence, ship));
  const shoreDistanceMeters = angolaSurroundings.shoreDistanceMeters(event.position);
  const findings = checkFishingRules(
    {
      startMs: event.startMs,
      endMs: event.endMs ?? event.startMs,
      position: event.position,
      evidence: gearEvidence(ship.gears, event.startMs, gearKianda),
      fleet: fleetOf(licences),
      shoreDistanceMeters,
    },
    fishingRules(licences, registry),
  );
  const context = { event, name, licences, registry, shoreDistanceMeters, make };
  return [
    ...inAreas,
    ...findings
      // An empty registry says nothing of any vessel.
      .filter(({ rule }) => rule !== 'no_licence' || entries.length > 0)
      .map((finding) => violationOf(finding, context)),
  ];
}

/** AIS ship type of a fishing vessel. */
const fishingShipType = 30;

/**
 * Families of gear that a vessel may use, by its licences and by what other sources say of it. Null for a fishing vessel of
 * whose gear is unknown; none for a vessel that does not fish.
 */
export function possibleGears(ship: Ship | undefined, { licences }: Registry): readonly GearFamily[] | null {
  if (ship === undefined) return [];
  const licensed = licences
    .filter((licence) => (ship.simulated || licence.simulated_seed === null) && isOf(licence, ship))
    .flatMap(({ gears }) => gears);
  const families = [...licensed, ...ship.gears.map(({ gear }) => gear)].flatMap(gearsOf).map(({ family }) => family);
  if (families.length > 0) return [...new Set(families)];
  return ship.shipType === fishingShipType || ship.isMonitored ? null : [];
}

/** Signs of fishing: those of the platform's own detectors, or the word of a provider. */
export type ShownEvidence =
  | Pick<FishingEvidence, 'basis' | 'confidence' | 'gear'>
  | { readonly basis: 'provider'; readonly confidence: MovementConfidence; readonly gear: null };

/** A violation that the vessel does not report itself says by what it is known, and is as severe as that is sure. */
function gradedBy(evidence: ShownEvidence, make: MakeViolation): MakeViolation {
  const { basis, confidence, gear } = evidence;
  if (basis !== 'provider' && (basis !== 'movement' || gear === null)) return make;
  const source =
    gear === null
      ? 'a Global Fishing Watch'
      : `o movimento (${gearFamilyWords[gear]}, confiança ${confidenceWords[confidence]})`;
  const sign = `, segundo ${source}.`;
  return (rule, severity, description, areaId) =>
    make(rule, confidence === 'high' ? severity : confidence, description.replace(/\.$/, sign), areaId);
}

/** Fleet of a vessel by its licences; null where they name none, or several. */
function fleetOf(licences: readonly LicenceRow[]): string | null {
  const fleets = new Set(licences.flatMap(({ fleet }) => (fleet === null ? [] : [fleet])));
  const [fleet] = fleets;
  return fleets.size === 1 ? (fleet ?? null) : null;
}

/** Licences of a vessel, seasons and distances as the rules of fishing read them. */
function fishingRules(licences: readonly LicenceRow[], { zones, seasons, distances }: Registry): FishingRules {
  // An area that is gone allows nothing and forbids nothing, rather than everything everywhere.
  const zone = (id: string): ArealGeometry => zones.get(id) ?? nowhere;
  return {
    licences: licences.flatMap((licence) => stretchesOf(licence, zone)),
    seasons: seasons.map((season) => ({
      id: season.id,
      startMs: Date.parse(season.starts_on),
      endMs: Date.parse(season.ends_on) + dayMs,
      gears: season.gears,
      zone: season.area_id === null ? null : zone(season.area_id),
    })),
    minimumDistances: distances.map(({ id, gear, fleet, area_id, meters }) => ({
      id,
      gear,
      fleet,
      zone: area_id === null ? null : zone(area_id),
      meters,
    })),
  };
}

/** Period of a licence that is suspended on all its days: it still tells the vessel's gear. */
const never = { startMs: Number.POSITIVE_INFINITY, endMs: Number.NEGATIVE_INFINITY };

/** A licence stretch by stretch of days on which it holds: on a day of suspension it is as good as none. */
function stretchesOf(licence: LicenceRow, zone: (id: string) => ArealGeometry): Licence[] {
  const { number, gears } = licence;
  const held = heldStretches(licence).map(({ from, to }) => ({
    startMs: Date.parse(from),
    endMs: Date.parse(to) + dayMs - 1,
  }));
  const common = { number, gears, zone: zoneOf(licence.area_ids, zone) };
  return (held.length === 0 ? [never] : held).map((span) => ({ ...common, ...span }));
}

type FishingContext = {
  readonly event: Detected;
  readonly name: string;
  /** Of the vessel. */
  readonly licences: readonly LicenceRow[];
  readonly registry: Registry;
  readonly shoreDistanceMeters: number;
  readonly make: MakeViolation;
};

function violationOf(finding: Finding, context: FishingContext): Violation {
  const { event, name, licences, registry, shoreDistanceMeters, make } = context;
  switch (finding.rule) {
    case 'no_licence':
      return make('no_licence', 'high', `${name} a pescar ${lackOf(licences, event.startMs)}.`);
    case 'gear_not_allowed': {
      const numbers = finding.licences.map(({ number }) => number).join(', ');
      const licensed = [...new Set(finding.licences.flatMap(({ gears }) => gears))].join(', ');
      const text = `${name} a pescar com arte que a licença ${numbers} (${licensed}) não permite: ${saidBy(finding.evidence)}.`;
      return make('gear_not_allowed', 'high', text);
    }
    case 'zone_not_allowed': {
      const text = `${name} a pescar fora da zona da licença ${finding.licences.join(', ')}.`;
      return make('zone_not_allowed', 'high', text);
    }
    case 'closed_season': {
      const season = registry.seasons.find(({ id }) => id === finding.seasonId);
      return make('closed_season', 'high', `${name} a pescar durante «${season?.name ?? 'período de veda'}».`);
    }
    case 'minimum_distance': {
      const rule = registry.distances.find(({ id }) => id === finding.distanceId);
      const [is, least] = [shoreDistanceMeters, finding.meters].map(
        (meters) => `${formatPlainNumber(meters / 1_852, { decimals: 1 })} mn`,
      );
      const text = `${name} a pescar a ${is} da costa; «${rule?.name ?? 'distância mínima'}» exige ${least}.`;
      return make('minimum_distance', 'high', text, rule?.area_id ?? null);
    }
  }
}

/** A gear by the Portuguese name of its family; a gear of no family, as it is written. */
const gearWords = (text: string): string =>
  [...new Set(gearsOf(text).map(({ family }) => gearFamilyWords[family]))].join(' ou ') || text;

/** The sources of evidence and the gear that each gives. */
const saidBy = ({ sources }: GearEvidence): string =>
  sources.map(({ source, texts }) => `${[...new Set(texts.map(gearWords))].join(', ')} segundo ${source}`).join('; ');

/** Union of several areas; null for anywhere. */
function zoneOf(ids: readonly string[] | null, geometry: (id: string) => ArealGeometry): ArealGeometry | null {
  if (ids === null) return null;
  const coordinates = ids.flatMap((id) => {
    const found = geometry(id);
    return found.type === 'Polygon' ? [found.coordinates] : found.coordinates;
  });
  return { type: 'MultiPolygon', coordinates };
}

const same = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a !== '' && a.toUpperCase() === b.toUpperCase();

/** Says that a vessel has no licence, or only suspended ones, on the day of an instant. */
function lackOf(licences: readonly LicenceRow[], timeMs: number): string {
  const suspended = licences.filter((licence) => isSuspendedOn(licence, isoDate(timeMs)));
  if (suspended.length === 0) return 'sem licença válida no registo';
  return `com a licença ${suspended.map(({ number }) => number).join(', ')} suspensa`;
}

/** A licence belongs to a vessel by any mark that both have. */
const isOf = (licence: LicenceRow, ship: Ship): boolean =>
  (['mmsi', 'imo', 'callsign', 'registration'] as const).some((mark) => same(licence[mark], ship[mark]));
