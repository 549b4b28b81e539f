import { presenceCells } from '@kianda/contract/fleet/vessels/vessels.contract';
import { fieldGrid, listStations } from '@kianda/contract/sea/ocean/ocean.contract';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';

/** Fields that the card offers, by the word that the address keeps. */
export const mapVariables = { tsm: 'analysedSst', clorofila: 'chlorophyll' } as const;
export type MapVariable = keyof typeof mapVariables;

const presenceDays = 7;

/** Newest field of a variable, stations, and vessel presence where the role may see it. */
export function useMapData(variable: MapVariable, showsPresence: boolean) {
  const field = useEndpoint(
    fieldGrid,
    { params: { variable: mapVariables[variable] }, query: {} },
    { refetchSeconds: 300, timeoutSeconds: 20 },
  );
  const stations = useEndpoint(listStations, {}, { refetchSeconds: 300 });
  const presence = useEndpoint(
    presenceCells,
    { query: { days: presenceDays } },
    { refetchSeconds: 600, enabled: showsPresence },
  );
  return { field, stations, presence };
}
