import { fieldTiles } from './field-tiles.service.ts';
import { fieldReading } from './fields.service.ts';
import type { OceanContext } from './ocean.context.ts';
import { stationReading } from './stations.service.ts';
import { zeeFigures } from './zee-figures.service.ts';

/** Fields and stations of the ocean, each value with its origin. */
export function createOceanService(context: OceanContext) {
  const figures = zeeFigures(context);
  return { ...figures, ...fieldReading(context, figures), ...fieldTiles(context), ...stationReading(context) };
}

export type OceanService = ReturnType<typeof createOceanService>;
