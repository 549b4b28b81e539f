import type { VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { ListedVessel, ListSource } from '@kianda/contract/fleet/vessels/list.contract';
import {
  vesselFileAttribution as attribution,
  type VesselFile,
  vesselCsv,
  vesselFileName,
} from '@kianda/contract/fleet/vessels/vessel-file';

export type FileText = { readonly name: string; readonly mediaType: string; readonly text: string };

const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Notes of every file: its time, its sources, and whether some of it is simulated. */
const about = (rows: readonly { readonly simulated: boolean }[], nowMs: number) => ({
  exportedAt: new Date(nowMs).toISOString(),
  attribution,
  simulated: rows.some(({ simulated }) => simulated),
  total: rows.length,
});

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

/** Vessels as `vessels-filtered-{date}` or `gfw-vessels-{date}`: CSV as the contract has it, or JSON as the server gives them. */
export function vesselsFile(
  file: VesselFile,
  vessels: readonly ListedVessel[],
  format: 'csv' | 'json',
  nowMs: number,
): FileText {
  const name = vesselFileName(file, format, nowMs);
  if (format === 'json')
    return { name, mediaType: 'application/json', text: json({ ...about(vessels, nowMs), vessels }) };
  const { simulated } = about(vessels, nowMs);
  const text = vesselCsv.head(file) + vesselCsv.rows(vessels, file) + vesselCsv.foot(simulated, nowMs);
  return { name, mediaType: 'text/csv', text };
}
