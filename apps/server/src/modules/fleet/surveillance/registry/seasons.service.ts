import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type { copySeasons, createSeason } from '@kianda/contract/fleet/surveillance/registry.contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import type { SeasonRow } from '../surveillance.tables.ts';
import { missing, nowOf, type RegistryContext } from './registry-context.ts';
import { seasonSeeds } from './registry-seeds.ts';

type SeasonInput = BodyOf<typeof createSeason>;

/** Closed seasons. Every change is audited. */
export function createSeasonService(context: RegistryContext) {
  const { repository, audit } = context;
  return {
    async seasons(year: number | null) {
      return (await repository.seasons(year)).map(seasonView);
    },
    async createSeason(fields: SeasonInput, actor: Actor) {
      const row: SeasonRow = { id: randomUUID(), ...(await seasonColumns(context, fields)) };
      await repository.insertSeason(row);
      await recordSeason(audit, 'create', row, actor);
      return seasonView(row);
    },
    async updateSeason(id: string, fields: SeasonInput, actor: Actor) {
      const row = await repository.updateSeason(id, await seasonColumns(context, fields));
      if (row === undefined) throw missing('O período de veda');
      await recordSeason(audit, 'update', row, actor);
      return seasonView(row);
    },
    async deleteSeason(id: string, actor: Actor): Promise<void> {
      const row = await repository.deleteSeason(id);
      if (row === undefined) throw missing('O período de veda');
      await recordSeason(audit, 'delete', row, actor);
    },
    /** Copies the seasons that begin in one year into another; those of a known name and days are skipped. */
    async copySeasons({ from, to }: BodyOf<typeof copySeasons>, actor: Actor) {
      const known = await repository.seasons(null);
      const key = ({ name, starts_on, ends_on }: SeasonRow) => JSON.stringify([name, starts_on, ends_on]);
      const taken = new Set(known.map(key));
      const moved = known
        .filter(({ starts_on }) => starts_on.startsWith(`${from}-`))
        .map((row) => ({ ...inYear(row, from, to), id: randomUUID(), updated_at: nowOf(context) }));
      const fresh = moved.filter((row) => !taken.has(key(row)));
      for (const row of fresh) {
        await repository.insertSeason(row);
        await recordSeason(audit, 'create', row, actor);
      }
      return { seasons: fresh.map(seasonView), skipped: moved.length - fresh.length };
    },
  };
}

/** Inserts the seasons that come with the platform where they are missing. */
export async function seedSeasons(context: RegistryContext): Promise<void> {
  for (const { id, startsOn, endsOn, ...seed } of seasonSeeds) {
    await context.repository.seedSeason({
      id,
      ...seed,
      gears: seed.gears === null ? null : [...seed.gears],
      species: [...seed.species],
      starts_on: startsOn,
      ends_on: endsOn,
      area_id: null,
      updated_at: nowOf(context),
    });
  }
}

async function seasonColumns(context: RegistryContext, fields: SeasonInput): Promise<Omit<SeasonRow, 'id'>> {
  if (fields.areaId !== null && (await context.repository.area(fields.areaId)) === undefined) {
    throw new AppError('validation_failed', { issues: [{ path: 'body.areaId', message: 'a área não existe' }] });
  }
  const { startsOn, endsOn, areaId, name, gears, species, source } = fields;
  return {
    name,
    gears,
    species,
    source,
    starts_on: startsOn,
    ends_on: endsOn,
    area_id: areaId,
    updated_at: nowOf(context),
  };
}

function recordSeason(audit: SurveillanceAudit, act: 'create' | 'update' | 'delete', row: SeasonRow, actor: Actor) {
  return recordAct(audit, actor, {
    event: act === 'delete' ? 'data.delete' : 'data.modify',
    severity: act === 'delete' ? 'high' : 'medium',
    resource: `season/${row.id}`,
    metadata: { act, name: row.name, from: row.starts_on, to: row.ends_on },
  });
}

/** A season on the same days of another year; its name follows the year, and its source says that it was copied. */
function inYear(row: SeasonRow, from: number, to: number): SeasonRow {
  return {
    ...row,
    name: row.name.replaceAll(String(from), String(to)),
    starts_on: sameDay(row.starts_on, to - from),
    ends_on: sameDay(row.ends_on, to - from),
    source: `Copiado de ${from}: ${row.source}`.slice(0, 300),
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
