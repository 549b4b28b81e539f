import type { LicenceState } from '@kianda/contract/fleet/vessels/fleet.contract';
import type { VesselType } from '@kianda/contract/fleet/vessels/list.contract';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../../../platform/clock/clock.ts';
import {
  always,
  byLicence,
  type LicenceChanges,
  type LicencePeriods,
  licenceChanges,
  type Passing,
} from './licences.ts';

/** Types, flags and gears of ships change seldom: they are read again after so long. */
const renewMs = 60_000;

export type ShipFilter = {
  readonly types?: readonly VesselType[] | undefined;
  /** Alpha-3; `none`: unknown. */
  readonly flags?: readonly string[] | undefined;
  /** As the list names them. */
  readonly gears?: readonly string[] | undefined;
  readonly ships?: readonly number[] | undefined;
  readonly licence?: LicenceState | undefined;
};

type Kind = { readonly type: VesselType; readonly flag: string | null; readonly gear: string | null };

/** Kinds of ships with all they have in common, by the number of each ship. */
type Kinds = {
  readonly kinds: readonly Kind[];
  /** Kind by ship; 0xffff where there is no such ship. */
  readonly kindOf: Uint16Array;
  /** Periods in which ships hold licences; null where the registry is empty. */
  readonly licences: LicenceChanges | null;
};

const noShip = 0xffff;

/** Ships by type, flag and gear, remembered for a minute: a tile asks for a hundred thousand of them. */
export function createShipKinds<T>(db: Kysely<T>, clock: Clock, licencePeriods: LicencePeriods) {
  let known: { readonly atMs: number; readonly kinds: Promise<Kinds> } | null = null;

  async function read(): Promise<Kinds> {
    const periods = licencePeriods();
    const { rows } = await sql<Kind & { ids: number[] }>`
      SELECT vessel_type AS type, flag, gear_type AS gear, array_agg(ship_id) AS ids
      FROM vessels.directory WHERE ship_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
    const highest = rows.reduce((most, { ids }) => ids.reduce((id, other) => Math.max(id, other), most), 0);
    const kindOf = new Uint16Array(highest + 1).fill(noShip);
    for (const [kind, { ids }] of rows.entries()) for (const id of ids) kindOf[id] = kind;
    const held = await periods;
    const licences = held === null ? null : licenceChanges(held);
    return { kinds: rows.map(({ type, flag, gear }) => ({ type, flag, gear })), kindOf, licences };
  }

  /** Ships by kind as they are known, at most a minute old. */
  function kinds(): Promise<Kinds> {
    const nowMs = clock.nowMs();
    if (known === null || nowMs - known.atMs >= renewMs) {
      const reading = read();
      known = { atMs: nowMs, kinds: reading };
      reading.catch(() => {
        if (known?.kinds === reading) known = null;
      });
    }
    return known.kinds;
  }

  return {
    /** Ships that a filter lets pass on each day; null where it lets all pass. */
    async passing({ types, flags, gears, ships, licence }: ShipFilter): Promise<Passing | null> {
      if ([types, flags, gears, ships, licence].every((one) => one === undefined)) return null;
      const { kinds: all, kindOf, licences } = await kinds();
      const passing = new Uint8Array(kindOf.length);
      // An empty registry does not say whether a ship holds a licence.
      if (licence !== undefined && licences === null) return always(passing);
      const passes = all.map(
        ({ type, flag, gear }) =>
          (types === undefined || types.includes(type)) &&
          (flags === undefined || flags.includes(flag ?? 'none')) &&
          (gears === undefined || (gear !== null && gears.includes(gear))),
      );
      const mark = (ship: number) => {
        if (passes[kindOf[ship] ?? noShip] === true) passing[ship] = 1;
      };
      if (ships === undefined) for (let ship = 0; ship < kindOf.length; ship += 1) mark(ship);
      else ships.forEach(mark);
      if (licence === undefined || licences === null) return always(passing);
      return byLicence(passing, licences, licence === 'with' ? 1 : 0);
    },
    /** Type, flag and gear of each ship by its number. */
    async of(): Promise<(ship: number) => Kind> {
      const { kinds: all, kindOf } = await kinds();
      return (ship) => all[kindOf[ship] ?? noShip] ?? { type: 'unknown', flag: null, gear: null };
    },
    /** Flags and gears by how many ships have them, most frequent first; ships of an unknown gear count for none. */
    async facets() {
      const { kinds: all, kindOf } = await kinds();
      const byKind = new Uint32Array(all.length);
      for (const kind of kindOf) if (kind !== noShip) byKind[kind] = (byKind[kind] ?? 0) + 1;
      const counted = <Value>(of: (kind: Kind) => Value) => {
        const counts = new Map<Value, number>();
        all.forEach((kind, index) => {
          const value = of(kind);
          counts.set(value, (counts.get(value) ?? 0) + (byKind[index] ?? 0));
        });
        return [...counts].map(([value, vessels]) => ({ value, vessels })).sort((a, b) => b.vessels - a.vessels);
      };
      return {
        flags: counted(({ flag }) => flag).map(({ value: flag, vessels }) => ({ flag, vessels })),
        gears: counted(({ gear }) => gear).flatMap(({ value: gear, vessels }) =>
          gear === null ? [] : [{ gear, vessels }],
        ),
      };
    },
  };
}

export type ShipKinds = ReturnType<typeof createShipKinds>;
