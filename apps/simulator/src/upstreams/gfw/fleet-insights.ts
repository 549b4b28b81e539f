import { type InsightsWire, insightsBodyWire } from '@kianda/connectors/gfw/wire';
import { ParameterError } from './errors.ts';
import { buildEvents, type EventKind } from './events.ts';
import { type FleetDeps, type FleetRequest, spanOf } from './fleet-request.ts';
import { vesselOfId } from './vessels.ts';

/** Insights of the vessels of a request. */
export function insights({ world, clock }: FleetDeps, { body }: FleetRequest): InsightsWire {
  const parsed = insightsBodyWire.safeParse(body);
  if (!parsed.success) throw new ParameterError('body', parsed.error.issues[0]?.message ?? 'invalid body');
  const { startDate, endDate, vessels, includes } = parsed.data;
  const span = spanOf(startDate, endDate);
  const ids = vessels.map(({ vesselId }) => vesselId);
  const count = (kind: EventKind) =>
    buildEvents([kind], span, world, clock()).filter(({ body: event }) =>
      ids.includes((event.vessel as { id: string }).id),
    ).length;
  const fishing = {
    events: count('fishing'),
    eventsInRFMOWithoutKnownAuthorization: 0,
    eventsInNoTakeMPAs: 0,
  };
  const gaps = { events: count('gaps'), eventsGapOff: count('gaps') };
  const blocks = Math.round((span.toMs - span.fromMs) / 3_600_000);
  const unknown = ids.filter((id) => vesselOfId(world, id) === null);
  return {
    period: { startDate, endDate },
    vesselIdsWithoutIdentity: unknown.length === 0 ? null : unknown,
    ...(includes.includes('GAP') ? { gap: { historicalCounters: gaps, periodSelectedCounters: gaps } } : {}),
    ...(includes.includes('COVERAGE')
      ? {
          coverage: { blocks: String(blocks), blocksWithPositions: String(Math.round(blocks * 0.9)), percentage: 90 },
        }
      : {}),
    ...(includes.includes('FISHING')
      ? { apparentFishing: { historicalCounters: fishing, periodSelectedCounters: fishing } }
      : {}),
    ...(includes.includes('VESSEL-IDENTITY-IUU-VESSEL-LIST')
      ? { vesselIdentity: { iuuVesselList: { totalTimesListed: 0, totalTimesListedInThePeriod: 0 } } }
      : {}),
  };
}
