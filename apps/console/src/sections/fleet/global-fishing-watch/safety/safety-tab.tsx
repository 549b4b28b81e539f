import { exportSafetyStations, listSafetyStations } from '@kianda/contract/fleet/vessels/safety.contract';
import { type SafetyStation, safetyResource } from '@kianda/contract/fleet/vessels/safety.resource';
import { EmptyState } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { use } from 'react';
import { useListState } from '../../../shared/resource/list-state.ts';
import { NarrowPlaceContext } from '../../../shared/resource/resource-filters.tsx';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import { FleetMapContext } from '../map/fleet-map-context.ts';
import type { TabView } from '../view.ts';
import { SafetyRows } from './safety-rows.tsx';
import { safetyTexts as texts } from './texts.pt.ts';

/** A beacon of distress is to be seen within the minute, whether or not the alert was. */
const refetchSeconds = 30;

/** Beacons of distress, aircraft on rescue, texts of safety, aids to navigation and base stations. */
export default function SafetyTab({ change }: Pick<TabView, 'change'>) {
  const list = useListState();
  const map = use(FleetMapContext);
  const isNarrow = use(NarrowPlaceContext);
  const rows = (stations: readonly SafetyStation[]) => (
    <SafetyRows stations={stations} onMap={(station) => map?.onPlace(station)} />
  );
  return (
    <ResourceList
      list={safetyResource}
      endpoint={listSafetyStations}
      file={exportSafetyStations}
      state={list}
      refetchSeconds={refetchSeconds}
      title={texts.title}
      {...(isNarrow ? { draw: rows } : { description: () => texts.description })}
      actions={() =>
        isNarrow ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTable size={15} aria-hidden="true" />}
            onClick={() => change({ pane: 'wide' }, { replace: true })}
          >
            {texts.table}
          </Button>
        ) : null
      }
      rowId={({ key }) => key}
      empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
    />
  );
}
