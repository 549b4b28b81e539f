import type { MetricGroup } from '@kianda/contract/operations/alerts/rules.contract';

/** The present value for one object, or the reason why there is none. */
export type MetricReading = {
  readonly subject: string;
  readonly label: string;
  readonly value: number | null;
  readonly atMs: number | null;
  /** In Portuguese; null where there is a value. */
  readonly reason: string | null;
};

export type MetricPoint = { readonly subject: string; readonly atMs: number; readonly value: number };

/** Something a rule may watch. Modules declare them in their manifest, as they do their checks. */
export type AlertMetric = {
  /** `module.measure` */
  readonly id: string;
  readonly group: MetricGroup;
  readonly label: string;
  /** Empty for counts and states. */
  readonly unit: string;
  /** The meaning of its figures, where it is not obvious. */
  readonly note: string;
  /** Every object, whether or not its value is known. */
  read(): Promise<readonly MetricReading[]>;
  /** Values after an instant, oldest first. Absent: the module keeps none, and the engine notes them itself. */
  history?(afterMs: number): Promise<readonly MetricPoint[]>;
};
