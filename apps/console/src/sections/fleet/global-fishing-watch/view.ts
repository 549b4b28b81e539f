import type { FishingSettings } from './api/settings.ts';
import type { ChangeSearch, FishingSearch } from './search.ts';

/** Properties of a tab that keeps its view in the address. */
export type TabView = {
  readonly settings: FishingSettings;
  readonly search: FishingSearch;
  readonly change: ChangeSearch;
};
