import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Bindings } from '../../../../platform/http/bind.ts';
import type { Job, JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import { createFieldStore } from '../field-store/field-store.ts';
import type { CreditOf, DerivedAudit, SecondsARequest } from './dependencies.ts';
import { createDeriver } from './derive.ts';
import { deriveJob } from './job.ts';
import { derivedProvenance } from './provenance.ts';
import { createDerivedRepository, type DerivedRepository } from './repository.ts';
import { derivedBindings } from './routes.ts';
import { createDerivedService, type DerivedService } from './service.ts';

export type DerivedOptions = {
  readonly queue: () => JobQueue;
  readonly creditOf: CreditOf;
  readonly secondsARequest: SecondsARequest;
  readonly audit: DerivedAudit;
};

export type DerivedReading = Pick<DerivedService, 'series' | 'heatwaves'> &
  Pick<DerivedRepository, 'fieldsBetween' | 'connectorIds'> & {
    readonly provenanceOfPeriod: ReturnType<typeof derivedProvenance>['ofPeriod'];
  };

type Derived = {
  readonly bindings: Bindings;
  readonly jobs: readonly Job[];
  readonly derive: ReturnType<typeof createDeriver>;
  readonly history: Pick<DerivedRepository, 'keepRegionalHistory'>;
  /** The computed fields, for those who draw or compare them. */
  readonly reading: DerivedReading;
};

/** Decoded fields in memory: a season of chlorophyll is read again for each of its days, and years of it must not fill memory. */
const keepDecoded = 48;

/** Products computed from the stored ocean: their endpoints and their job. */
export function createDerived(platform: Platform, provenanceOf: ProvenanceOf, options: DerivedOptions): Derived {
  const clock: Clock = platform.clock;
  const repository = createDerivedRepository(platform.database);
  const fields = createFieldStore(platform.storage, { keepDecoded });
  const derive = createDeriver({ repository, fields, clock });
  const service = createDerivedService({ ...options, repository, fields, provenanceOf, clock });
  return {
    ...{ bindings: derivedBindings(service, clock), jobs: [deriveJob(derive)], derive, history: repository },
    reading: {
      series: service.series,
      heatwaves: service.heatwaves,
      ...{ fieldsBetween: repository.fieldsBetween, connectorIds: repository.connectorIds },
      provenanceOfPeriod: derivedProvenance(repository, provenanceOf).ofPeriod,
    },
  };
}
