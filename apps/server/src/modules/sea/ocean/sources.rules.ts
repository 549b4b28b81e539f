import { type FieldVariable, landFieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { DataSource } from '../../ingestion/connectors/index.ts';

const currents = { connectorId: 'cmems', streamId: 'currents' };
const oxygen = { connectorId: 'cmems-bgc', streamId: 'oxygen' };
const relief = { connectorId: 'noaa-etopo', streamId: 'relief' };
const wind = { connectorId: 'cds-era5', streamId: 'wind' };

/** Stream that brings the fields of each variable. */
export const fieldSources: Readonly<Record<FieldVariable, DataSource>> = {
  analysedSst: { connectorId: 'noaa-sst', streamId: 'mur' },
  sstAnomaly: { connectorId: 'noaa-sst', streamId: 'oisst' },
  chlorophyll: { connectorId: 'noaa-viirs-modis', streamId: 'chlorophyll' },
  salinity: { connectorId: 'cmems', streamId: 'salinity' },
  currentEast: currents,
  currentNorth: currents,
  windEast: wind,
  windNorth: wind,
  oxygen,
  oxygenBelow: oxygen,
  ph: { connectorId: 'cmems-bgc', streamId: 'ph' },
  nitrate: { connectorId: 'cmems-bgc', streamId: 'nitrate' },
  phytoplankton: { connectorId: 'cmems-bgc', streamId: 'phytoplankton' },
  seabedDepth: relief,
  coastDistance: relief,
  ndvi: { connectorId: 'mod13q1-ndvi', streamId: 'ndvi' },
};

/** Stored speed of a flow, by its east component, where the source's fields have one. */
export const flowSpeeds: Readonly<Partial<Record<FieldVariable, string>>> = { windEast: 'windSpeed' };

/** Stream that brings the series of the platform's stations. */
export const stationSource: DataSource = { connectorId: 'open-meteo-marine', streamId: 'waves' };

/** Variables of the land: what is counted of them is counted over its cells, not over the ZEE's. */
export const landVariables: readonly string[] = [...landFieldVariables, 'ndviPixels'];

/** Variables of one depth below the surface, which their names say; of every other the surface is shown. */
export const belowSurface: readonly FieldVariable[] = ['oxygenBelow'];
