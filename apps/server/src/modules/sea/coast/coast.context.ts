import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/module.ts';
import type { OfferOf } from '../../../platform/modules/definition.ts';
import type { oceanModule } from '../ocean/index.ts';
import type { CoastRepository } from './coast.repository.ts';
import type { SurveyReading } from './surveys/survey-sources.ts';

type Ocean = OfferOf<typeof oceanModule>;

/** Of the simulator, told where anything is simulated. */
export type CoastSettings = { readonly simulatorSeed: number };

export type CoastContext = {
  readonly platform: Platform;
  readonly repository: CoastRepository;
  readonly surveys: SurveyReading;
  readonly climate: Ocean['climate'];
  readonly coastFigures: Ocean['coastFigures'];
  /** Name of a provider by its connector. */
  readonly providerOf: (connectorId: string) => string;
  readonly queue: () => JobQueue;
  readonly settings: CoastSettings;
};
