import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type { createDistance, MinimumDistance } from '@kianda/contract/fleet/surveillance/distances.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import type { DistanceRow } from '../surveillance.tables.ts';
import type { RegistryRepository } from './registry.repository.ts';

type Input = BodyOf<typeof createDistance>;

export type DistanceService = ReturnType<typeof createDistanceService>;

/** Least distances from the coast, by gear, fleet and zone. Every change is audited. */
export function createDistanceService({
  repository,
  clock,
  audit,
}: {
  repository: RegistryRepository;
  clock: Clock;
  audit: SurveillanceAudit;
}) {
  const missing = () => new AppError('not_found', { detail: 'A distância mínima já não existe.' });

  async function columns({ areaId, ...same }: Input): Promise<Omit<DistanceRow, 'id'>> {
    if (areaId !== null && (await repository.area(areaId)) === undefined) {
      throw new AppError('validation_failed', { issues: [{ path: 'body.areaId', message: 'a área não existe' }] });
    }
    return { ...same, area_id: areaId, updated_at: new Date(clock.nowMs()) };
  }

  function record(act: 'create' | 'update' | 'delete', { id, name, meters }: DistanceRow, actor: Actor) {
    return recordAct(audit, actor, {
      event: act === 'delete' ? 'data.delete' : 'data.modify',
      severity: act === 'delete' ? 'high' : 'medium',
      resource: `minimum-distance/${id}`,
      metadata: { act, name, meters },
    });
  }

  return {
    list: async (): Promise<MinimumDistance[]> => (await repository.distances()).map(view),
    async create(fields: Input, actor: Actor): Promise<MinimumDistance> {
      const row: DistanceRow = { id: randomUUID(), ...(await columns(fields)) };
      await repository.insertDistance(row);
      await record('create', row, actor);
      return view(row);
    },
    async update(id: string, fields: Input, actor: Actor): Promise<MinimumDistance> {
      const row = await repository.updateDistance(id, await columns(fields));
      if (row === undefined) throw missing();
      await record('update', row, actor);
      return view(row);
    },
    async remove(id: string, actor: Actor): Promise<void> {
      const row = await repository.deleteDistance(id);
      if (row === undefined) throw missing();
      await record('delete', row, actor);
    },
  };
}

const view = ({ area_id, updated_at, ...same }: DistanceRow): MinimumDistance => ({
  ...same,
  areaId: area_id,
  updatedAt: updated_at.toISOString(),
});
