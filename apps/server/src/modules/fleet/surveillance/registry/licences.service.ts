import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import type { createLicence, Licence, listLicences } from '@kianda/contract/fleet/surveillance/registry.contract';
import { listPageOf, pageAnswer } from '../../../../platform/db/list-query.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import type { LicenceRow } from '../surveillance.tables.ts';
import { isSuspendedOn, isValidOn } from './licence-days.ts';
import { missing, nowOf, type RegistryContext } from './registry-context.ts';

export type LicenceInput = BodyOf<typeof createLicence>;

const uniqueViolation = '23505';

/** Licences of the national registry. Every change is audited. */
export function createLicenceService(context: RegistryContext) {
  const { repository, audit } = context;
  const today = () => nowOf(context).toISOString().slice(0, 10);
  return {
    async licences(
      query: QueryOf<typeof listLicences>,
    ): Promise<DataOf<typeof listLicences> & { readonly seed: number | null }> {
      const { rows, total } = await repository.licencePage(listPageOf(query), today());
      const seed = rows.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
      return {
        ...pageAnswer(
          rows.map((row) => licenceView(row, today())),
          total,
          query,
        ),
        seed,
      };
    },
    async licenceZones(on: string) {
      const { zones, total, seed } = await repository.zonesOn(on);
      return { seed, on, total, zones: zones.map(({ area_id, licences }) => ({ areaId: area_id, licences })) };
    },
    async createLicence(fields: LicenceInput, actor: Actor): Promise<Licence> {
      const row: LicenceRow = { id: randomUUID(), ...licenceColumns(fields, nowOf(context)) };
      await uniqueNumber(fields.number, () => repository.insertLicence(row));
      await recordLicence(audit, 'create', row, actor);
      return licenceView(row, today());
    },
    async updateLicence(id: string, fields: LicenceInput, actor: Actor): Promise<Licence> {
      const columns = licenceColumns(fields, nowOf(context));
      const row = await uniqueNumber(fields.number, () => repository.updateLicence(id, columns));
      if (row === undefined) throw missing('A licença');
      await recordLicence(audit, 'update', row, actor);
      return licenceView(row, today());
    },
    async deleteLicence(id: string, actor: Actor): Promise<void> {
      const row = await repository.deleteLicence(id);
      if (row === undefined) throw missing('A licença');
      await recordLicence(audit, 'delete', row, actor);
    },
  };
}

function recordLicence(audit: SurveillanceAudit, act: 'create' | 'update' | 'delete', row: LicenceRow, actor: Actor) {
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
    // A simulated licence that a person changes is no longer simulated.
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
    isValid: isValidOn(row, today),
    isSuspended: isSuspendedOn(row, today),
    simulated: simulated_seed !== null,
    updatedAt: updated_at.toISOString(),
  };
}

async function uniqueNumber<T>(number: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) {
      throw new AppError('conflict', { detail: `Já existe uma licença com o número ${number}.` });
    }
    throw error;
  }
}
