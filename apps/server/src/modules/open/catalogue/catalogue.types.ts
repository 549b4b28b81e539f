import type { Clock } from '../../../platform/clock/clock.ts';
import type { Assets } from './assets.service.ts';
import type { CatalogueService } from './catalogue.service.ts';
import type { Documents } from './documents/documents.ts';
import type { ItemRepository } from './items.repository.ts';

/** Parts that the catalogue's endpoints use. */
export type CatalogueContext = {
  readonly service: CatalogueService;
  readonly repository: ItemRepository;
  readonly assets: Assets;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly version: string;
};
