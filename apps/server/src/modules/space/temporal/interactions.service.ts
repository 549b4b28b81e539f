import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DataOf, type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import {
  type FishingSourceId,
  fishingSourceIds,
  mostContacts,
  type temporalInteractions,
} from '@kianda/contract/space/temporal/interactions.contract';
import { hourMs } from '@kianda/geo';
import {
  type Contact,
  contactsOf,
  type FishingActivity,
  type Fix,
  fishingIndex,
  type Limits,
} from './interactions.rules.ts';
import { periodOf, type StoredFishing, type TemporalContext } from './temporal.context.ts';
import { temporalTexts as texts } from './temporal.texts.ts';

type Answer = DataOf<typeof temporalInteractions>;
type Animals = Awaited<ReturnType<TemporalContext['tracks']['list']>>['data']['features'];
type Found = Contact & { readonly animal: Animals[number] };

/** Fixes of an animal that are compared, and animals. */
const [mostFixes, mostAnimals] = [5_000, 60];

/** Where and when followed animals were near fishing. */
export function temporalInteractionReading({
  tracks,
  fishing,
  clock,
}: Pick<TemporalContext, 'tracks' | 'fishing' | 'clock'>) {
  return async (query: QueryOf<typeof temporalInteractions>): Promise<{ value: Answer; provenance: Provenance }> => {
    const period = periodOf(query, clock.nowMs());
    const [from, to] = [period.from.toISOString(), period.to.toISOString()];
    const everywhere = { west: -180, south: -90, east: 180, north: 90 };
    // Fishing shortly before the period and after it is near a fix at its ends.
    const reach = query.hours * hourMs;
    const [start, end] = [new Date(period.from.getTime() - reach), new Date(period.to.getTime() + reach)];
    const [animals, sources] = await Promise.all([
      tracks.list({ ...everywhere, maxFixes: mostFixes, limit: mostAnimals + 1, from, to }),
      Promise.all(fishingSourceIds.map(async (id) => ({ id, ...(await fishing[id].between(start, end)) }))),
    ]);
    const events = sources.flatMap((one) => activities(one.id, one.events));
    const features = animals.data.features.slice(0, mostAnimals);
    const compared = await compare(features, events, query);
    const found = compared.flatMap(({ animal, contacts }) =>
      contacts.map((contact): Found => ({ ...contact, animal })),
    );
    const reason = features.length === 0 ? absence(animals.provenance) : events.length === 0 ? texts.noFishing : null;
    const shown = found.toSorted((a, b) => b.fix.timeMs - a.fix.timeMs).slice(0, mostContacts);
    const origins = await Promise.all(
      sources.filter((one) => one.events.length > 0).map((one) => one.provenanceOf(citedOf(shown, one.id, one.events))),
    );
    return {
      value: {
        ...{ period: { from, to }, km: query.km, hours: query.hours },
        contacts: shown.map(contactOf),
        total: reason === null ? found.length : null,
        points: reason === null ? compared.reduce((sum, { points }) => sum + points, 0) : null,
        ...{ animals: features.length, animals_cut: animals.data.features.length > mostAnimals },
        fixes: features.reduce((sum, { properties }) => sum + properties.times.length, 0),
        fixes_stored: features.reduce((sum, { properties }) => sum + properties.fixes, 0),
        fishing: sources.map((one) => ({
          ...{ source: one.id, events: one.events.length, is_cut: one.isCut },
          reason: one.events.length === 0 ? texts.noFishingOf[one.id] : null,
        })),
        reason,
      },
      provenance: reason === null ? worstProvenance([animals.provenance, ...origins]) : { state: 'fallback', reason },
    };
  };
}

/** Why there are no animals: none was ever received, or none in the period. */
const absence = (origin: Provenance) => (origin.state === 'fallback' ? origin.reason : texts.noTracks);

/** Contacts of each animal; the thread is free between two. */
async function compare(features: Animals, events: readonly FishingActivity[], limits: Limits) {
  const index = fishingIndex(events, limits);
  const compared = [];
  for (const animal of features) {
    compared.push({ animal, ...contactsOf(fixesOf(animal), index, limits) });
    await nextTurn();
  }
  return compared;
}

/** Newest events that stand for a source of which none is near an animal. */
const mostCited = 200;

/** Ids of a source's events that are shown; of its newest where none is. */
function citedOf(shown: readonly Found[], source: FishingSourceId, events: readonly StoredFishing[]) {
  const ids = shown.flatMap(({ fishing }) => (fishing.source === source ? [fishing.id] : []));
  return new Set(ids.length > 0 ? ids : events.slice(0, mostCited).map(({ id }) => id));
}

/** Own fishing without an end still goes on; the provider's is told by its start alone. */
function activities(source: FishingSourceId, events: readonly StoredFishing[]): FishingActivity[] {
  return events.map(({ id, start, end, lon, lat }) => ({
    ...{ id, source, lon, lat, startMs: start.getTime() },
    endMs: end?.getTime() ?? (source === 'own' ? Number.POSITIVE_INFINITY : null),
  }));
}

function fixesOf({ geometry, properties }: Animals[number]): Fix[] {
  const positions = geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates;
  return positions.flatMap(([lon, lat], index) => {
    const time = properties.times[index];
    return time === undefined ? [] : [{ timeMs: Date.parse(time), lon, lat }];
  });
}

function contactOf({ animal, fix, fishing, points, distanceKm, hoursApart }: Found): Answer['contacts'][number] {
  const { id, source, startMs, endMs } = fishing;
  return {
    ...{ track_id: animal.id, species_name: animal.properties.taxon ?? animal.properties.individual },
    ...{ time: new Date(fix.timeMs).toISOString(), lon: fix.lon, lat: fix.lat, points },
    ...{ distance_km: distanceKm, hours_apart: hoursApart },
    fishing: {
      ...{ id, source, lon: fishing.lon, lat: fishing.lat },
      start: new Date(startMs).toISOString(),
      end: endMs === null || endMs === Number.POSITIVE_INFINITY ? null : new Date(endMs).toISOString(),
    },
  };
}
