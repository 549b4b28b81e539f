import type { DashboardSources } from './dashboard.types.ts';

/** Readings of the sea that several screens share. */
export async function oceanFigures({ ocean }: Pick<DashboardSources, 'ocean'>) {
  const [temperature, chlorophyll, waves, current] = await Promise.all([
    ocean.service.zeeFigure('analysedSst', 'mean'),
    ocean.service.zeeFigure('chlorophyll', 'median'),
    ocean.service.stationMean('waveHeight'),
    ocean.service.current(),
  ]);
  return { temperature, chlorophyll, waves, current };
}
