import { type VesselActivity, vesselActivities } from '@kianda/contract/fleet/vessels/list.contract';
import { StatusPill, type StatusTone } from '@kianda/ui';

const tones = { active: 'good', recent: 'caution', inactive: 'unknown' } as const satisfies Record<
  VesselActivity,
  StatusTone
>;

/** How lately a vessel was heard: 'Ativa', 'Recente' or 'Inativa'. */
export function ActivityMark({ activity }: { readonly activity: VesselActivity }) {
  return <StatusPill tone={tones[activity]}>{vesselActivities[activity]}</StatusPill>;
}
