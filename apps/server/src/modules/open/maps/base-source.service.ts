import type { OceanModule } from '../../sea/ocean/index.ts';
import type { BaseSource } from './maps.types.ts';

/** Variables that tell whether a map's base can be drawn: a flow has the dates of its components. */
const variableOfBase = {
  analysedSst: 'analysedSst',
  sstAnomaly: 'sstAnomaly',
  chlorophyll: 'chlorophyll',
  salinity: 'salinity',
  currentSpeed: 'currentEast',
  windSpeed: 'windEast',
  oxygen: 'oxygen',
  oxygenBelow: 'oxygenBelow',
  ph: 'ph',
  nitrate: 'nitrate',
  phytoplankton: 'phytoplankton',
  seabedDepth: 'seabedDepth',
  coastDistance: 'coastDistance',
} as const;

/** Newest field that a base of a saved map is drawn from. */
export function oceanBaseSource(
  { service }: Pick<OceanModule, 'service'>,
  providerOf: (connectorId: string) => string,
): BaseSource {
  return async (base) => {
    const found = await service.newestSlice(variableOfBase[base]);
    if (found === null) return null;
    const { row, provenance } = found;
    return {
      at: row.observed_at.toISOString(),
      provider: providerOf(row.connector_id),
      coverage: row.coverage,
      provenance,
    };
  };
}
