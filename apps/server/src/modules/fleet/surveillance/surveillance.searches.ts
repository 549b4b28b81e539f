import { alertRules, alertStates } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { areaKinds } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatPlainInstant } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import { placeTarget } from '../../../platform/places.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';
import type { TrackReader } from '../vessels/index.ts';
import { openStates } from './alerts/alert-list.repository.ts';
import type { AlertSearch, FoundAlertRow } from './alerts/alert-search.repository.ts';
import { describingAlerts, soughtAlerts } from './alerts/alert-search.rules.ts';
import type { AreaRow } from './surveillance.tables.ts';

type Options = {
  readonly alerts: (search: AlertSearch) => Promise<readonly FoundAlertRow[]>;
  readonly tracks: Pick<TrackReader, 'shipsNamed'>;
  readonly areas: () => Promise<readonly AreaRow[]>;
  readonly clock: Clock;
};

/** Alerts of vessels and watched areas, as people look for them. */
export function surveillanceSearches({ alerts, tracks, areas, clock }: Options): readonly SearchSource[] {
  return [
    {
      kind: 'vessel-alert',
      access: 'surveillance:read',
      find: ({ words }) => foundAlerts({ alerts, tracks }, words),
    },
    heldSource({
      kind: 'area',
      access: 'surveillance:read',
      clock,
      load: async () => (await areas()).map(areaEntry),
    }),
  ];
}

const open: readonly string[] = openStates;

/** Alerts by their text, and open ones by the names and numbers of their vessels, by their rule, and by both. */
async function foundAlerts(
  { alerts, tracks }: Pick<Options, 'alerts' | 'tracks'>,
  words: readonly string[],
): Promise<readonly SearchEntry[]> {
  const { rules, vessel, both, numbers } = soughtAlerts(words);
  const named = await tracks.shipsNamed(vessel);
  const ofBoth = named.length > 0 || both === null ? [] : await tracks.shipsNamed(both.vessel);
  const ships = [...named, ...ofBoth];
  const names = new Map(ships.map(({ ship_id, names: text }) => [ship_id, text]));
  const ids = ships.map(({ ship_id }) => ship_id);
  const found = await alerts({
    words,
    rules,
    numbers,
    ships: { ids, rules: ofBoth.length > 0 ? (both?.rules ?? []) : [] },
  });
  return found.map((alert) => alertEntry(alert, words, names));
}

/** Middle of a box as PostgreSQL writes it: `(east,north),(west,south)`. */
export function centreOf(bounds: string): [number, number] | null {
  const [east, north, west, south] = bounds.replaceAll(/[()]/g, '').split(',').map(Number);
  if (east === undefined || north === undefined || west === undefined || south === undefined) return null;
  return [(east + west) / 2, (north + south) / 2];
}

function alertEntry(alert: FoundAlertRow, words: readonly string[], names: ReadonlyMap<number, string>): SearchEntry {
  const { id, lon, lat } = alert;
  const number = id.replaceAll('-', '');
  const vessels = alert.ship_ids.flatMap((ship) => names.get(ship) ?? []);
  return {
    id,
    title: alert.description,
    detail: `${alertRules[alert.rule]} · ${alertStates[alert.state]} · ${formatPlainInstant(alert.raised_at.toISOString())}`,
    names: number.startsWith(words.join('')) ? [id, number] : [],
    // A vessel that is named comes before its alerts.
    about: ['alerta', 'vigilância', ...(vessels.length === 0 ? [] : [...describingAlerts, ...vessels])],
    position: lon === null || lat === null ? null : [lon, lat],
    target: { section: 'global-fishing-watch', search: { tab: 'alerts', alert: id } },
    weight: open.includes(alert.state) ? 1 : 0,
  };
}

function areaEntry({ id, name, kind, bounds, source }: AreaRow): SearchEntry {
  return {
    id,
    title: name,
    detail: `${areaKinds[kind]} · área vigiada`,
    names: [],
    about: [source, 'zona'],
    position: centreOf(bounds),
    target: placeTarget('watched-area', id),
  };
}
