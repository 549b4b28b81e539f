import type { BodyOf } from '@kianda/contract';
import type { createArea, SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';

export type AreaBody = BodyOf<typeof createArea>;

/** The fields of an area that a person may change. */
export function bodyOf({ name, kind, geometry, rules, isMonitored, source, note }: SurveillanceArea): AreaBody {
  return { name, kind, geometry, rules, isMonitored, source, note };
}
