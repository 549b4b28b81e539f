import type { AlertRule, alertSeverities, alertTypes } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatPlainNumber } from '@kianda/format';
import { type ArealGeometry, coastDistanceMeters, dayMs, isoDate } from '@kianda/geo';
import { alertKey } from '@kianda/science/vessels/alerting';
import { flagContradictsMmsi } from '@kianda/science/vessels/flag-of-mmsi';
import {
  type GearClaim,
  type GearEvidence,
  type GearFamily,
  gearEvidence,
  gearsOf,
} from '@kianda/science/vessels/gear';
import { gearKianda, portVisitGfw } from '@kianda/science/vessels/presets';
import { judgeFishing } from '@kianda/science/vessels/rules';
import { type Area, isInArea } from '@kianda/science/vessels/zone';
import { heldStretches, isSuspendedOn } from '../registry/licence-days.ts';
import { mayBeOne } from '../registry/vessel-marks.ts';
import type { AreaRow, DistanceRow, LicenceRow, SeasonRow } from '../surveillance.tables.ts';
import { angolaSurroundings, type Detected } from './detectors.ts';

type Severity = (typeof alertSeverities)[number];

/** A vessel as rules and people know it. */
export type Ship = {
  readonly id: number;
  readonly name: string | null;
  readonly mmsi: string | null;
  readonly imo: string | null;
  readonly callsign: string | null;
  readonly registration: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly flag: string | null;
  readonly simulated: boolean;
  /** What sources other than itself say that it fishes with. */
  readonly gears: readonly GearClaim[];
};

export type WatchedArea = Area & { readonly row: AreaRow };

/** What an alert is about: an event, or a vessel as it is. */
export type Cause = Pick<Detected, 'key' | 'vesselIds' | 'startMs' | 'endMs' | 'position'>;

/** What a rule found: what may become an alert. */
export type Violation = {
  readonly key: string;
  readonly rule: AlertRule;
  readonly severity: Severity;
  readonly description: string;
  readonly areaId: string | null;
  readonly cause: Cause;
};

export type Registry = {
  /** Those that are watched. */
  readonly areas: readonly WatchedArea[];
  /** Contours of all areas, watched or not: zones of licences, seasons and distances. */
  readonly zones: ReadonlyMap<string, ArealGeometry>;
  readonly licences: readonly LicenceRow[];
  readonly seasons: readonly SeasonRow[];
  readonly distances: readonly DistanceRow[];
};

const typeOfRule: Readonly<Record<AlertRule, (typeof alertTypes)[number]>> = {
  encounter: 'encounters',
  loitering: 'other',
  gap: 'other',
  zone_entry: 'protected_area',
  slow_in_zone: 'protected_area',
  fishing_in_zone: 'illegal_fishing',
  oil_exclusion: 'protected_area',
  closed_season: 'illegal_fishing',
  no_licence: 'illegal_fishing',
  gear_not_allowed: 'illegal_fishing',
  zone_not_allowed: 'illegal_fishing',
  minimum_distance: 'illegal_fishing',
  identity_change: 'other',
  flag_mismatch: 'other',
  watch_seen: 'other',
  watch_zone: 'protected_area',
};
export const typeOf = (rule: AlertRule) => typeOfRule[rule];

const nowhere: ArealGeometry = { type: 'MultiPolygon', coordinates: [] };
const hours = (ms: number): string => `${formatPlainNumber(ms / 3_600_000)} h`;
export const nameOf = (ship: Ship | undefined): string => ship?.name ?? ship?.mmsi ?? 'Embarcação sem nome';

/** Slower than this is at rest, knots. */
const restKnots = 0.2;
/** A stay counts as slow from here on. */
const slowStayMs = 30 * 60_000;

/** A meeting this close to a protected area is looked at first. */
const nearAreaDegrees = 0.1;

/** What the rules say of an event. Vessels are looked up by their id; unknown ones break no rule of the registry. */
export function violationsOf(event: Detected, ships: ReadonlyMap<string, Ship>, registry: Registry): Violation[] {
  const [first = ''] = event.vesselIds;
  const ship = ships.get(first);
  const make = (rule: AlertRule, severity: Severity, description: string, areaId: string | null = null): Violation => ({
    key: alertKey(rule, event.vesselIds.join('+'), areaId),
    rule,
    severity,
    description,
    areaId,
    cause: event,
  });

  switch (event.kind) {
    case 'encounter': {
      const other = ships.get(event.vesselIds[1] ?? '');
      if (ship !== undefined && other !== undefined && mayBeOne(ship, other)) return [];
      const names = event.vesselIds.map((id) => nameOf(ships.get(id))).join(' e ');
      const near = registry.areas.find(({ row, bbox }) => row.kind === 'protected' && isNear(bbox, event.position));
      const place = near === undefined ? '' : `, junto de ${near.row.name}`;
      const text = `${names} juntas há ${hours(event.details.durationMs as number)}${place}.`;
      return [make('encounter', near === undefined ? 'medium' : 'high', text, near?.id ?? null)];
    }
    case 'loitering':
      return [
        make('loitering', 'low', `${nameOf(ship)} à deriva durante ${hours(event.details.durationMs as number)}.`),
      ];
    case 'gap': {
      const until = event.endMs === null ? 'sem transmitir há' : 'esteve sem transmitir';
      return [make('gap', 'low', `${nameOf(ship)} ${until} ${hours(event.details.durationMs as number)}.`)];
    }
    case 'zone':
      return zoneViolations(event, nameOf(ship), registry, make);
    case 'fishing':
      return fishingViolations(event, ship, registry, make);
    case 'port_visit':
      return [];
  }
}

type Make = (rule: AlertRule, severity: Severity, description: string, areaId?: string | null) => Violation;

function zoneViolations(event: Detected, name: string, { areas }: Registry, make: Make): Violation[] {
  const area = areas.find(({ id }) => id === event.details.areaId);
  if (area === undefined) return [];
  const { row } = area;
  const meanKnots = event.details.meanKnots as number | null;
  const found: Violation[] = [];
  if (row.kind === 'oil_exclusion') {
    found.push(make('oil_exclusion', 'high', `${name} dentro do perímetro petrolífero ${row.name}.`, row.id));
  } else if (row.alert_on_entry && event.details.isEntrySeen === true) {
    found.push(make('zone_entry', 'medium', `${name} entrou em ${row.name}.`, row.id));
  }
  const isSlow = row.alert_below_knots !== null && meanKnots !== null && meanKnots < row.alert_below_knots;
  const stayMs = (event.details.lastInsideMs as number) - event.startMs;
  // One that lies still is at anchor or moored, and harbours are inside some areas: neither is what is looked for.
  const isAtRest = meanKnots !== null && meanKnots < restKnots;
  const isInPort = angolaSurroundings.portDistanceMeters(event.position) < portVisitGfw.exitMeters;
  if (row.alert_below_knots !== null && isSlow && stayMs >= slowStayMs && !isAtRest && !isInPort) {
    const text = `${name} a ${formatPlainNumber(meanKnots)} nós em ${row.name} (limiar ${formatPlainNumber(row.alert_below_knots)} nós).`;
    found.push(make('slow_in_zone', 'high', text, row.id));
  }
  return found;
}

function fishingViolations(event: Detected, ship: Ship | undefined, registry: Registry, make: Make): Violation[] {
  const name = nameOf(ship);
  const { position } = event;
  const found = registry.areas
    .filter((area) => area.row.forbids_fishing && isInArea(area, position))
    .map(({ row }) => make('fishing_in_zone', 'high', `${name} a pescar em ${row.name}.`, row.id));
  if (ship === undefined) return found;
  // An area that is gone allows nothing and forbids nothing, rather than everything everywhere.
  const zone = (id: string): ArealGeometry => registry.zones.get(id) ?? nowhere;
  // A demonstration's registry tells nothing of a vessel that was really heard.
  const entries = registry.licences.filter(({ simulated_seed }) => ship.simulated || simulated_seed === null);
  const licences = entries.filter((licence) => isOf(licence, ship));
  const ownFleets = new Set(licences.flatMap(({ fleet }) => (fleet === null ? [] : [fleet])));
  const [fleet] = ownFleets;
  const shoreDistanceMeters = coastDistanceMeters(position);
  const findings = judgeFishing(
    {
      startMs: event.startMs,
      endMs: event.endMs ?? event.startMs,
      position,
      evidence: gearEvidence(ship.gears, event.startMs, gearKianda),
      fleet: ownFleets.size === 1 ? (fleet ?? null) : null,
      shoreDistanceMeters,
    },
    {
      // A suspended licence is as good as none on those days: what is left of it counts stretch by stretch.
      licences: licences.flatMap((licence) => {
        const held = heldStretches(licence).map(({ from, to }) => ({
          startMs: Date.parse(from),
          endMs: Date.parse(to) + dayMs - 1,
        }));
        const { number, gears } = licence;
        const own = { number, gears, zone: zoneOf(licence.area_ids, zone) };
        return (held.length === 0 ? [never] : held).map((span) => ({ ...own, ...span }));
      }),
      seasons: registry.seasons.map((season) => ({
        id: season.id,
        startMs: Date.parse(season.starts_on),
        endMs: Date.parse(season.ends_on) + dayMs,
        gears: season.gears,
        zone: season.area_id === null ? null : zone(season.area_id),
      })),
      minimumDistances: registry.distances.map(({ id, gear: own, fleet: whose, area_id, meters }) => ({
        id,
        gear: own,
        fleet: whose,
        zone: area_id === null ? null : zone(area_id),
        meters,
      })),
    },
  );
  for (const finding of findings) {
    // An empty registry tells nothing of anybody.
    if (finding.rule === 'no_licence' && entries.length > 0)
      found.push(make('no_licence', 'high', `${name} a pescar ${lackOf(licences, event.startMs)}.`));
    if (finding.rule === 'gear_not_allowed') {
      const numbers = finding.licences.map(({ number: own }) => own).join(', ');
      const licensed = [...new Set(finding.licences.flatMap(({ gears }) => gears))].join(', ');
      const text = `${name} a pescar com arte que a licença ${numbers} (${licensed}) não permite: ${saidBy(finding.evidence)}.`;
      found.push(make('gear_not_allowed', 'high', text));
    }
    if (finding.rule === 'zone_not_allowed') {
      found.push(
        make('zone_not_allowed', 'high', `${name} a pescar fora da zona da licença ${finding.licences.join(', ')}.`),
      );
    }
    if (finding.rule === 'closed_season') {
      const season = registry.seasons.find(({ id }) => id === finding.seasonId);
      found.push(make('closed_season', 'high', `${name} a pescar durante «${season?.name ?? 'período de veda'}».`));
    }
    if (finding.rule === 'minimum_distance') {
      const rule = registry.distances.find(({ id }) => id === finding.distanceId);
      const [is, least] = [shoreDistanceMeters, finding.meters].map(
        (meters) => `${formatPlainNumber(meters / 1_852, { decimals: 1 })} mn`,
      );
      const text = `${name} a pescar a ${is} da costa; «${rule?.name ?? 'distância mínima'}» exige ${least}.`;
      found.push(make('minimum_distance', 'high', text, rule?.area_id ?? null));
    }
  }
  return found;
}

const familyWords: Readonly<Record<GearFamily, string>> = {
  trawl: 'arrasto',
  seine: 'cerco',
  longline: 'palangre',
  gillnet: 'emalhar',
  trap: 'gaiolas ou armadilhas',
  line: 'linha ou salto e vara',
  dredge: 'draga',
  jigger: 'toneira',
};
/** A gear in the words of its family; what no family has, as it is written. */
const gearWords = (text: string): string =>
  [...new Set(gearsOf(text).map(({ family }) => familyWords[family]))].join(' ou ') || text;

/** Who says that it fishes with what. */
const saidBy = ({ sources, preset }: GearEvidence): string =>
  `${sources.map(({ source, texts }) => `${[...new Set(texts.map(gearWords))].join(', ')} segundo ${source}`).join('; ')} (${preset})`;

/** The whole of several areas; null for anywhere. */
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

/** When a licence holds that is suspended all its days: it still tells of the vessel's gear. */
const never = { startMs: Number.POSITIVE_INFINITY, endMs: Number.NEGATIVE_INFINITY };

/** What a vessel without a licence that holds lacks, on the day of an instant. */
function lackOf(licences: readonly LicenceRow[], timeMs: number): string {
  const suspended = licences.filter((licence) => isSuspendedOn(licence, isoDate(timeMs)));
  if (suspended.length === 0) return 'sem licença válida no registo';
  return `com a licença ${suspended.map(({ number }) => number).join(', ')} suspensa`;
}

/** A licence is a vessel's by any mark both have. */
const isOf = (licence: LicenceRow, ship: Ship): boolean =>
  (['mmsi', 'imo', 'callsign', 'registration'] as const).some((mark) => same(licence[mark], ship[mark]));

function isNear([west, south, east, north]: Area['bbox'], [lon, lat]: readonly [number, number]): boolean {
  const m = nearAreaDegrees;
  return lon >= west - m && lon <= east + m && lat >= south - m && lat <= north + m;
}

/** A flag that is not the MMSI's: told once for a vessel, at its last position. */
export function flagViolation(ship: Ship, last: { timeMs: number; lon: number; lat: number }): Violation | null {
  if (ship.mmsi === null || flagContradictsMmsi(ship.mmsi, ship.flag) !== true) return null;
  const id = String(ship.id);
  return {
    key: alertKey('flag_mismatch', id, null),
    rule: 'flag_mismatch',
    severity: 'medium',
    description: `${nameOf(ship)} mostra a bandeira ${ship.flag ?? ''}, mas o MMSI ${ship.mmsi} é de outro país.`,
    areaId: null,
    cause: {
      key: `flag|${id}|${ship.flag ?? ''}`,
      vesselIds: [id],
      startMs: last.timeMs,
      endMs: last.timeMs,
      position: [last.lon, last.lat],
    },
  };
}
