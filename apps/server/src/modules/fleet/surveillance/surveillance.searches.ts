import { alertRules, alertStates } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { areaKinds } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatPlainInstant } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import { placeTarget } from '../../../platform/places.ts';
import { heldSource, type SearchEntry, type SearchSource } from '../../../platform/search.ts';
import { openStates } from './alerts/alert-list.repository.ts';
import type { FoundAlertRow } from './alerts/alert-search.repository.ts';
import type { AreaRow } from './surveillance.tables.ts';

type Options = {
  /** Alerts whose vessel or text has all of the words, open ones first. */
  readonly alerts: (words: readonly string[]) => Promise<readonly FoundAlertRow[]>;
  readonly areas: () => Promise<readonly AreaRow[]>;
  readonly clock: Clock;
};

/** Alerts of vessels and watched areas, as people look for them. */
export function surveillanceSearches({ alerts, areas, clock }: Options): readonly SearchSource[] {
  return [
    {
      kind: 'vessel-alert',
      access: 'surveillance:read',
      find: async ({ words }) => (await alerts(words)).map(alertEntry),
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

/** Middle of a box as PostgreSQL writes it: `(east,north),(west,south)`. */
export function centreOf(bounds: string): [number, number] | null {
  const [east, north, west, south] = bounds.replaceAll(/[()]/g, '').split(',').map(Number);
  if (east === undefined || north === undefined || west === undefined || south === undefined) return null;
  return [(east + west) / 2, (north + south) / 2];
}

function alertEntry(alert: FoundAlertRow): SearchEntry {
  const { id, lon, lat } = alert;
  return {
    id,
    title: alert.description,
    detail: `${alertRules[alert.rule]} · ${alertStates[alert.state]} · ${formatPlainInstant(alert.raised_at.toISOString())}`,
    names: [],
    about: ['alerta', 'vigilância'],
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
