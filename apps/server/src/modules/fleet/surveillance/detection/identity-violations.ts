import { dayMs } from '@kianda/geo';
import { alertKey } from '@kianda/science/vessels/alerting';
import { mmsiContradictions, type StatedFlag } from '@kianda/science/vessels/flag-of-mmsi';
import { type IdentityChange, type IdentityField, identityChanges } from '@kianda/science/vessels/rules';
import type { IdentityPeriodRow, SharedImo } from '../../vessels/index.ts';
import { nameOf, type Ship, type Violation } from './violation.ts';

/** Older changes are history, which the vessel's card shows. */
const newsMs = 7 * dayMs;

const fieldWords: Readonly<Record<IdentityField, string>> = {
  name: 'nome',
  flag: 'bandeira',
  callsign: 'indicativo',
  imo: 'número IMO',
};

type Last = { readonly timeMs: number; readonly lon: number; readonly lat: number };

/** Changes of what a vessel reports of itself, those of one moment together. */
export function identityViolations(
  ship: Ship,
  { periods, last, nowMs }: { periods: readonly IdentityPeriodRow[]; last: Last; nowMs: number },
): Violation[] {
  const records = periods.map((row) => ({
    source: row.feed,
    firstSeenMs: row.from_at.getTime(),
    name: row.ship_name,
    flag: row.flag,
    callsign: row.callsign,
    imo: row.imo,
  }));
  const recent = identityChanges(records).filter(({ atMs }) => nowMs - atMs <= newsMs);
  return [...Map.groupBy(recent, ({ atMs }) => atMs)].map(([atMs, changes]) =>
    changeViolation(ship, { atMs, changes, last }),
  );
}

function changeViolation(
  ship: Ship,
  { atMs, changes, last }: { atMs: number; changes: readonly IdentityChange[]; last: Last },
): Violation {
  const id = String(ship.id);
  // Several stations hear the same change.
  const texts = new Set(changes.map(({ field, from, to }) => `${fieldWords[field]}, de ${from} para ${to}`));
  return {
    key: alertKey('identity_change', id, null),
    rule: 'identity_change',
    severity: 'medium',
    description: `${ship.mmsi ?? nameOf(ship)} mudou de ${[...texts].join('; de ')}.`,
    areaId: null,
    cause: {
      key: `identity|${id}|${new Date(atMs).toISOString()}`,
      vesselIds: [id],
      startMs: atMs,
      endMs: atMs,
      lastMs: atMs,
      position: [last.lon, last.lat],
    },
  };
}

/** One IMO number, which belongs to a hull for life, reported by two stations. */
export function sharedImoViolation(ship: Ship, other: SharedImo, last: Last): Violation {
  const ids = [ship.id, other.otherId].toSorted((a, b) => a - b).map(String);
  return {
    key: alertKey('shared_imo', ids.join('+'), null),
    rule: 'shared_imo',
    severity: 'medium',
    description: `O número IMO ${other.imo} é transmitido por ${nameOf(ship)} (MMSI ${ship.mmsi ?? '—'}) e por ${other.otherName ?? 'outra embarcação'} (MMSI ${other.otherMmsi}).`,
    areaId: null,
    cause: {
      key: `imo|${other.imo}|${ids.join('+')}`,
      vesselIds: ids,
      startMs: last.timeMs,
      endMs: last.timeMs,
      lastMs: last.timeMs,
      position: [last.lon, last.lat],
    },
  };
}

const markWords: Readonly<Record<StatedFlag['mark'], string>> = {
  mmsi: 'pelo MMSI',
  imo: 'pelo número IMO',
  callsign: 'pelo indicativo',
};

/** Violation of a vessel whose MMSI is of another country than its call sign, or than a flag that a source gives it. */
export function flagViolation(ship: Ship, flags: readonly StatedFlag[], last: Last): Violation | null {
  const found = ship.mmsi === null ? null : mmsiContradictions(ship.mmsi, ship.callsign, flags);
  if (found === null) return null;
  const id = String(ship.id);
  const evidence = [
    ...(found.ofCallSign.length === 0 ? [] : [`o indicativo ${ship.callsign} é de ${found.ofCallSign.join(' ou ')}`]),
    ...found.flags
      .map(({ source, flag, mark }) => `a bandeira é ${flag} segundo ${source} (${markWords[mark]})`)
      .toSorted(),
  ];
  return {
    key: alertKey('flag_mismatch', id, null),
    rule: 'flag_mismatch',
    severity: 'medium',
    description: `${nameOf(ship)}: o MMSI ${ship.mmsi} é de ${found.ofMmsi.join(' ou ')}, mas ${evidence.join('; ')}.`,
    areaId: null,
    cause: {
      key: `flag|${id}|${evidence.join('|')}`,
      vesselIds: [id],
      startMs: last.timeMs,
      endMs: last.timeMs,
      lastMs: last.timeMs,
      position: [last.lon, last.lat],
    },
  };
}
