import type { Provenance } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Principal } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { LearningOccurrences, SpeciesOccurrences } from '../../sea/biodiversity/index.ts';
import type { OceanClimate } from '../../sea/ocean/index.ts';
import type { Sea } from './preparation/sea.service.ts';
import type { StudyRepository } from './studies.repository.ts';

export type StudySettings = { readonly codeVersion: string };

/** The parts that the rules of studies use. */
export type StudyContext = {
  readonly platform: Platform;
  readonly repository: StudyRepository;
  readonly audit: { record(entry: AuditEntry): Promise<unknown> };
  readonly queue: () => JobQueue;
  readonly settings: StudySettings;
  readonly provenance: (isSimulated: boolean) => Provenance;
  readonly sea: Sea;
  readonly stores: {
    readonly climate: Pick<OceanClimate, 'climate' | 'dailyTemperature'>;
    readonly species: SpeciesOccurrences;
    readonly occurrences: () => Promise<LearningOccurrences>;
  };
};

/** The account that asks, and the origin of its request. */
export type StudyActor = { readonly principal: Principal; readonly ipAddress: string; readonly userAgent: string };
