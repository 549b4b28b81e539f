import type { VesselAlert } from '@kianda/contract/surveillance/alerts.contract';
import { type ListedVessel, type ListSource, vesselTypes } from '@kianda/contract/vessels/list.contract';
import { type CsvValue, toCsv } from '@kianda/ui';

export type FileText = { readonly name: string; readonly mediaType: string; readonly text: string };

export const attribution = 'Powered by Global Fishing Watch. https://globalfishingwatch.org (CC BY-NC 4.0)';
const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Dates as the specification asks for in exports. */
const dates = new Intl.DateTimeFormat('pt-BR', { timeZone: 'Africa/Luanda' });
const dateOf = (instant: string | null): string => (instant === null ? '' : dates.format(Date.parse(instant)));

/** What every file says of itself: when, from where, and whether some of it is simulated. */
const about = (rows: readonly { readonly simulated: boolean }[], nowMs: number) => ({
  exportedAt: new Date(nowMs).toISOString(),
  attribution,
  simulated: rows.some(({ simulated }) => simulated),
  total: rows.length,
});
const notes = (rows: readonly { readonly simulated: boolean }[], nowMs: number): readonly CsvValue[][] => [
  [],
  ['Fonte', attribution],
  ['Simulado', rows.some(({ simulated }) => simulated) ? 'sim, em parte ou no todo' : 'não'],
  ['Exportado', new Date(nowMs).toISOString()],
];

/** Alerts as `gfw-alerts-{date}.json`. */
export function alertsFile(alerts: readonly VesselAlert[], nowMs: number): FileText {
  return {
    name: `gfw-alerts-${dayOf(nowMs)}.json`,
    mediaType: 'application/json',
    text: json({ ...about(alerts, nowMs), alerts }),
  };
}

/** One vessel with who told of it, as `vessel-{id}-{date}.json`. */
export function vesselFile(vessel: ListedVessel, sources: readonly ListSource[], nowMs: number): FileText {
  return {
    name: `vessel-${vessel.id.replaceAll(/[^\w.-]/g, '_')}-${dayOf(nowMs)}.json`,
    mediaType: 'application/json',
    text: json({ ...about([vessel], nowMs), vessel, sources }),
  };
}

const filteredHeader = [
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

/** A coordinate rounded to so many decimals: a number, which a spreadsheet computes with and no guard touches. */
const degrees = (value: number, decimals: number): number => Number(value.toFixed(decimals));

function rowOf(vessel: ListedVessel, decimals: number): CsvValue[] {
  const [lon, lat] = vessel.geom.coordinates;
  return [
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
}

/** Vessels of the filters as `vessels-filtered-{date}`: CSV with four decimals, or JSON. */
export function filteredFile(vessels: readonly ListedVessel[], format: 'csv' | 'json', nowMs: number): FileText {
  const name = `vessels-filtered-${dayOf(nowMs)}.${format}`;
  if (format === 'json')
    return { name, mediaType: 'application/json', text: json({ ...about(vessels, nowMs), vessels }) };
  return {
    name,
    mediaType: 'text/csv',
    text: toCsv(filteredHeader, [...vessels.map((vessel) => rowOf(vessel, 4)), ...notes(vessels, nowMs)]),
  };
}

/** All vessels as `gfw-vessels-{date}`: CSV with six decimals, or JSON as the server gives them. */
export function rawFile(vessels: readonly ListedVessel[], format: 'csv' | 'json', nowMs: number): FileText {
  const name = `gfw-vessels-${dayOf(nowMs)}.${format}`;
  if (format === 'json')
    return { name, mediaType: 'application/json', text: json({ ...about(vessels, nowMs), vessels }) };
  const header = [...filteredHeader, 'MMSI', 'Matrícula', 'Arte', 'Simulado'];
  const rows = vessels.map((vessel) => [
    ...rowOf(vessel, 6),
    vessel.mmsi,
    vessel.registration,
    vessel.gearType,
    vessel.simulated ? 'sim' : 'não',
  ]);
  return { name, mediaType: 'text/csv', text: toCsv(header, [...rows, ...notes(vessels, nowMs)]) };
}
