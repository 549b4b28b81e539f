import type { DataOf, QueryOf } from '@kianda/contract';
import type { IdentityMark, SameVessel, vesselIdentity } from '@kianda/contract/fleet/surveillance/identity.contract';
import { dayMs } from '@kianda/geo';
import { callSignContradictsMmsi, countriesOfMmsi, flagContradictsMmsi } from '@kianda/science/vessels/flag-of-mmsi';
import { contradictsLicence, gearEvidence } from '@kianda/science/vessels/gear';
import { gearKianda } from '@kianda/science/vessels/presets';
import { assessRisk, riskKianda } from '@kianda/science/vessels/risk';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { TrackReader } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
import { claimOf } from '../detection/detectors.ts';
import type { LicenceRow } from '../surveillance.tables.ts';
import { isSuspendedOn, isValidOn } from './licence-days.ts';
import { licenceView } from './licences.service.ts';
import type { RegistryRepository } from './registry.repository.ts';
import { contradicted, type Marks, plain, shared } from './vessel-marks.ts';

type ShipRow = Awaited<ReturnType<TrackReader['shipsWithMarks']>>[number];

const marksOf = ({ mmsi, imo, callsign, registration }: ShipRow): Marks => ({
  mmsi: mmsi === null ? null : String(mmsi).padStart(9, '0'),
  imo,
  callsign,
  registration,
});

export type IdentityRegistry = ReturnType<typeof createIdentityRegistry>;

/** Vessels compared with the national registry: the licences they hold, and other tracks that may be the same vessel's. */
export function createIdentityRegistry(options: {
  tracks: TrackReader;
  registry: RegistryRepository;
  alerts: Pick<AlertRepository, 'severityCountsOf'>;
  clock: Clock;
}) {
  const { tracks, registry, alerts, clock } = options;

  async function marksAsked(
    query: QueryOf<typeof vesselIdentity>,
  ): Promise<{ marks: Marks; flag: string | null; own: readonly ShipRow[] }> {
    const { vesselId, mmsi = null, imo = null, callsign = null, flag = null } = query;
    if (vesselId === undefined) return { marks: { mmsi, imo, callsign, registration: null }, flag, own: [] };
    const [ship] = await tracks.shipsWithMarks({ ids: [vesselId] });
    if (ship === undefined) throw new AppError('not_found', { detail: 'A embarcação não existe.' });
    return { marks: marksOf(ship), flag: ship.flag, own: [ship] };
  }

  return {
    async identity(
      query: QueryOf<typeof vesselIdentity>,
    ): Promise<DataOf<typeof vesselIdentity> & { readonly seed: number | null }> {
      const { marks, flag, own } = await marksAsked(query);
      const licences = (await registry.allLicences()).filter((licence) => shared(marks, licence).length > 0);
      const all = [marks, ...licences];
      const valuesOf = (mark: IdentityMark) => all.flatMap((one) => plain(one[mark]) ?? []);
      const found = await tracks.shipsWithMarks({
        mmsi: valuesOf('mmsi').map(Number).filter(Number.isSafeInteger),
        imo: valuesOf('imo'),
        callsign: valuesOf('callsign'),
        registration: valuesOf('registration'),
      });
      const today = new Date(clock.nowMs()).toISOString().slice(0, 10);
      const claims = query.vesselId === undefined ? [] : await tracks.gears([query.vesselId]);
      const evidence = gearEvidence(claims.map(claimOf), clock.nowMs(), gearKianda);
      const licensed = licences.filter((licence) => isValidOn(licence, today)).flatMap(({ gears }) => gears);
      const flagContradicts = contradictsMmsi(marks, flag);
      const gearContradicts =
        evidence === null || licensed.length === 0 ? null : contradictsLicence(evidence, licensed);
      const since = new Date(clock.nowMs() - riskKianda.days * dayMs);
      const alertCounts = query.vesselId === undefined ? null : await alerts.severityCountsOf(query.vesselId, since);
      const risk = assessRisk({
        alerts: alertCounts,
        flagContradicts,
        gearContradicts,
        licence: licenceState(licences, today),
      });
      return {
        // An answer about a simulated registry or ship is simulated.
        seed: [...licences, ...own].find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null,
        flag: {
          stated: flag,
          ofMmsi: marks.mmsi === null ? [] : [...countriesOfMmsi(marks.mmsi)],
          contradicts: flagContradicts,
        },
        licences: licences.map((licence) => licenceView(licence, today)),
        gears: claims.map(({ source, gear, from_at, to_at }) => ({
          source,
          gear,
          from: from_at?.toISOString() ?? null,
          to: to_at?.toISOString() ?? null,
        })),
        gearContradicts,
        risk: {
          preset: riskKianda.id,
          days: riskKianda.days,
          ...risk,
          reasons: [...risk.reasons],
          unknown: [...risk.unknown],
        },
        same: found
          .filter((ship) => ship.id !== query.vesselId)
          .flatMap((ship) => {
            const same = compared(marks, licences, ship);
            return same === null ? [] : [same];
          }),
      };
    },
  };
}

/** True when the flag or the call sign is of another country than the MMSI; null where neither can be compared. */
function contradictsMmsi({ mmsi, callsign }: Marks, flag: string | null): boolean | null {
  if (mmsi === null) return null;
  const found = [flagContradictsMmsi(mmsi, flag), callSignContradictsMmsi(mmsi, callsign)];
  return found.includes(true) || (found.includes(false) ? false : null);
}

/** State of a vessel's licences today; null where it has none. */
function licenceState(licences: readonly LicenceRow[], today: string): 'valid' | 'suspended' | 'lapsed' | null {
  if (licences.length === 0) return null;
  if (licences.some((licence) => isValidOn(licence, today))) return 'valid';
  return licences.some((licence) => isSuspendedOn(licence, today)) ? 'suspended' : 'lapsed';
}

/** The marks that a ship shares with the vessel asked for, and those that contradict it; null where it shares none. */
function compared(own: Marks, licences: readonly LicenceRow[], ship: ShipRow): SameVessel | null {
  const other = marksOf(ship);
  const direct = shared(own, other);
  const reasons: SameVessel['reasons'] = [
    ...direct.map((mark) => ({ mark, value: other[mark] ?? '', licence: null })),
    ...licences.flatMap((licence) =>
      shared(licence, other)
        .filter((mark) => !direct.includes(mark))
        .map((mark) => ({ mark, value: other[mark] ?? '', licence: licence.number })),
    ),
  ];
  if (reasons.length === 0) return null;
  const contradictions = contradicted(own, other).map((mark) => ({
    mark,
    own: own[mark] ?? '',
    other: other[mark] ?? '',
  }));
  return {
    vesselId: ship.id,
    key: ship.key,
    name: ship.ship_name,
    ...other,
    flag: ship.flag,
    lastAt: ship.time?.toISOString() ?? null,
    simulated: ship.simulated_seed !== null,
    reasons,
    contradictions,
  };
}
