import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { AppError } from '../../../platform/http/errors.ts';
import type { ModelActor, ModelContext } from './models.context.ts';

/** Notes in the audit trail what an account did to a version, or to a model as a whole. */
export function recordAct(
  { audit }: Pick<ModelContext, 'audit'>,
  of: { readonly type: ModelType; readonly version: number | null; readonly actor: ModelActor },
  metadata: NonNullable<AuditEntry['metadata']>,
  event: AuditEntry['event'] = 'data.modify',
) {
  const { principal, ipAddress, userAgent } = of.actor;
  return audit.record({
    ...{ event, severity: 'high', metadata },
    resource: of.version === null ? `model/${of.type}` : `model/${of.type}/${of.version}`,
    ...{ actorId: principal.accountId, actorName: principal.email, ipAddress, userAgent },
  });
}

export const noVersion = (type: ModelType, version: number | string) =>
  new AppError('not_found', { detail: `«${modelTypes[type]}» não tem a versão ${version}.` });
