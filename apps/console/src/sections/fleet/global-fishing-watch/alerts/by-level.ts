import { alertSeverities, type VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { ConfidenceLevel } from '../api/settings.ts';

type Severity = VesselAlert['severity'];

/** Least severity that a confidence level shows: from 3 on none of low severity, from 4 on only those of high. */
export const leastOfLevel = (level: ConfidenceLevel): Severity => (level >= 4 ? 'high' : level >= 3 ? 'medium' : 'low');

/** The graver of two. */
export const graver = (one: Severity, other: Severity): Severity =>
  alertSeverities.indexOf(one) < alertSeverities.indexOf(other) ? one : other;
