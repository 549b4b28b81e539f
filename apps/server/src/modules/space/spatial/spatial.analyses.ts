import {
  type AnalysisInputs,
  analysisInputs,
  drawingSchema,
  inputReferenceSchema,
} from '@kianda/contract/space/spatial/analysis-inputs';
import {
  type AnalysisType,
  analysisParameters,
  analysisQuestions,
  analysisTypeNames,
  analysisTypes,
} from '@kianda/contract/space/spatial/analysis-types';
import { z } from 'zod';
import type { Analysis, AnalysisContext } from '../../../platform/analyses.ts';
import { cog } from '../../../platform/formats/cog.ts';
import { fromWkb } from '../../../platform/geometry/wkb.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { RefusedTask } from '../../../platform/threads/run-thread.ts';
import type { Computed } from './compute/compute.types.ts';
import { propertiesIn, unpackedFeatures } from './compute/packed-features.ts';
import { runCompute } from './compute/run-compute.ts';
import { checkAsked } from './inputs/check-inputs.service.ts';
import type { Asked } from './inputs/inputs.types.ts';
import { completedInputs, readInputs } from './inputs/read-inputs.service.ts';
import { methodEdition } from './runs.service.ts';
import type { SpatialContext } from './spatial.context.ts';
import { warningOf } from './spatial.texts.ts';

/** An input of a process: a reference, or the GeoJSON itself. */
const processInput = z.union([inputReferenceSchema, drawingSchema]);
/** Files of one account are not read for others: a process is asked for by reference to what all may read, or by value. */
const ownKinds = new Set(['upload', 'result']);

/** Words for the layers of an answer. */
export const layersTitle = 'Camadas: GeoJSON, ou GeoTIFF em base64';

/** Each kind of analysis as a process of the OGC API: the same parameters, inputs, limits and kernels. */
export function spatialAnalyses(context: SpatialContext): readonly Analysis[] {
  return analysisTypeNames.map((type) => processOf(context, type));
}

function processOf(context: SpatialContext, type: AnalysisType): Analysis {
  const roles = Object.entries(analysisInputs[type]);
  const shape: Record<string, z.ZodType> = { ...analysisParameters[type].shape };
  for (const [role, { label, isOptional, usual }] of roles) {
    const left = isOptional || usual !== null;
    shape[role] = (left ? processInput.optional() : processInput).describe(label);
  }
  if (type === 'mcda') {
    shape.inputs = z.record(z.string(), processInput).optional().describe('Entradas dos critérios, por nome');
  }
  const inputs = z.object(shape);
  return {
    ...{ id: `spatial-${type.replaceAll('_', '-')}`, version: `${methodEdition}.0.0`, title: analysisTypes[type] },
    ...{ description: analysisQuestions[type], access: 'spatial:run', inputs },
    outputs: {
      layers: { title: layersTitle, schema: { type: 'object' } },
      statistics: { title: 'Números', schema: { type: 'array', items: { type: 'object' } } },
      warnings: { title: 'Avisos', schema: { type: 'array', items: { type: 'object' } } },
      methods: { title: 'Métodos', schema: { type: 'array', items: { type: 'string' } } },
    },
    async check(given, principal) {
      if (principal === null) throw new AppError('unauthenticated');
      await checkAsked(context, askedOf(type, given), principal);
    },
    run: (given, following) => runProcess(context, askedOf(type, given), following),
  };
}

/** Parameters and inputs apart, with the usual inputs where none is given. */
function askedOf(type: AnalysisType, given: Readonly<Record<string, unknown>>): Asked {
  const parameters = analysisParameters[type].parse(given);
  const named = { ...((given.inputs as Readonly<Record<string, unknown>> | undefined) ?? {}) };
  for (const role of Object.keys(analysisInputs[type])) if (given[role] !== undefined) named[role] = given[role];
  const inputs = Object.fromEntries(
    Object.entries(named).map(([role, value]) => {
      const read = processInput.parse(value);
      return [role, 'kind' in read ? read : { kind: 'drawing' as const, geojson: read }];
    }),
  ) as AnalysisInputs;
  refuseOwn(inputs, 'body.inputs');
  return { type, parameters, inputs: completedInputs({ type, parameters, inputs }) };
}

/** Refuses files and results of one account. `path`: of the inputs in the request. */
export function refuseOwn(inputs: AnalysisInputs, path: string): void {
  const own = Object.entries(inputs).find(([, { kind }]) => ownKinds.has(kind));
  if (own === undefined) return;
  throw new AppError('validation_failed', {
    detail: 'Num processo, as entradas são coleções, lugares, campos ou o próprio GeoJSON.',
    issues: [{ path: `${path}.${own[0]}`, message: 'Dê a coleção do resultado, ou o GeoJSON.' }],
  });
}

async function runProcess(
  context: SpatialContext,
  asked: Asked,
  { signal, progress }: AnalysisContext,
): Promise<Record<string, unknown>> {
  const { limits } = context.settings;
  try {
    await progress(0, 'A ler as entradas');
    const inputs = await readInputs(context, asked, { accountId: null, signal, most: limits });
    const computed = await runCompute(
      {
        ...{ type: asked.type, parameters: asked.parameters, mostCells: limits.cells, mostBytes: limits.memoryBytes },
        inputs: Object.fromEntries(Object.entries(inputs).map(([role, { data }]) => [role, data])),
      },
      { signal, progress: (share) => void progress(share, 'A calcular').catch(() => undefined) },
    );
    return await outputsOf(computed);
  } catch (error) {
    if (!(error instanceof RefusedTask || error instanceof RangeError)) throw error;
    throw new AppError('validation_failed', {
      detail: error.message,
      issues: [{ path: 'body.inputs', message: error.message }],
    });
  }
}

/** Layers, numbers, warnings and methods as a process answers them. */
export async function outputsOf({ layers, statistics, warnings, methods, priorities }: Computed) {
  const shown = await Promise.all(
    layers.map(async (layer) => {
      if (layer.kind === 'raster') {
        const { id, unit, grid, values } = layer;
        const file = await cog(grid, [{ name: id, unit, values, kind: 'number' }]);
        return [
          id,
          {
            mediaType: 'image/tiff; application=geotiff',
            encoding: 'base64',
            value: Buffer.from(file).toString('base64'),
          },
        ];
      }
      const features = Array.from(unpackedFeatures(layer.features), ({ wkb, text }, place) => ({
        ...{ type: 'Feature', id: place + 1, geometry: fromWkb(wkb), properties: propertiesIn(text) },
      }));
      return [layer.id, { type: 'FeatureCollection', features }];
    }),
  );
  return {
    layers: Object.fromEntries(shown) as Record<string, unknown>,
    ...{ statistics, methods, warnings: warnings.map(warningOf) },
    ...(priorities === null ? {} : { priorities }),
  };
}
