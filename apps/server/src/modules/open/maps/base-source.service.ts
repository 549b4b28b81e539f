import { variablesOfBase } from '@kianda/contract/open/maps/layers';
import type { OceanModule } from '../../sea/ocean/index.ts';
import type { BaseSource } from './maps.types.ts';

/** Newest field that a base of a saved map is drawn from. */
export function oceanBaseSource(
  { service }: Pick<OceanModule, 'service'>,
  providerOf: (connectorId: string) => string,
): BaseSource {
  return async (base) => {
    // A flow has the dates of its components.
    const found = await service.newestSlice(variablesOfBase(base)[0]);
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
