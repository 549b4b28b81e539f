import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { SurveillanceAudit } from '../audit.service.ts';
import type { RegistryRepository } from './registry.repository.ts';

/** Dependencies of the work on the registry. */
export type RegistryContext = {
  readonly repository: RegistryRepository;
  readonly clock: Clock;
  readonly audit: SurveillanceAudit;
};

export const nowOf = ({ clock }: Pick<RegistryContext, 'clock'>): Date => new Date(clock.nowMs());

/** The error of an entry that was deleted meanwhile; `entry` is its name with the article. */
export const missing = (entry: string): AppError => new AppError('not_found', { detail: `${entry} já não existe.` });
