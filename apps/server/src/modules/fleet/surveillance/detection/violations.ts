import { formatPlainInstant, formatPlainNumber } from '@kianda/format';
import { metersPerNauticalMile } from '@kianda/geo';
import { alertKey } from '@kianda/science/vessels/alerting';
import { portVisitGfw } from '@kianda/science/vessels/presets';
import type { Area } from '@kianda/science/vessels/zone';
import { mayBeOne } from '../registry/vessel-marks.ts';
import { angolaSurroundings, type Detected } from './detectors.ts';
import { fishingViolations } from './fishing-violations.ts';
import { causeOf, type MakeViolation, nameOf, type Registry, type Ship, type Violation } from './violation.ts';

const whole = (value: unknown): string => formatPlainNumber(Math.round(value as number));
const miles = (meters: unknown): string => `${whole((meters as number) / metersPerNauticalMile)} milhas`;
const knots = (value: unknown): string => `${whole(value)} nós`;
const minutes = (ms: number): string =>
  Math.abs(ms) < 60_000 ? 'menos de um minuto' : `${whole(Math.abs(ms) / 60_000)} min`;
const hours = (ms: number): string => `${formatPlainNumber(ms / 3_600_000)} h`;
/** Slower vessels are at rest, knots. */
const restKnots = 0.2;
/** A stay counts as slow from here on. */
const slowStayMs = 30 * 60_000;

/** A meeting this close to a protected area is looked at first. */
const nearAreaDegrees = 0.1;

/** Violations that an event is of. Vessels are looked up by their id; unknown ones break no rule of the registry. */
export function violationsOf(event: Detected, ships: ReadonlyMap<string, Ship>, registry: Registry): Violation[] {
  const [first = ''] = event.vesselIds;
  const ship = ships.get(first);
  const make: MakeViolation = (rule, severity, description, areaId = null) => ({
    key: alertKey(rule, event.vesselIds.join('+'), areaId),
    rule,
    severity,
    description,
    areaId,
    cause: causeOf(event),
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
        make(
          'loitering',
          'low',
          `${nameOf(ship)} em permanência prolongada: ${hours(event.details.durationMs as number)}.`,
        ),
      ];
    case 'gap': {
      // An instant stays true; a duration would be that of the moment of writing.
      const silence =
        event.endMs === null
          ? `não transmite desde ${formatPlainInstant(event.startMs)}`
          : `esteve sem transmitir ${hours(event.details.durationMs as number)}`;
      return [make('gap', 'low', `${nameOf(ship)} ${silence}.`)];
    }
    case 'zone':
      return zoneViolations(event, nameOf(ship), registry, make);
    case 'fishing':
      return fishingViolations(event, ship, registry, make);
    case 'jump':
      return [make('impossible_jump', 'medium', jumpText(event, ship))];
    case 'shared_mmsi':
      return [make('shared_mmsi', 'high', sharedMmsiText(event, ship))];
    case 'on_land':
      return [make('on_land', 'medium', onLandText(event, ship))];
    case 'port_visit':
      return [];
  }
}

function jumpText({ details, startMs }: Detected, ship: Ship | undefined): string {
  const reports =
    details.reports === 1 ? 'A posição fica' : `As ${formatPlainNumber(details.reports as number)} posições ficam`;
  return (
    `${nameOf(ship)} apareceu a ${miles(details.distanceMeters)} da posição anterior, ` +
    `${minutes(startMs - (details.fromMs as number))} depois: seriam ${knots(details.impliedKnots)}. ${reports} fora da avaliação.`
  );
}

function onLandText({ details, startMs }: Detected, ship: Ship | undefined): string {
  return (
    `${nameOf(ship)} deu ${formatPlainNumber(details.reports as number)} posições em terra, desde ${formatPlainInstant(startMs)}, ` +
    `até ${whole((details.inlandMeters as number) / 1000)} km da costa. Ficam fora da avaliação.`
  );
}

function sharedMmsiText({ details }: Detected, ship: Ship | undefined): string {
  return (
    `${ship?.mmsi ?? nameOf(ship)} transmite de dois lugares a ${miles(details.distanceMeters)} um do outro, ` +
    `à vez, com ${formatPlainNumber(details.reports as number)} e ${formatPlainNumber(details.otherReports as number)} posições: são dois navios.`
  );
}

function zoneViolations(event: Detected, name: string, { areas }: Registry, make: MakeViolation): Violation[] {
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
  // A vessel that lies still is at anchor or moored, and harbours are inside some areas: neither is slow fishing.
  const isAtRest = meanKnots !== null && meanKnots < restKnots;
  const isInPort = angolaSurroundings.portDistanceMeters(event.position) < portVisitGfw.exitMeters;
  if (row.alert_below_knots !== null && isSlow && stayMs >= slowStayMs && !isAtRest && !isInPort) {
    const text = `${name} a ${formatPlainNumber(meanKnots)} nós em ${row.name} (limiar ${formatPlainNumber(row.alert_below_knots)} nós).`;
    found.push(make('slow_in_zone', 'high', text, row.id));
  }
  return found;
}

function isNear([west, south, east, north]: Area['bbox'], [lon, lat]: readonly [number, number]): boolean {
  const m = nearAreaDegrees;
  return lon >= west - m && lon <= east + m && lat >= south - m && lat <= north + m;
}
