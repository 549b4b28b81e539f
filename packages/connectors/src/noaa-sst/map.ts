import type { GriddapDataset } from '../erddap/query.ts';

const CELSIUS = ['degree_C', 'degrees_C', 'Celsius', 'celsius', 'deg_C'];

/** JPL MUR v4.1, 0.01°, foundation temperature, every fifth cell: 0.05°, 273 × 121 over the box. */
export const mur: GriddapDataset = {
  id: 'jplMURSST41',
  levelAxis: null,
  latitudeDescending: false,
  stride: 5,
  variables: [{ name: 'analysed_sst', variable: 'analysedSst', unit: '°C', providerUnits: CELSIUS }],
};

/** NOAA OISST v2.1, 0.25°, with the anomaly against 1971–2000. */
export const oisst: GriddapDataset = {
  id: 'ncdcOisst21Agg_LonPM180',
  levelAxis: 'zlev',
  latitudeDescending: false,
  stride: 1,
  variables: [
    { name: 'sst', variable: 'oisstSst', unit: '°C', providerUnits: CELSIUS },
    { name: 'anom', variable: 'sstAnomaly', unit: '°C', providerUnits: CELSIUS },
  ],
};

/** The temperature alone, for a climatology of decades: half the bytes of `oisst`. */
export const oisstTemperature: GriddapDataset = {
  ...oisst,
  variables: oisst.variables.filter(({ name }) => name === 'sst'),
};
