import { useFleetMapState } from './fleet-map-context.ts';
import { FleetTable } from './fleet-table.tsx';

/** The vessels that the map shows at its moment, in words. */
export default function ShownVessels() {
  const map = useFleetMapState();
  return (
    <FleetTable
      vessels={map.shown}
      isOn={map.layers.has('fleet')}
      tracks={map.trackIds}
      onTrack={map.onTrack}
      onOpen={map.openVessel}
    />
  );
}
