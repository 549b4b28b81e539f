import { dayMs, hourMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { ProviderFishing, TrackReader } from '../../vessels/index.ts';
import type { AlertService } from '../alerts/alerts.service.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import { readRegistry, readShips } from './detection-inputs.ts';
import type { Detected } from './detectors.ts';
import type { ShownEvidence } from './fishing-violations.ts';
import type { Ship } from './violation.ts';
import { violationsOf } from './violations.ts';

/** The provider delivers once a day; what a stopped process missed within this time is evaluated at its next start. */
const receivedWithinMs = 25 * hourMs;
/** The provider is four days behind. Its history, of weeks, is for reports: nobody can act on it any more. */
const begunWithinMs = 7 * dayMs;
const evidence: ShownEvidence = { basis: 'provider', confidence: 'medium', gear: null };

/**
 * Evaluates the fishing that Global Fishing Watch found by the national rules, for ships that also report themselves: the
 * others are not known to the registry. Answers how many alerts are new. An event that raised one raises no other.
 */
export async function evaluateProviderFishing(context: {
  readonly tracks: TrackReader;
  readonly registry: RegistryRepository;
  readonly alerts: AlertService;
  readonly clock: Clock;
}): Promise<number> {
  const { tracks, registry, alerts, clock } = context;
  const nowMs = clock.nowMs();
  const received = await tracks.providerFishing({
    begun: new Date(nowMs - begunWithinMs),
    received: new Date(nowMs - receivedWithinMs),
  });
  if (received.length === 0) return 0;
  const ships = await readShips(tracks, {
    shipIds: [...new Set(received.map(({ ship_id: id }) => id))],
    changedIds: [],
    licences: [],
    nowMs,
  });
  const known = await readRegistry(registry);
  const violations = received
    .filter((event) => isOfItsWorld(event, ships.byId.get(String(event.ship_id))))
    .flatMap((event) => violationsOf(detectedOf(event), ships.byId, known));
  return alerts.raise(violations, ships.byId);
}

/** A simulated event says nothing of a ship that was really heard. */
const isOfItsWorld = ({ simulated_seed: seed }: ProviderFishing, ship: Ship | undefined): boolean =>
  ship !== undefined && (seed === null || ship.simulated);

function detectedOf({ id, ship_id: shipId, start_at: start, end_at: end, lon, lat }: ProviderFishing): Detected {
  return {
    kind: 'fishing',
    key: `gfw|${id}`,
    vesselIds: [String(shipId)],
    startMs: start.getTime(),
    endMs: end?.getTime() ?? null,
    position: [lon, lat],
    preset: 'gfw',
    details: evidence,
  };
}
