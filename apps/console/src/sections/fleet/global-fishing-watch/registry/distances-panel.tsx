import { allows } from '@kianda/contract';
import {
  createDistance,
  deleteDistance,
  listDistances,
  type MinimumDistance,
  updateDistance,
} from '@kianda/contract/fleet/surveillance/distances.contract';
import { fleets, type SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatNumber } from '@kianda/format';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { Entries } from './entries.tsx';
import type { Field } from './entry-form.tsx';
import { areaChoices, distanceOf, fleetChoices, metersPerMile, type Written } from './fields.ts';
import { registryTexts as texts } from './texts.pt.ts';

const changed = [listDistances] as const;
const offline = { offline: 'fail' } as const;
const miles = (meters: number): string => formatNumber(meters / metersPerMile, { maxDecimals: 2 });

const fieldsOf = (areas: readonly SurveillanceArea[], rows: readonly MinimumDistance[]): readonly Field[] => [
  { name: 'name', label: texts.name, required: true },
  { name: 'miles', label: texts.distance, required: true, pattern: '\\d{1,3}([.,]\\d{1,2})?' },
  { name: 'gear', label: texts.gear },
  { name: 'fleet', label: texts.fleet, type: 'one', none: texts.anyFleet, choices: fleetChoices },
  {
    name: 'area',
    label: texts.area,
    type: 'one',
    none: texts.wholeZee,
    choices: areaChoices(
      areas,
      rows.map(({ areaId }) => areaId),
    ),
  },
  { name: 'source', label: texts.source, required: true },
];

const writtenOf = (row: MinimumDistance | null): Written =>
  row === null
    ? {}
    : {
        name: row.name,
        miles: miles(row.meters),
        gear: row.gear ?? '',
        fleet: row.fleet ?? '',
        area: row.areaId ?? '',
        source: row.source,
      };

/** Least distances from the coast, by gear, fleet and zone. */
export function DistancesPanel({ areas }: { readonly areas: readonly SurveillanceArea[] }) {
  const { role } = useAccount();
  const distances = useEndpoint(listDistances, {});
  const create = useAction(createDistance, changed);
  const update = useAction(updateDistance, changed);
  const remove = useAction(deleteDistance, changed);
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  return (
    <Entries
      title={texts.distances}
      description={texts.distancesText}
      source={distances}
      rowsOf={(value) => value.distances}
      nameOf={({ name }) => name}
      factsOf={({ meters, gear, fleet, areaId, source }) => (
        <>
          <span>{`${miles(meters)} ${texts.milesUnit}`}</span>
          <span>{gear ?? texts.allGears}</span>
          <span>{fleet === null ? texts.anyFleet : fleets[fleet]}</span>
          <span>{areaId === null ? texts.wholeZee : (names.get(areaId) ?? texts.goneArea(areaId))}</span>
          <span>{source}</span>
        </>
      )}
      fields={fieldsOf(areas, distances.sourced?.value.distances ?? [])}
      writtenOf={writtenOf}
      acts={{
        create: (written) => create.run({ body: distanceOf(written) }, offline),
        update: (id, written) => update.run({ params: { id }, body: distanceOf(written) }, offline),
        remove: (id) => remove.run({ params: { id } }, offline),
      }}
      mayChange={allows(createDistance.access, role)}
      empty={{ title: texts.noDistances, text: texts.noDistancesText }}
    />
  );
}
