import type { RunnableJobQueue } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/module.ts';
import type { OfferOf } from '../../../platform/modules/definition.ts';
import type { vesselsModule } from '../../fleet/vessels/index.ts';
import type { connectorsModule } from '../../ingestion/connectors/index.ts';
import type { modelsModule } from '../../models/models/index.ts';
import type { biodiversityModule } from '../../sea/biodiversity/index.ts';
import type { geographyModule } from '../../sea/geography/index.ts';
import type { oceanModule } from '../../sea/ocean/index.ts';
import type { cachesModule } from '../caches/index.ts';
import type { healthModule } from '../health/index.ts';
import type { securityModule } from '../security/index.ts';

/** The installation as the console introduces it. */
export type InstallationInfo = {
  readonly version: string;
  readonly mode: 'demo' | 'production';
  readonly operatorName: string;
  readonly supportEmail: string;
  readonly interfacesUrl: string;
  readonly serviceUrls: Readonly<Record<string, string>>;
};

/** Modules whose measurements the dashboards show. */
export type DashboardSources = {
  readonly clock: Platform['clock'];
  readonly queue: Pick<RunnableJobQueue, 'monitor'>;
  readonly ocean: OfferOf<typeof oceanModule>;
  readonly biodiversity: OfferOf<typeof biodiversityModule>;
  readonly vessels: OfferOf<typeof vesselsModule>;
  readonly geography: OfferOf<typeof geographyModule>;
  readonly connectors: OfferOf<typeof connectorsModule>;
  readonly health: OfferOf<typeof healthModule>;
  readonly models: OfferOf<typeof modelsModule>;
  readonly caches: OfferOf<typeof cachesModule>;
  readonly security: OfferOf<typeof securityModule>;
};
