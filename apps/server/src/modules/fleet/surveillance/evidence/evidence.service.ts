import { createHash } from 'node:crypto';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { renderPdf } from '../../../../platform/documents/index.ts';
import type { Download } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { TrackReader, VesselHistory } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
import type { EventRepository } from '../alerts/events.repository.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import type { LicenceRow } from '../surveillance.tables.ts';
import type { AuditHead, TrackAnswer } from './evidence.types.ts';
import { evidenceDocument, windowOf } from './evidence-document.ts';

/** Evidence is every position as it was received; a track is broken where nothing came for an hour. */
const drawn = { toleranceMeters: 0, gapMinutes: 60 } as const;
const pdfType = 'application/pdf';

export type EvidenceService = ReturnType<typeof createEvidence>;

/** Dossiers of alerts as PDF. Each one that goes out is audited with the sum of its bytes. */
export function createEvidence(options: {
  alerts: AlertRepository;
  vesselEvents: EventRepository;
  registry: RegistryRepository;
  history: VesselHistory;
  tracks: Pick<TrackReader, 'gears' | 'simulatedSeed'>;
  clock: Clock;
  audit: SurveillanceAudit;
  /** Last record of the audit trail; absent: dossiers name none. */
  auditHead?: (() => Promise<AuditHead | null>) | undefined;
}) {
  const { alerts, vesselEvents, registry, history, tracks: reader, clock, audit } = options;

  return {
    /** Throws `not_found`. */
    async pdf(id: string, actor: Actor): Promise<Download> {
      const alert = await alerts.alert(id);
      if (alert === undefined) throw new AppError('not_found', { detail: 'O alerta não existe.' });
      const nowMs = clock.nowMs();
      const { fromMs, toMs } = windowOf(alert, nowMs);
      const period = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), ...drawn };
      const [event, steps, tracks, events, areas, licences, gears, head] = await Promise.all([
        vesselEvents.event(alert.event_key),
        alerts.steps(id),
        Promise.all(alert.ship_ids.map((shipId) => history.track(shipId, period))),
        vesselEvents.eventsBegunIn(alert.ship_ids, new Date(fromMs), new Date(toMs)),
        registry.areas(),
        registry.allLicences(),
        reader.gears(alert.ship_ids),
        options.auditHead?.() ?? null,
      ]);
      const valid = events.filter(({ state }) => state === 'valid');
      const rows = event === undefined ? valid : [event, ...valid];
      // An event may have begun before the window and involve other vessels: its whole time and all its ships count.
      const simulatedSeed = await reader.simulatedSeed(
        [...new Set([alert, ...rows].flatMap(({ ship_ids }) => ship_ids))],
        new Date(Math.min(fromMs, ...rows.map(({ started_at }) => started_at.getTime()))),
        new Date(Math.max(toMs, ...rows.map(({ ended_at }) => ended_at?.getTime() ?? toMs))),
      );
      const bytes = await renderPdf(
        evidenceDocument({
          alert,
          event: event ?? null,
          steps,
          tracks,
          events: valid,
          gears: Map.groupBy(gears, ({ ship_id }) => ship_id),
          simulatedSeed,
          areas,
          licences: new Map(tracks.map((track) => [track.data.vessel.id, licencesOf(licences, track)])),
          registryIsEmpty: licences.length === 0,
          fromMs,
          toMs,
          head,
          author: actor.principal.name,
          nowMs,
        }),
      );
      await recordAct(audit, actor, {
        event: 'data.export',
        severity: 'medium',
        resource: `vessel-alert/${id}`,
        metadata: { format: 'pdf', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
      });
      const day = new Date(nowMs).toISOString().slice(0, 10);
      return { bytes, contentType: pdfType, fileName: `dossie-alerta-${id.slice(0, 8)}-${day}.pdf` };
    },
  };
}

function licencesOf(licences: readonly LicenceRow[], { data: { vessel } }: TrackAnswer): LicenceRow[] {
  const ship = { ...vessel, mmsi: vessel.mmsi === null ? null : String(vessel.mmsi).padStart(9, '0') };
  return licences.filter((licence) =>
    (['mmsi', 'imo', 'callsign', 'registration'] as const).some((mark) => {
      const [licensed, transmitted] = [licence[mark], ship[mark]];
      return (
        licensed !== null &&
        licensed !== '' &&
        transmitted !== null &&
        licensed.toUpperCase() === transmitted.toUpperCase()
      );
    }),
  );
}
