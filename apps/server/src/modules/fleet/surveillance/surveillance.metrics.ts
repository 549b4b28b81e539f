import { figureNames } from '@kianda/contract/core/figure-names';
import { hourMs } from '@kianda/geo';
import type { AlertMetric, MetricPoint } from '../../../platform/alert-metric.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { AlertRepository } from './alerts/alerts.repository.ts';
import type { EventRepository } from './alerts/events.repository.ts';
import type { EventKind } from './surveillance.tables.ts';

const kinds: Readonly<Record<EventKind, string>> = {
  encounter: 'Encontros no mar',
  loitering: 'Permanências suspeitas',
  gap: 'Silêncios do AIS',
  port_visit: 'Escalas em porto',
  fishing: 'Pesca aparente',
  zone: 'Entradas em áreas vigiadas',
  jump: 'Saltos impossíveis',
  shared_mmsi: 'MMSI em dois navios',
  on_land: 'Posições em terra',
};
const severities = { high: 'Gravidade alta', medium: 'Gravidade média', low: 'Gravidade baixa' } as const;
const kindNames = Object.keys(kinds) as EventKind[];
/** Past counts are taken at these steps. */
const stepMs = 15 * 60_000;

/** Metrics of vessels that alert rules may use: events that began in the last hour, and alerts that need action. */
export function surveillanceMetrics(
  events: EventRepository,
  alerts: AlertRepository,
  clock: Clock,
): readonly AlertMetric[] {
  return [
    {
      id: 'vessels.events',
      group: 'vessels',
      label: 'Eventos de embarcações na última hora',
      unit: '',
      note: 'Contados pela hora a que o evento começou; um evento detetado mais tarde conta na sua hora.',
      async read() {
        const begun = await events.eventStarts(new Date(clock.nowMs() - hourMs));
        return kindNames.map((kind) => ({
          subject: kind,
          label: kinds[kind],
          value: begun.filter((event) => event.kind === kind).length,
          atMs: clock.nowMs(),
          reason: null,
        }));
      },
      async history(afterMs) {
        const begun = await events.eventStarts(new Date(afterMs - hourMs));
        const points: MetricPoint[] = [];
        const nowMs = clock.nowMs();
        // The present minute comes last, so that what has just begun is not a quarter of an hour late.
        const steps = Math.floor((nowMs - afterMs) / stepMs);
        const instants = Array.from({ length: steps }, (_, index) => afterMs + (index + 1) * stepMs);
        for (const atMs of instants.at(-1) === nowMs ? instants : [...instants, nowMs]) {
          const counts = new Map<EventKind, number>();
          for (const { kind, started_at } of begun) {
            const ageMs = atMs - started_at.getTime();
            if (ageMs >= 0 && ageMs < hourMs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
          }
          for (const kind of kindNames) points.push({ subject: kind, atMs, value: counts.get(kind) ?? 0 });
        }
        return points;
      },
    },
    {
      id: 'vessels.open_alerts',
      group: 'vessels',
      label: figureNames.vesselAlerts,
      unit: '',
      note: 'Os que ainda pedem alguma coisa a alguém, por gravidade.',
      async read() {
        const open = await alerts.openBySeverity();
        return (Object.keys(severities) as (keyof typeof severities)[]).map((severity) => ({
          subject: severity,
          label: severities[severity],
          value: open.get(severity) ?? 0,
          atMs: clock.nowMs(),
          reason: null,
        }));
      },
    },
  ];
}
