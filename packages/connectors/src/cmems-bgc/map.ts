import type { CmemsDataset } from '../cmems/map.ts';

const AMOUNT_UNITS = ['mmol m-3', 'mmol/m3', 'mmol m**-3', 'millimol m-3'];

/** Depth at which the oxygen that demersal fish live in is read: below the mixed water, on the upper slope. */
const slopeMeters = 200;

/** Daily mean oxygen at the surface and on the upper slope, global analysis and forecast at 1/4°. */
export const oxygen: CmemsDataset = {
  id: 'cmems_mod_glo_bgc-bio_anfc_0.25deg_P1D-m',
  variables: [
    { name: 'o2', variable: 'oxygen', unit: 'mmol/m³', providerUnits: AMOUNT_UNITS },
    { name: 'o2', variable: 'oxygenBelow', unit: 'mmol/m³', providerUnits: AMOUNT_UNITS, depthMeters: slopeMeters },
  ],
};

/** Daily mean pH on the total scale. */
export const acidity: CmemsDataset = {
  id: 'cmems_mod_glo_bgc-car_anfc_0.25deg_P1D-m',
  variables: [{ name: 'ph', variable: 'ph', unit: 'pH', providerUnits: ['1', '-', 'pH', ''] }],
};

/** Daily mean nitrate. */
export const nutrients: CmemsDataset = {
  id: 'cmems_mod_glo_bgc-nut_anfc_0.25deg_P1D-m',
  variables: [{ name: 'no3', variable: 'nitrate', unit: 'mmol/m³', providerUnits: AMOUNT_UNITS }],
};

/** Daily mean phytoplankton as carbon. */
export const phytoplankton: CmemsDataset = {
  id: 'cmems_mod_glo_bgc-pft_anfc_0.25deg_P1D-m',
  variables: [{ name: 'phyc', variable: 'phytoplankton', unit: 'mmol/m³', providerUnits: AMOUNT_UNITS }],
};
