import { type InputReference, inputRolesOf } from '@kianda/contract/space/spatial/analysis-inputs';
import { bufferParametersSchema } from '@kianda/contract/space/spatial/analysis-types';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { mayRead as mayReadAccess } from '../../../../platform/http/may-read.ts';
import { collectionFor } from '../../../open/features/index.ts';
import type { SpatialContext } from '../spatial.context.ts';
import { mayRead } from '../spatial-access.rules.ts';
import type { Asked } from './inputs.types.ts';
import { rasterFormat } from './raster-file.service.ts';
import { requestOf } from './read-collection.ts';
import { criteriaOf } from './read-inputs.service.ts';

/** Refuses inputs that the account may not read or that are not there, and parameters that contradict one another. */
export async function checkAsked(context: SpatialContext, asked: Asked, principal: Principal): Promise<void> {
  requireRings(asked);
  const roles = inputRolesOf(asked.type, criteriaOf(asked));
  for (const [role, reference] of Object.entries(asked.inputs)) {
    try {
      await checkOne(context, reference, principal);
      if (reference.kind === 'upload') await checkFormat(context, reference, roles[role]?.geometry === 'raster');
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      const message = error.detail ?? error.message;
      throw new AppError('validation_failed', {
        detail: message,
        issues: [{ path: `body.inputs.${role}`, message }],
      });
    }
  }
}

/** Refuses a file of features for a field, and a GeoTIFF for features. */
async function checkFormat(
  { repository }: SpatialContext,
  { fileId }: Extract<InputReference, { kind: 'upload' }>,
  isField: boolean,
): Promise<void> {
  const file = await repository.file(fileId);
  if (file === undefined || (file.format === rasterFormat) === isField) return;
  throw new AppError('validation_failed', {
    detail: isField
      ? 'Esta entrada é um campo: envie um GeoTIFF.'
      : 'Esta entrada são elementos com lugar, e o ficheiro é um GeoTIFF.',
  });
}

function requireRings({ type, parameters }: Asked): void {
  if (type !== 'buffer') return;
  const { buffer_distance: distance, rings } = bufferParametersSchema.parse(parameters);
  const isGrowing = rings.every((ring, place) => ring > (rings[place - 1] ?? distance));
  if (isGrowing && (rings.length === 0 || distance > 0)) return;
  const message = 'Cada anel é maior do que o anterior, e só há anéis para fora.';
  throw new AppError('validation_failed', { detail: message, issues: [{ path: 'body.parameters.rings', message }] });
}

/** Refuses a reference that the account may not read or that is not there. */
export async function checkOne(
  { stores, repository }: SpatialContext,
  reference: InputReference,
  principal: Principal,
): Promise<void> {
  if (reference.kind === 'collection') {
    requestOf(await collectionFor(stores.collections, reference.collection, principal), reference);
    return;
  }
  if (reference.kind === 'area') {
    for (const source of stores.places().filter(({ access }) => mayReadAccess(access, principal))) {
      const { places } = await source.list();
      if (places.some(({ kind, id }) => kind === reference.placeKind && id === reference.id)) return;
    }
    throw new AppError('not_found', { detail: 'Não existe o lugar pedido.' });
  }
  if (reference.kind === 'upload') {
    const file = await repository.file(reference.fileId);
    if (file?.account_id !== principal.accountId)
      throw new AppError('not_found', { detail: 'Não existe este ficheiro.' });
    return;
  }
  if (reference.kind === 'result') {
    const analysis = await repository.analysis(reference.analysisId);
    if (analysis === undefined || !mayRead(analysis, principal)) {
      throw new AppError('not_found', { detail: 'Não existe a análise de que se parte.' });
    }
    if (analysis.state !== 'completed') {
      throw new AppError('conflict', { detail: 'A análise de que se parte ainda não tem resultado.' });
    }
    return;
  }
  if (reference.kind === 'raster' && !mayReadAccess('ocean:read', principal)) throw new AppError('forbidden');
}
