import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@kianda/contract';
import type { createArea, SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { type ArealGeometry, bboxOfGeometry, dayMs, polygonAreaSquareMeters } from '@kianda/geo';
import { fromWkb, toWkb } from '../../../../platform/geometry/wkb.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { type Actor, recordAct } from '../audit.service.ts';
import type { AreaRow } from '../surveillance.tables.ts';
import { missing, nowOf, type RegistryContext } from './registry-context.ts';
import { areaSeeds } from './registry-seeds.ts';

type AreaInput = Omit<BodyOf<typeof createArea>, 'geometry'> & { readonly geometry: ArealGeometry };
type AreaContext = RegistryContext & {
  /** Alerts raised since an instant, by area. */
  alertsByArea(since: Date): Promise<ReadonlyMap<string, number>>;
};

/** Areas that are watched. Every change is audited. */
export function createAreaService(context: AreaContext) {
  const { repository, audit } = context;
  const violations = () => context.alertsByArea(new Date(context.clock.nowMs() - dayMs));
  return {
    async areas(): Promise<SurveillanceArea[]> {
      const [rows, counts] = await Promise.all([repository.areas(), violations()]);
      return rows.map((row) => areaView(row, counts.get(row.id) ?? 0));
    },
    async createArea(fields: AreaInput, actor: Actor): Promise<SurveillanceArea> {
      const row: AreaRow = { id: randomUUID(), is_seeded: false, ...areaColumns(fields, nowOf(context)) };
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
      const row = await repository.updateArea(id, areaColumns(fields, nowOf(context)));
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
  };
}

/** Extents of rectangles that earlier releases watched in place of an area, km². */
const formerKm2: Readonly<Record<string, number>> = { iona: 28_001 };

/** Inserts the areas that come with the platform where they are missing. */
export async function seedAreas(context: RegistryContext): Promise<void> {
  for (const { id, ...seed } of areaSeeds) {
    const fields = { ...seed, isMonitored: true };
    const row = { id, is_seeded: true, ...areaColumns(fields, nowOf(context)) };
    await context.repository.seedArea(row, formerKm2[id] ?? null);
  }
}

/** Columns of an area as it is stored. */
export function areaColumns(fields: AreaInput, now: Date): Omit<AreaRow, 'id' | 'is_seeded'> {
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
