import type { InputReference } from '@kianda/contract/space/spatial/analysis-inputs';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Asked } from './inputs/inputs.types.ts';
import { type NamedArea, readAreas } from './inputs/read-inputs.service.ts';
import type { SpatialContext } from './spatial.context.ts';

/** A person waits while the areas are read. */
const readMs = 20_000;
const mostVertices = 500_000;

export const areasRefusal = (message: string, path = 'body.areas'): AppError =>
  new AppError('validation_failed', { detail: message, issues: [{ path, message }] });

/** The polygons of an input, each with its name. Throws `validation_failed` for too many, and for what takes too long. */
export async function areasOf(
  context: SpatialContext,
  reference: InputReference,
  { principal, most }: { readonly principal: Principal; readonly most: number },
): Promise<readonly NamedArea[]> {
  try {
    return await readAreas(context, reference, {
      ...{ accountId: principal.accountId, signal: AbortSignal.timeout(readMs) },
      most: { features: most, vertices: mostVertices },
    });
  } catch (error) {
    if (error instanceof RangeError) throw areasRefusal(error.message);
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw areasRefusal('As áreas demoram demasiado a ler: filtre-as, ou simplifique as geometrias.');
    }
    throw error;
  }
}

/** An area as the input of an analysis. */
export const drawingOf = ({ name, geometry }: NamedArea): Asked['inputs'][string] => ({
  kind: 'drawing',
  geojson: {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry, properties: { name } }],
  } as never,
});
