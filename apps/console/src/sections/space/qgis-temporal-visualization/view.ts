import type { TemporalRecord } from '@kianda/contract/space/temporal/temporal.contract';
import type { TemporalVariableId } from '@kianda/contract/space/temporal/temporal-variables';
import type { ScaleOptions } from '@kianda/viz/colour/scale.ts';
import type { Clock } from './clock/use-clock.ts';
import type { ChangeTemporal, TemporalSearch } from './search.ts';

/** The state that the parts of the page share: the address, the variables as they are stored, and the clock. */
export type View = {
  readonly search: TemporalSearch;
  readonly change: ChangeTemporal;
  readonly records: ReadonlyMap<TemporalVariableId, TemporalRecord>;
  readonly clock: Clock;
  /** Colours of the variable shown. */
  readonly colours: ScaleOptions;
};
