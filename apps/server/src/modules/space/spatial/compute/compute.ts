import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import type { Watch } from '@kianda/science/models/shared/watch';
import type { PlanarEngine } from '@kianda/science/spatial/buffer/planar-engine';
import { bufferDraft } from './buffer.ts';
import { clustersDraft } from './clusters.ts';
import type { Computed, ComputeTask, Draft } from './compute.types.ts';
import { connectivityDraft } from './connectivity.ts';
import { contoursDraft } from './contours.ts';
import { corridorsDraft } from './corridors.ts';
import { densityDraft } from './density.ts';
import { driftDraft } from './drift.ts';
import { hotspotsDraft } from './hotspots.ts';
import { interpolationDraft } from './interpolation.ts';
import { mcdaDraft } from './mcda.ts';
import { packedFeatures } from './packed-features.ts';
import { proximityDraft } from './proximity.ts';
import { voronoiDraft } from './voronoi.ts';
import { zonalDraft } from './zonal.ts';

const kinds: Readonly<Record<AnalysisType, (task: ComputeTask, engine: PlanarEngine, watch: Watch) => Draft>> = {
  buffer: bufferDraft,
  connectivity: connectivityDraft,
  hotspots: hotspotsDraft,
  corridors: corridorsDraft,
  mcda: mcdaDraft,
  proximity: proximityDraft,
  interpolation: interpolationDraft,
  density: densityDraft,
  clusters: clustersDraft,
  contours: contoursDraft,
  zonal_statistics: zonalDraft,
  voronoi: voronoiDraft,
  drift: driftDraft,
};

/** Computes an analysis. Throws RangeError, with what to do, for inputs that it can't be made of. */
export function compute(task: ComputeTask, engine: PlanarEngine, watch: Watch = {}): Computed {
  const { layers, priorities = null, ...draft } = kinds[task.type](task, engine, watch);
  return {
    ...{ ...draft, priorities },
    layers: layers.map((layer) =>
      layer.kind === 'raster' ? layer : { ...layer, features: packedFeatures(layer.features) },
    ),
  };
}
