import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Hit, PointDetail } from './point-detail.tsx';
import { StationDetail } from './station-detail.tsx';
import { modelHit, type ShownModel } from './use-model-map.ts';
import type { ChangeView } from './use-view.ts';
import type { Pick } from './view-state.ts';

type Props = {
  readonly pick: Pick;
  readonly series: FieldVariable;
  /** Map of a model over the sea, whose value is one of the elements there. */
  readonly model: ShownModel | null;
  readonly hits: readonly Hit[];
  readonly change: ChangeView;
};

/** Values and history of a picked place or station. */
export function DetailPanel({ pick, series, model, hits, change }: Props) {
  return pick.kind === 'point' ? (
    <PointDetail
      position={pick.position}
      series={series}
      hits={[...modelHit(model, pick.position), ...hits]}
      change={change}
    />
  ) : (
    <StationDetail id={pick.id} change={change} />
  );
}
