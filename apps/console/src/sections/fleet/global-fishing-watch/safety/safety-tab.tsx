import { exportSafetyStations, listSafetyStations } from '@kianda/contract/fleet/vessels/safety.contract';
import { safetyResource } from '@kianda/contract/fleet/vessels/safety.resource';
import { EmptyState } from '@kianda/ui';
import { useListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import { safetyTexts as texts } from './texts.pt.ts';

/** A beacon of distress is to be seen within the minute, whether or not the alert was. */
const refetchSeconds = 30;

/** Beacons of distress, aircraft on rescue, texts of safety, aids to navigation and base stations. */
export default function SafetyTab() {
  const list = useListState();
  return (
    <ResourceList
      list={safetyResource}
      endpoint={listSafetyStations}
      file={exportSafetyStations}
      state={list}
      refetchSeconds={refetchSeconds}
      title={texts.title}
      description={() => texts.description}
      rowId={({ key }) => key}
      empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
    />
  );
}
