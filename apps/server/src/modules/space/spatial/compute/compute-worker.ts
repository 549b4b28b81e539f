import { planarEngine } from '../../../../platform/geometry/planar.ts';
import { answerThread } from '../../../../platform/threads/thread.ts';
import { compute } from './compute.ts';
import type { ComputeTask } from './compute.types.ts';

const engine = await planarEngine();
answerThread((task: ComputeTask, watch) => {
  const answer = compute(task, engine, watch);
  const buffers = answer.layers.flatMap((layer) =>
    layer.kind === 'raster' ? layer.values.buffer : [layer.features.wkb.buffer, layer.features.texts.buffer],
  );
  return { answer, moved: [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer) };
});
