import type { GriddapDataset } from '../erddap/query.ts';

/** VIIRS science-quality daily chlorophyll, 0.0375°; the provider's rows run north → south and clouds are missing. */
export const viirsChlorophyll: GriddapDataset = {
  id: 'nesdisVHNSQchlaDaily',
  levelAxis: 'altitude',
  latitudeDescending: true,
  stride: 1,
  variables: [
    {
      name: 'chlor_a',
      variable: 'chlorophyll',
      unit: 'mg/m³',
      providerUnits: ['mg m^-3', 'mg m-3', 'mg/m3', 'milligram m-3'],
    },
  ],
};
