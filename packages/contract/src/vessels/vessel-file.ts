import { type CsvValue, csvHead, csvLines } from '../core/csv.ts';
import { type ListedVessel, vesselTypes } from './list.contract.ts';

/** Files of the list: that of the filters, and the raw one of all vessels. */
export const vesselFiles = {
  filtered: { stem: 'vessels-filtered', decimals: 4 },
  raw: { stem: 'gfw-vessels', decimals: 6 },
} as const;
export type VesselFile = keyof typeof vesselFiles;

/** What every file of vessels says of its source. */
export const vesselFileAttribution = 'Powered by Global Fishing Watch. https://globalfishingwatch.org (CC BY-NC 4.0)';

export const vesselFileName = (file: VesselFile, format: 'csv' | 'json', nowMs: number): string =>
  `${vesselFiles[file].stem}-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`;

const filteredColumns = [
  'ID',
  'Nome',
  'Tipo',
  'Bandeira',
  'IMO',
  'Callsign',
  'Primeira Transmissão',
  'Última Transmissão',
  'Latitude',
  'Longitude',
] as const;
const columns = { filtered: filteredColumns, raw: [...filteredColumns, 'MMSI', 'Matrícula', 'Arte', 'Simulado'] };

/** Dates as the specification asks for in exports. */
const dates = new Intl.DateTimeFormat('pt-BR', { timeZone: 'Africa/Luanda' });
const dateOf = (instant: string | null): string => (instant === null ? '' : dates.format(Date.parse(instant)));

/** A coordinate rounded to so many decimals: a number, which a spreadsheet computes with and no guard touches. */
const degrees = (value: number, decimals: number): number => Number(value.toFixed(decimals));

function rowOf(vessel: ListedVessel, file: VesselFile): CsvValue[] {
  const [lon, lat] = vessel.geom.coordinates;
  const { decimals } = vesselFiles[file];
  const row = [
    vessel.id,
    vessel.name,
    vesselTypes[vessel.vesselType],
    vessel.flag,
    vessel.imo,
    vessel.callsign,
    dateOf(vessel.firstTransmissionDate),
    dateOf(vessel.lastTransmissionDate),
    degrees(lat, decimals),
    degrees(lon, decimals),
  ];
  if (file === 'filtered') return row;
  return [...row, vessel.mmsi, vessel.registration, vessel.gearType, vessel.simulated ? 'sim' : 'não'];
}

/** The CSV in three pieces, so that a file of any length is written row by row. */
export const vesselCsv = {
  head: (file: VesselFile): string => csvHead(columns[file]),
  rows: (vessels: readonly ListedVessel[], file: VesselFile): string =>
    csvLines(vessels.map((vessel) => rowOf(vessel, file))),
  /** When, from where, and whether some of it is simulated. */
  foot: (isSimulated: boolean, nowMs: number): string =>
    csvLines([
      [],
      ['Fonte', vesselFileAttribution],
      ['Simulado', isSimulated ? 'sim, em parte ou no todo' : 'não'],
      ['Exportado', new Date(nowMs).toISOString()],
    ]),
};
