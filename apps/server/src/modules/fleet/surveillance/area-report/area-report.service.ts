import { createHash } from 'node:crypto';
import type { Provenance, QueryOf } from '@kianda/contract';
import { type areaReport, defaultReportDays } from '@kianda/contract/fleet/surveillance/area-report.contract';
import { dayMs, hourMs, isoDate } from '@kianda/geo';
import { areaOf } from '@kianda/science/vessels/zone';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { renderPdf } from '../../../../platform/documents/index.ts';
import type { Download } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { TrackReader } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
import type { EventRepository } from '../alerts/events.repository.ts';
import { type Actor, recordAct, type SurveillanceAudit } from '../audit.service.ts';
import { geometryOf } from '../registry/areas.service.ts';
import type { RegistryRepository } from '../registry/registry.repository.ts';
import { beginOf, figuresOf, type Period } from './area-figures.ts';
import type { Report } from './area-report.types.ts';
import { areaReportDocument } from './area-report-document.ts';

type Query = QueryOf<typeof areaReport>;

const attribution =
  'Posições AIS e VMS recebidas pela plataforma; definições de presença e de acontecimentos: Global Fishing Watch.';
const source = 'Posições AIS e VMS e acontecimentos da plataforma';

export type AreaReports = ReturnType<typeof createAreaReports>;

/** Reports of watched areas: a period, the one before it, and another period or area beside them. */
export function createAreaReports(options: {
  alerts: AlertRepository;
  vesselEvents: EventRepository;
  registry: RegistryRepository;
  tracks: TrackReader;
  clock: Clock;
  audit: SurveillanceAudit;
}) {
  const { alerts, vesselEvents, registry, tracks, clock, audit } = options;

  async function areaById(id: string) {
    const row = await registry.area(id);
    if (row === undefined) throw new AppError('not_found', { detail: 'A área já não existe.' });
    return { row, area: areaOf(row.id, geometryOf(row)) };
  }

  async function report(id: string, query: Query): Promise<Report> {
    const nowMs = clock.nowMs();
    const area = await areaById(id);
    const period = periodOf(query.from, query.to) ?? lastDays(defaultReportDays, nowMs);
    const wanted = periodOf(query.compareFrom, query.compareTo);
    const other = query.compareArea === undefined ? area : await areaById(query.compareArea);
    const compares = wanted !== null || query.compareArea !== undefined;
    const sources = { tracks, alerts, vesselEvents };
    const current = await figuresOf(sources, area, period, nowMs);
    const before = await figuresOf(sources, area, justBefore(period), nowMs);
    const comparison = compares ? await figuresOf(sources, other, wanted ?? period, nowMs) : null;
    const parts = comparison === null ? [current, before] : [current, before, comparison];
    return {
      data: {
        current: current.figures,
        before: before.figures,
        comparison: comparison?.figures ?? null,
        attribution,
      },
      provenance: provenanceOf(parts, nowMs),
    };
  }

  return {
    /** Throws `not_found` for an area that is not there, also that of the comparison. */
    report,

    async pdf(id: string, query: Query, actor: Actor): Promise<Download> {
      const { data, provenance } = await report(id, query);
      const nowMs = clock.nowMs();
      const { row } = await areaById(id);
      const document = areaReportDocument({ data, provenance }, row, actor.principal.name, nowMs);
      const bytes = await renderPdf(document);
      await recordAct(audit, actor, {
        event: 'data.export',
        severity: 'low',
        resource: `area/${id}`,
        metadata: {
          format: 'pdf',
          from: data.current.from,
          to: data.current.to,
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      });
      const { from, to } = data.current;
      return { bytes, contentType: 'application/pdf', fileName: `relatorio-area-${from}-a-${to}.pdf` };
    },
  };
}

const periodOf = (from: string | undefined, to: string | undefined): Period | null =>
  from === undefined || to === undefined ? null : { from, to };

/** So many days of Luanda, today included. */
function lastDays(days: number, nowMs: number): Period {
  const today = nowMs + hourMs;
  return { from: isoDate(today - (days - 1) * dayMs), to: isoDate(today) };
}

function justBefore(period: Period): Period {
  const days = Math.round((Date.parse(period.to) - Date.parse(period.from)) / dayMs) + 1;
  const first = Date.parse(period.from);
  return { from: isoDate(first - days * dayMs), to: isoDate(first - dayMs) };
}

type Part = Awaited<ReturnType<typeof figuresOf>>;

/** A figure in which one simulated vessel is counted is simulated. */
function provenanceOf(parts: readonly Part[], nowMs: number): Provenance {
  const [first] = parts;
  if (parts.every(({ figures }) => figures.receivedHours === 0 && figures.vessels === 0)) {
    return {
      state: 'fallback',
      reason: 'Não há posições recebidas nestes períodos: as contagens não dizem que não houve embarcações.',
    };
  }
  const newest = Math.max(...parts.map(({ newestMs, figures }) => newestMs ?? beginOf(figures)));
  const measured = {
    source,
    observedAt: new Date(Math.min(first?.newestMs ?? newest, nowMs)).toISOString(),
    retrievedAt: new Date(nowMs).toISOString(),
  };
  const seed = parts.find((part) => part.seed !== null)?.seed ?? null;
  return seed === null ? { state: 'live', ...measured } : { state: 'simulated', ...measured, seed };
}
