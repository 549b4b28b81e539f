import type { DataOf } from '@kianda/contract';
import type { VesselAlert, vesselAlertDetail } from '@kianda/contract/fleet/surveillance/alerts.contract';
import type { SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import type { ListedVessel, listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import { envelope } from '../../../client/testing.ts';

/** Answers of the section's tests: one alert, one vessel of the provider alone, and no areas. */
export const alertId = '7a3c1d10-0000-4000-8000-000000000001';
export const at = '2026-08-31T08:00:00.000Z';
export const alert: VesselAlert = {
  id: alertId,
  rule: 'encounter',
  type: 'encounters',
  severity: 'high',
  description: 'Encontro junto de Cabo Ledo',
  location: null,
  vesselCount: 2,
  vessels: [{ id: 1, name: 'PALANCA', flag: 'AGO' }],
  area: null,
  state: 'new',
  assignee: null,
  dueAt: null,
  snoozedUntil: null,
  timestamp: at,
  lastAt: at,
  endedAt: at,
  raisedAt: at,
  updatedAt: at,
  simulated: true,
};
export const lowAlert: VesselAlert = {
  ...alert,
  id: alertId.replace('1', '2'),
  severity: 'low',
  description: 'Deriva sem importância',
};
export const alertDetail: DataOf<typeof vesselAlertDetail> = {
  alert,
  event: null,
  steps: [{ seq: 1, at, actor: 'Kianda', from: null, to: 'new', note: '' }],
  allowed: ['acknowledged', 'investigating'],
};
export const vessel: ListedVessel = {
  id: '603990001',
  shipId: null,
  vesselId: 'gfw-a',
  name: 'PALANCA',
  vesselType: 'fishing',
  gearType: null,
  flag: 'AGO',
  mmsi: '603990001',
  imo: null,
  callsign: null,
  registration: null,
  lengthMeters: null,
  licence: null,
  speedKnots: 7.25,
  courseDegrees: 184,
  firstTransmissionDate: null,
  lastTransmissionDate: at,
  receivedDate: at,
  geom: { type: 'Point', coordinates: [12, -9] },
  positionKind: 'presence',
  activity: 'inactive',
  simulated: true,
};
const measured = { observedAt: at, retrievedAt: at };
export const listOf = (vessels: readonly ListedVessel[]): DataOf<typeof listVessels> => ({
  data: [...vessels],
  total: vessels.length,
  page: 1,
  pageSize: 25,
  hasNext: false,
  hasPrev: false,
  known: vessels.length,
  active: 0,
  flags: [{ flag: 'AGO', vessels: vessels.length }],
  gears: [{ gear: 'trawlers', vessels: vessels.length }],
  sources: [
    {
      tells: 'position',
      vessels: 1,
      provenance: { state: 'simulated', source: 'AIS de ensaio', seed: 7, ...measured },
    },
    { tells: 'identity', vessels: 1, provenance: { state: 'live', source: 'Registo de ensaio', ...measured } },
    // Another stream of the same register, about the same vessel.
    { tells: 'identity', vessels: 1, provenance: { state: 'live', source: 'Registo de ensaio', ...measured } },
  ],
  attribution: '',
});
export const pageOfAll = (data: readonly unknown[]) => ({
  data,
  total: data.length,
  page: 1,
  pageSize: 200,
  hasNext: false,
  hasPrev: false,
});
export const area: SurveillanceArea = {
  id: 'caixa-reserva',
  name: 'Reserva do Kwanza',
  kind: 'protected',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [12.814, -9.866],
        [13.366, -9.866],
        [13.366, -9.297],
        [12.814, -9.297],
        [12.814, -9.866],
      ],
    ],
  },
  bbox: [12.814, -9.866, 13.366, -9.297],
  areaKm2: 3829,
  rules: { alertOnEntry: true, alertBelowKnots: 2.5, forbidsFishing: true },
  isMonitored: true,
  isSeeded: true,
  source: 'Especificação',
  note: '',
  violations: 3,
  updatedAt: at,
};
export const settingsPath = '/admin-api/me/settings/global-fishing-watch';
export const exportNote = '/admin-api/vessels/exports/notes';

export const answers = {
  '/admin-api/vessels': { json: envelope(listOf([vessel])) },
  '/admin-api/surveillance/alerts': (query: URLSearchParams) => ({
    json: envelope(pageOfAll(query.get('minSeverity') === 'low' ? [alert, lowAlert] : [alert])),
  }),
  [`/admin-api/surveillance/alerts/${alertId}`]: { json: envelope(alertDetail) },
  '/admin-api/surveillance/areas': { json: envelope({ areas: [] }) },
  '/admin-api/surveillance/licences': { json: envelope(pageOfAll([])) },
  '/admin-api/surveillance/seasons': { json: envelope({ seasons: [] }) },
  '/admin-api/ingest/jobs': { json: envelope({ jobs: [] }) },
  '/admin-api/api/gfw/vessel-presence': {
    json: envelope({
      vessel_count: 1,
      total_hours: 2,
      window_hours: 24,
      window_end: at,
      updated_at: at,
      data_source: 'Global Fishing Watch',
      api_status: 'online',
      note: '',
      by_flag: [],
    }),
  },
  '/admin-api/users': { json: envelope(pageOfAll([])) },
  [settingsPath]: { json: envelope({ value: null, updatedAt: null }) },
  [`POST ${exportNote}`]: { json: envelope({ noted: true }) },
} as const;

export const address = (tab: string, more = '') => `/?section=global-fishing-watch&tab=${tab}${more}`;
/** The dialog that is open; the shell has closed ones of its own. */
export const modal = () => document.querySelector('[role="dialog"][aria-modal="true"]');
/** Without the no-break spaces of figures. */
export const dialogText = () => (modal()?.textContent ?? '').replaceAll('\u00a0', ' ');
export const buttonOf = (root: ParentNode, name: string) =>
  [...root.querySelectorAll<HTMLButtonElement>('button')].find(
    (button) => button.textContent?.trim() === name || button.getAttribute('aria-label') === name,
  );
export const tableRows = () =>
  [...document.querySelectorAll('main tbody tr')].map((row) => row.textContent?.replaceAll('\u00a0', ' ') ?? '');

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The field of a label that begins with this; throws where there is none. */
export function fieldOf(label: string, root: ParentNode = document): Field {
  const found = [...root.querySelectorAll('label')].find(({ textContent }) => textContent?.trim().startsWith(label));
  const field = document.getElementById(found?.getAttribute('for') ?? '');
  if (field === null) throw new Error(`no field «${label}»`);
  return field as Field;
}

/** Writes or chooses, as a person would. */
export function enter(field: Field, value: string): void {
  const kind =
    field instanceof HTMLSelectElement
      ? HTMLSelectElement
      : field instanceof HTMLTextAreaElement
        ? HTMLTextAreaElement
        : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
