import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Hit, PointDetail } from './point-detail.tsx';
import { StationDetail } from './station-detail.tsx';
import type { ChangeView } from './use-view.ts';
import type { Pick } from './view-state.ts';

type Props = {
  readonly pick: Pick;
  readonly series: FieldVariable;
  readonly hits: readonly Hit[];
  readonly change: ChangeView;
};

/** Values and history of a picked place or station. */
export function DetailPanel({ pick, series, hits, change }: Props) {
  return pick.kind === 'point' ? (
    <PointDetail position={pick.position} series={series} hits={hits} change={change} />
  ) : (
    <StationDetail id={pick.id} change={change} />
  );
}
