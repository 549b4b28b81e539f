import { createHash } from 'node:crypto';
import { type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import {
  type ExportFormat,
  type exportTrack,
  type exportVesselEvents,
  type exportVessels,
  mostExported,
} from '@kianda/contract/vessels/exports.contract';
import { type ListedVessel, vesselTypes } from '@kianda/contract/vessels/list.contract';
import { hourMs, type Position } from '@kianda/geo';
import { formatNaf, type NafReport } from '@kianda/science/naf/naf';
import type { Clock } from '../../../platform/clock/clock.ts';
import { renderPdf, type TableColumn } from '../../../platform/documents/index.ts';
import type { Download } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Fleet, TrackReader, VesselHistory } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts.repository.ts';
import { eventWords } from '../evidence/event-words.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../surveillance.audit.ts';
import { exportDocument } from './export-document.ts';
import { type Exported, type ExportSet, geoJsonOf, kmlOf } from './export-set.ts';

const pageSize = 1_000;
const gfw =
  'Powered by Global Fishing Watch. https://globalfishingwatch.org (CC BY-NC 4.0). Posições AIS e VMS recebidas pela plataforma.';
/** What detection found is the platform's own; whether its vessels are simulated is not told of an event. */
const own = 'Acontecimentos detetados pela plataforma com os limiares publicados pela Global Fishing Watch.';

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  naf: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** Vessels, positions and events as files; each is audited with the sum of its bytes. */
export function createExports(options: {
  alerts: AlertRepository;
  tracks: TrackReader;
  history: VesselHistory;
  fleet: Fleet;
  /** Vessels of a group that an account sees. */
  members(groupId: string, accountId: string): Promise<readonly string[]>;
  clock: Clock;
  audit: SurveillanceAudit;
}) {
  const { alerts, tracks, history, fleet, clock, audit } = options;
  const citation = (what: string, nowMs: number) =>
    `Kianda (${iso(nowMs).slice(0, 4)}). ${what}. Exportado em ${iso(nowMs)}.`;

  async function finish(
    set: ExportSet,
    format: ExportFormat,
    columns: readonly TableColumn[],
    naf: () => readonly NafReport[],
    resource: string,
    actor: Actor,
  ): Promise<Download> {
    const bytes = await bytesOf(set, format, columns, naf, actor.principal.name);
    await recordAct(audit, actor, {
      event: 'data.export',
      severity: 'low',
      resource,
      metadata: {
        format,
        rows: set.things.length,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    });
    return {
      bytes,
      contentType: contentTypes[format],
      fileName: `${set.stem}-${iso(set.nowMs).slice(0, 10)}.${format}`,
    };
  }

  return {
    async vessels({ format, group, ...filters }: QueryOf<typeof exportVessels>, actor: Actor): Promise<Download> {
      const nowMs = clock.nowMs();
      const ids = group === undefined ? null : await options.members(group, actor.principal.accountId);
      const listed: ListedVessel[] = [];
      const origins: Provenance[] = [];
      for (let page = 1, isMore = true; isMore; page += 1) {
        const { data, provenance } = await fleet.list({ ...filters, page, pageSize }, ids);
        if (data.total > mostExported) throw tooMany(data.total);
        listed.push(...data.data);
        origins.push(provenance);
        isMore = data.hasNext;
      }
      const title = 'Embarcações na ZEE de Angola';
      const set: ExportSet = {
        stem: 'vessels-filtered',
        title,
        things: listed.map(vesselThing),
        provenance: worstProvenance(origins),
        attribution: gfw,
        citation: citation(title, nowMs),
        nowMs,
      };
      const columns = [
        { label: 'Tipo', share: 2 },
        { label: 'Bandeira', share: 2 },
        { label: 'MMSI', share: 2 },
        { label: 'Instante', share: 3 },
      ];
      return finish(set, format, columns, () => listed.map(vesselNaf), 'vessels', actor);
    },

    async track(shipId: number, { format, from, to }: QueryOf<typeof exportTrack>, actor: Actor): Promise<Download> {
      const nowMs = clock.nowMs();
      const { data, provenance } = await history.track(shipId, { from, to, toleranceMeters: 0, gapMinutes: 60 });
      if (data.points.length > mostExported) throw tooMany(data.points.length);
      const name = data.vessel.name ?? data.vessel.mmsi?.toString() ?? data.vessel.key;
      const positions = data.points.map(
        (point, index): Exported => ({
          id: `${shipId}-${index + 1}`,
          name,
          geometry: { type: 'Point', coordinates: [point.lon, point.lat] },
          properties: {
            instante: point.time,
            velocidade: point.speedKnots,
            rumo: point.courseDegrees,
            fontes: point.sources.join(', '),
          },
        }),
      );
      const stretches = stretchesOf(data.points).map(
        (coordinates, index): Exported => ({
          id: `${shipId}-troço-${index + 1}`,
          name,
          geometry: { type: 'LineString', coordinates },
          properties: { mmsi: data.vessel.mmsi, bandeira: data.vessel.flag },
        }),
      );
      const title = `Posições de ${name}`;
      const set: ExportSet = {
        stem: `vessel-track-${data.vessel.mmsi ?? shipId}`,
        title,
        // On paper the map shows the line, and the table the positions.
        things: [...stretches, ...positions],
        provenance,
        attribution: gfw,
        citation: citation(title, nowMs),
        nowMs,
      };
      const columns = [
        { label: 'Instante', share: 3 },
        { label: 'Velocidade', share: 2, align: 'right' as const },
        { label: 'Rumo', share: 2, align: 'right' as const },
        { label: 'Fontes', share: 2 },
      ];
      const naf = () =>
        data.points.map((point) => ({
          ...nafOf({ ...data.vessel, name: data.vessel.name }, Date.parse(point.time), [point.lon, point.lat]),
          speedKnots: point.speedKnots,
          courseDegrees: point.courseDegrees,
        }));
      return finish(set, format, columns, naf, `vessel/${shipId}`, actor);
    },

    async events(query: QueryOf<typeof exportVesselEvents>, actor: Actor): Promise<Download> {
      const nowMs = clock.nowMs();
      const { kind = null, vesselId = null, from, to, format } = query;
      const at = (instant: string | undefined) => (instant === undefined ? null : new Date(instant));
      const { rows, total } = await alerts.eventPage(
        { kind, shipId: vesselId, from: at(from), to: at(to) },
        0,
        mostExported,
      );
      if (total > mostExported) throw tooMany(total);
      const ids = [...new Set(rows.flatMap(({ ship_ids }) => ship_ids))];
      const ships = ids.length === 0 ? [] : await tracks.ships(ids);
      const byId = new Map(ships.map((ship) => [ship.id, ship]));
      const seed = ships.find(({ simulated_seed }) => simulated_seed !== null)?.simulated_seed ?? null;
      const newest = rows[0]?.started_at.getTime() ?? nowMs;
      const measured = { source: own, observedAt: iso(newest), retrievedAt: iso(nowMs) };
      const title = 'Acontecimentos de embarcações';
      const set: ExportSet = {
        stem: 'vessel-events',
        title,
        things: rows.map((row) => ({
          id: row.key,
          name: eventWords[row.kind],
          geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
          properties: {
            embarcações: row.ship_ids
              .map((id) => byId.get(id)?.ship_name ?? byId.get(id)?.mmsi ?? `n.º ${id}`)
              .join('; '),
            instante: row.started_at.toISOString(),
            fim: row.ended_at?.toISOString() ?? null,
            estado: row.state === 'valid' ? 'válido' : 'anulado',
            limiares: row.preset,
          },
        })),
        provenance:
          seed === null ? { state: 'live', ...measured } : { state: 'simulated', ...measured, seed: Number(seed) },
        attribution: own,
        citation: citation(title, nowMs),
        nowMs,
      };
      const columns = [
        { label: 'Embarcações', share: 4 },
        { label: 'Instante', share: 3 },
        { label: 'Fim', share: 3 },
        { label: 'Estado', share: 2 },
      ];
      return finish(set, format, columns, () => [], 'vessel-events', actor);
    },
  };
}

async function bytesOf(
  set: ExportSet,
  format: ExportFormat,
  columns: readonly TableColumn[],
  naf: () => readonly NafReport[],
  author: string,
): Promise<Uint8Array> {
  switch (format) {
    case 'geojson':
      return geoJsonOf(set);
    case 'kml':
      return kmlOf(set);
    case 'pdf':
      return renderPdf(exportDocument(set, columns, author));
    case 'naf':
      return nafBytes(naf());
  }
}

const tooMany = (total: number) =>
  new AppError('validation_failed', {
    detail: `São ${total} registos; um ficheiro tem no máximo ${mostExported}. Restrinja os filtros ou o período.`,
  });

/** A record without any of the vessel's marks is none: those vessels are left out, and a file without any is refused. */
function nafBytes(reports: readonly NafReport[]): Uint8Array {
  const fit = reports.filter(
    ({ callsign, internalReference, externalMark }) => callsign ?? internalReference ?? externalMark,
  );
  if (fit.length === 0) {
    throw new AppError('validation_failed', {
      detail: 'O NAF pede o indicativo ou a matrícula, e nenhuma destas embarcações os tem.',
    });
  }
  return Buffer.from(`${fit.map((report) => formatNaf(report, { speedUnit: 'tenths' })).join('\r\n')}\r\n`, 'utf8');
}

type Marks = {
  readonly name: string | null;
  readonly flag: string | null;
  readonly callsign: string | null;
  readonly registration: string | null;
  readonly imo: string | null;
};

const nafOf = (vessel: Marks, timeMs: number, [lon, lat]: Position): NafReport => ({
  type: 'POS',
  to: null,
  from: 'AGO',
  flag: vessel.flag,
  callsign: vessel.callsign,
  name: vessel.name,
  internalReference: vessel.registration,
  externalMark: null,
  imo: vessel.imo,
  timeMs,
  lon,
  lat,
  speedKnots: null,
  courseDegrees: null,
  recordNumber: null,
});

const vesselNaf = (vessel: ListedVessel): NafReport =>
  nafOf(vessel, Date.parse(vessel.lastTransmissionDate), vessel.geom.coordinates);

function vesselThing(vessel: ListedVessel): Exported {
  return {
    id: vessel.id,
    name: vessel.name ?? vessel.id,
    geometry: { type: 'Point', coordinates: vessel.geom.coordinates },
    properties: {
      tipo: vesselTypes[vessel.vesselType],
      bandeira: vessel.flag,
      mmsi: vessel.mmsi,
      imo: vessel.imo,
      callsign: vessel.callsign,
      matrícula: vessel.registration,
      arte: vessel.gearType,
      primeira_transmissão: vessel.firstTransmissionDate,
      instante: vessel.lastTransmissionDate,
      posição: vessel.positionKind === 'report' ? 'transmitida' : 'célula de 0,1° da presença diária',
      simulado: vessel.simulated,
    },
  };
}

/** Runs of positions without a silence of more than an hour. */
function stretchesOf(
  points: readonly { readonly time: string; readonly lon: number; readonly lat: number }[],
): Position[][] {
  const runs: Position[][] = [];
  let beforeMs: number | null = null;
  for (const { time, lon, lat } of points) {
    const timeMs = Date.parse(time);
    if (beforeMs === null || timeMs - beforeMs > hourMs) runs.push([]);
    runs.at(-1)?.push([lon, lat]);
    beforeMs = timeMs;
  }
  return runs.filter((run) => run.length > 1);
}
