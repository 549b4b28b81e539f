import { csvLines } from '../../core/csv.ts';
import { resourceCsv } from '../../core/resource.ts';
import { type ListedVessel, vesselResource } from './vessels.resource.ts';

/** Files of the list: that of the filters, and the raw one of all vessels. */
export const vesselFiles = {
  filtered: { stem: 'vessels-filtered', decimals: 4 },
  raw: { stem: 'gfw-vessels', decimals: 6 },
} as const;
export type VesselFile = keyof typeof vesselFiles;

/** Note on the source in every file of vessels. */
export const vesselFileAttribution = 'Powered by Global Fishing Watch. https://globalfishingwatch.org (CC BY-NC 4.0)';

/** Name of a file of vessels: subject, instant and format. */
export const vesselFileName = (file: VesselFile, format: 'csv' | 'json', nowMs: number): string =>
  `${vesselFiles[file].stem}-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;

/** The CSV in three pieces, so that a file of any length is written row by row. */
export const vesselCsv = {
  head: (file: VesselFile): string => resourceCsv.head(vesselResource, { file }),
  rows: (vessels: readonly ListedVessel[], file: VesselFile): string =>
    resourceCsv.rows(vesselResource, vessels, { file, decimals: vesselFiles[file].decimals }),
  /** When, from where, and whether some of it is simulated. */
  foot: (isSimulated: boolean, nowMs: number): string =>
    csvLines([
      [],
      ['Fonte', vesselFileAttribution],
      ['Simulado', isSimulated ? 'sim, em parte ou no todo' : 'não'],
      ['Exportado', new Date(nowMs).toISOString()],
    ]),
};
