import { temporalFiles } from './files.service.ts';
import { temporalHovmollers } from './hovmoller.service.ts';
import { temporalInteractionReading } from './interactions.service.ts';
import { temporalPoints } from './point.service.ts';
import { temporalSections } from './section.service.ts';
import { temporalSummaries } from './summary.service.ts';
import type { TemporalContext } from './temporal.context.ts';

/** The temporal visualisation: variables, their series and diagrams, and their files. */
export function createTemporalService(context: TemporalContext) {
  return {
    ...temporalSummaries(context),
    point: temporalPoints(context),
    hovmoller: temporalHovmollers(context),
    section: temporalSections(context),
    interactions: temporalInteractionReading(context),
    export: temporalFiles(context),
  };
}

export type TemporalService = ReturnType<typeof createTemporalService>;
