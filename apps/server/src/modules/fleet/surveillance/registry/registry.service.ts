import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type {
  copySeasons,
  createArea,
  createLicence,
  createSeason,
  Licence,
  SurveillanceArea,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { type ArealGeometry, bboxOfGeometry, polygonAreaSquareMeters } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { fromWkb, toWkb } from '../../../../platform/geometry/wkb.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { LicencePeriod, TrackReader } from '../../vessels/index.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import type { AreaRow, LicenceRow, SeasonRow } from '../surveillance.tables.ts';
import { holdsOn, isSuspendedOn } from './licence-days.ts';
import type { RegistryRepository } from './registry.repository.ts';
import { areaSeeds, seasonSeeds } from './registry-seeds.ts';

type AreaInput = Omit<BodyOf<typeof createArea>, 'geometry'> & { readonly geometry: ArealGeometry };
export type LicenceInput = BodyOf<typeof createLicence>;
type SeasonInput = BodyOf<typeof createSeason>;
type Page<T> = { data: T[]; total: number; page: number; pageSize: number; hasNext: boolean; hasPrev: boolean };

const UNIQUE_VIOLATION = '23505';

export type RegistryService = ReturnType<typeof createRegistryService>;

/** The national registry: areas watched, licences, closed seasons. Every change is audited. */
export function createRegistryService(options: {
  repository: RegistryRepository;
  clock: Clock;
  audit: SurveillanceAudit;
  /** Alerts raised since an instant, by area. */
  alertsByArea(since: Date): Promise<ReadonlyMap<string, number>>;
}) {
  const { repository, clock, audit } = options;
  const now = () => new Date(clock.nowMs());
  const today = () => now().toISOString().slice(0, 10);
  const missing = (what: string) => new AppError('not_found', { detail: `${what} já não existe.` });

  async function violations(): Promise<ReadonlyMap<string, number>> {
    return options.alertsByArea(new Date(clock.nowMs() - 86_400_000));
  }

  return {
    /** Puts what comes with the platform where it is missing. */
    async seed(): Promise<void> {
      for (const { id, name, geometry, source, note } of areaSeeds) {
        const rules = { alertOnEntry: true, alertBelowKnots: 5, forbidsFishing: true };
        const fields = { name, kind: 'protected' as const, geometry, rules, isMonitored: true, source, note };
        await repository.seedArea({ id, is_seeded: true, ...areaColumns(fields, now()) });
      }
      for (const { id, startsOn, endsOn, ...seed } of seasonSeeds) {
        await repository.seedSeason({
          id,
          ...seed,
          gears: seed.gears === null ? null : [...seed.gears],
          species: [...seed.species],
          starts_on: startsOn,
          ends_on: endsOn,
          area_id: null,
          updated_at: now(),
        });
      }
    },

    async areas(): Promise<SurveillanceArea[]> {
      const [rows, counts] = await Promise.all([repository.areas(), violations()]);
      return rows.map((row) => areaView(row, counts.get(row.id) ?? 0));
    },
    async createArea(fields: AreaInput, actor: Actor): Promise<SurveillanceArea> {
      const row: AreaRow = { id: randomUUID(), is_seeded: false, ...areaColumns(fields, now()) };
      await repository.insertArea(row);
      await recordAct(audit, actor, {
        event: 'data.modify',
        severity: 'medium',
        resource: `area/${row.id}`,
        metadata: { act: 'create', name: row.name },
      });
      return areaView(row, 0);
    },
    async updateArea(id: string, fields: AreaInput, actor: Actor): Promise<SurveillanceArea> {
      const row = await repository.updateArea(id, areaColumns(fields, now()));
      if (row === undefined) throw missing('A área');
      await recordAct(audit, actor, {
        event: 'data.modify',
        severity: 'medium',
        resource: `area/${id}`,
        metadata: { act: 'update', name: row.name, monitored: row.is_monitored },
      });
      return areaView(row, (await violations()).get(id) ?? 0);
    },
    async deleteArea(id: string, actor: Actor): Promise<void> {
      const row = await repository.area(id);
      if (row === undefined) throw missing('A área');
      if (row.is_seeded) {
        const detail = 'Esta área vem com a plataforma: pode desligar a vigilância, mas não eliminá-la.';
        throw new AppError('conflict', { detail });
      }
      const [rule] = await repository.rulesOfArea(id);
      if (rule !== undefined) {
        throw new AppError('conflict', { detail: `«${rule}» usa esta área. Mude isso primeiro.` });
      }
      await repository.deleteArea(id);
      await recordAct(audit, actor, {
        event: 'data.delete',
        severity: 'high',
        resource: `area/${id}`,
        metadata: { name: row.name },
      });
    },

    async licences(query: {
      page: number;
      pageSize: number;
      search?: string | undefined;
      valid?: 'true' | 'false' | undefined;
    }): Promise<Page<Licence> & { readonly seed: number | null }> {
      const { page, pageSize } = query;
      const valid = query.valid === undefined ? null : query.valid === 'true';
      const offset = (page - 1) * pageSize;
      const filter = { search: query.search ?? null, valid, today: today() };
      const { rows, total } = await repository.licencePage(filter, offset, pageSize);
      const data = rows.map((row) => licenceView(row, today()));
      const seed = rows.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
      return { data, total, page, pageSize, hasNext: offset + rows.length < total, hasPrev: page > 1, seed };
    },
    async licenceZones(on: string) {
      const { zones, total, seed } = await repository.zonesOn(on);
      return { seed, on, total, zones: zones.map(({ area_id, licences }) => ({ areaId: area_id, licences })) };
    },
    async createLicence(fields: LicenceInput, actor: Actor): Promise<Licence> {
      const row: LicenceRow = { id: randomUUID(), ...licenceColumns(fields, now()) };
      await uniqueNumber(fields.number, () => repository.insertLicence(row));
      await recordLicence('create', row, actor);
      return licenceView(row, today());
    },
    async updateLicence(id: string, fields: LicenceInput, actor: Actor): Promise<Licence> {
      const columns = licenceColumns(fields, now());
      const row = await uniqueNumber(fields.number, () => repository.updateLicence(id, columns));
      if (row === undefined) throw missing('A licença');
      await recordLicence('update', row, actor);
      return licenceView(row, today());
    },
    async deleteLicence(id: string, actor: Actor): Promise<void> {
      const row = await repository.deleteLicence(id);
      if (row === undefined) throw missing('A licença');
      await recordLicence('delete', row, actor);
    },

    async seasons(year: number | null) {
      return (await repository.seasons(year)).map(seasonView);
    },
    async createSeason(fields: SeasonInput, actor: Actor) {
      const row: SeasonRow = { id: randomUUID(), ...(await seasonColumns(fields)) };
      await repository.insertSeason(row);
      await recordSeason('create', row, actor);
      return seasonView(row);
    },
    async updateSeason(id: string, fields: SeasonInput, actor: Actor) {
      const row = await repository.updateSeason(id, await seasonColumns(fields));
      if (row === undefined) throw missing('O período de veda');
      await recordSeason('update', row, actor);
      return seasonView(row);
    },
    async deleteSeason(id: string, actor: Actor): Promise<void> {
      const row = await repository.deleteSeason(id);
      if (row === undefined) throw missing('O período de veda');
      await recordSeason('delete', row, actor);
    },
    /** Puts the seasons that begin in one year into another; one that is there already, by name and days, is skipped. */
    async copySeasons({ from, to }: BodyOf<typeof copySeasons>, actor: Actor) {
      const known = await repository.seasons(null);
      const key = ({ name, starts_on, ends_on }: SeasonRow) => JSON.stringify([name, starts_on, ends_on]);
      const taken = new Set(known.map(key));
      const moved = known
        .filter(({ starts_on }) => starts_on.startsWith(`${from}-`))
        .map((row) => inYear(row, from, to, randomUUID(), now()));
      const fresh = moved.filter((row) => !taken.has(key(row)));
      for (const row of fresh) {
        await repository.insertSeason(row);
        await recordSeason('create', row, actor);
      }
      return { seasons: fresh.map(seasonView), skipped: moved.length - fresh.length };
    },
  };

  async function seasonColumns(fields: SeasonInput): Promise<Omit<SeasonRow, 'id'>> {
    if (fields.areaId !== null && (await repository.area(fields.areaId)) === undefined) {
      throw new AppError('validation_failed', { issues: [{ path: 'body.areaId', message: 'a área não existe' }] });
    }
    const { startsOn, endsOn, areaId, name, gears, species, source } = fields;
    return { name, gears, species, source, starts_on: startsOn, ends_on: endsOn, area_id: areaId, updated_at: now() };
  }

  function recordLicence(act: 'create' | 'update' | 'delete', row: LicenceRow, actor: Actor) {
    return recordAct(audit, actor, {
      event: act === 'delete' ? 'data.delete' : 'data.modify',
      severity: act === 'delete' ? 'high' : 'medium',
      resource: `licence/${row.id}`,
      metadata: {
        act,
        number: row.number,
        vessel: row.vessel_name,
        validTo: row.valid_to,
        suspensions: row.suspensions.map(({ from, to }) => `${from}/${to ?? ''}`).join(' '),
      },
    });
  }

  function recordSeason(act: 'create' | 'update' | 'delete', row: SeasonRow, actor: Actor) {
    return recordAct(audit, actor, {
      event: act === 'delete' ? 'data.delete' : 'data.modify',
      severity: act === 'delete' ? 'high' : 'medium',
      resource: `season/${row.id}`,
      metadata: { act, name: row.name, from: row.starts_on, to: row.ends_on },
    });
  }
}

function areaColumns(fields: AreaInput, now: Date): Omit<AreaRow, 'id' | 'is_seeded'> {
  const { geometry } = fields;
  const bbox = bboxOfGeometry(geometry);
  if (bbox === null) throw new AppError('validation_failed', { detail: 'A área não tem posições.' });
  const [west, south, east, north] = bbox;
  return {
    name: fields.name,
    kind: fields.kind,
    geometry: toWkb(geometry),
    bounds: `(${west},${south}),(${east},${north})`,
    area_km2: polygonAreaSquareMeters(geometry) / 1e6,
    alert_on_entry: fields.rules.alertOnEntry,
    alert_below_knots: fields.rules.alertBelowKnots,
    forbids_fishing: fields.rules.forbidsFishing,
    is_monitored: fields.isMonitored,
    source: fields.source,
    note: fields.note,
    updated_at: now,
  };
}

/** Areal geometry of an area as it is stored. Throws where it is another kind. */
export function geometryOf(row: Pick<AreaRow, 'id' | 'geometry'>): ArealGeometry {
  const { type, ...stored } = fromWkb(row.geometry);
  if (type !== 'Polygon' && type !== 'MultiPolygon') {
    throw new Error(`area ${row.id}: expected a polygon, stored is a ${type}`);
  }
  return { type, ...stored } as ArealGeometry;
}

function areaView(row: AreaRow, violations: number): SurveillanceArea {
  const geometry = geometryOf(row);
  const [west, south, east, north] = bboxOfGeometry(geometry) ?? [0, 0, 0, 0];
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    geometry: structuredClone(geometry) as SurveillanceArea['geometry'],
    rules: {
      alertOnEntry: row.alert_on_entry,
      alertBelowKnots: row.alert_below_knots,
      forbidsFishing: row.forbids_fishing,
    },
    isMonitored: row.is_monitored,
    source: row.source,
    note: row.note,
    areaKm2: row.area_km2,
    bbox: [west, south, east, north],
    isSeeded: row.is_seeded,
    violations,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A licence as it is stored. */
export function licenceColumns(fields: LicenceInput, now: Date): Omit<LicenceRow, 'id'> {
  const { vesselName, areaIds, validFrom, validTo, suspensions, ...same } = fields;
  return {
    ...same,
    vessel_name: vesselName,
    area_ids: areaIds,
    valid_from: validFrom,
    valid_to: validTo,
    suspensions: suspensions.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    // What a person writes over a simulated licence is theirs.
    simulated_seed: null,
    updated_at: now,
  };
}

/** A licence as it is answered; valid or not on the day given. */
export function licenceView(row: LicenceRow, today: string): Licence {
  const { vessel_name, area_ids, valid_from, valid_to, simulated_seed, updated_at, ...same } = row;
  return {
    ...same,
    vesselName: vessel_name,
    areaIds: area_ids,
    validFrom: valid_from,
    validTo: valid_to,
    isValid: holdsOn(row, today),
    isSuspended: isSuspendedOn(row, today),
    simulated: simulated_seed !== null,
    updatedAt: updated_at.toISOString(),
  };
}

/** A season on the same days of another year; what its name says of the year follows, and so does the source's doubt. */
function inYear(row: SeasonRow, from: number, to: number, id: string, now: Date): SeasonRow {
  return {
    ...row,
    id,
    name: row.name.replaceAll(String(from), String(to)),
    starts_on: sameDay(row.starts_on, to - from),
    ends_on: sameDay(row.ends_on, to - from),
    source: `Copiado de ${from}: ${row.source}`.slice(0, 300),
    updated_at: now,
  };
}

/** The day so many years later; 29 February is 28 February where there is none. */
function sameDay(day: string, years: number): string {
  const year = Number(day.slice(0, 4)) + years;
  const moved = `${year}${day.slice(4)}`;
  return moved.endsWith('-02-29') && !isLeap(year) ? `${year}-02-28` : moved;
}
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function seasonView({ starts_on, ends_on, area_id, updated_at, ...same }: SeasonRow) {
  return { ...same, startsOn: starts_on, endsOn: ends_on, areaId: area_id, updatedAt: updated_at.toISOString() };
}

async function uniqueNumber<T>(number: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
      throw new AppError('conflict', { detail: `Já existe uma licença com o número ${number}.` });
    }
    throw error;
  }
}

/** Periods in which ships held or hold licences; null where the registry is empty. */
export async function licencePeriods(
  repository: RegistryRepository,
  tracks: Pick<TrackReader, 'shipsHolding'>,
): Promise<readonly LicencePeriod[] | null> {
  const marks = await repository.licenceMarks();
  return marks.length === 0 ? null : tracks.shipsHolding(marks);
}
