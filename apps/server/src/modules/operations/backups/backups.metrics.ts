import { hourMs } from '@kianda/geo';
import type { AlertMetric } from '../../../platform/alert-metric.ts';
import type { BackupsRepository } from './backups.repository.ts';

/** Hours by which the first backup is late: at once where one failed or none is scheduled, else from the greatest age on. */
function firstOverdue(
  { settings, since }: Awaited<ReturnType<BackupsRepository['settings']>>,
  firstFailed: { readonly started_at: Date } | undefined,
  nowMs: number,
): number {
  const hoursFrom = (from: Date) => (nowMs - from.getTime()) / hourMs;
  if (firstFailed !== undefined) return Math.max(hoursFrom(firstFailed.started_at), 0.01);
  return settings.scheduleEnabled ? hoursFrom(since) - settings.maxAgeHours : Math.max(hoursFrom(since), 0.01);
}

/** Metric for alert rules: hours by which the last good backup is late. */
export function backupMetrics(repository: BackupsRepository, nowMs: () => number): readonly AlertMetric[] {
  return [
    {
      id: 'backup.overdue',
      group: 'backup',
      label: 'Atraso da última cópia de segurança',
      unit: 'h',
      note: 'Idade da última cópia concluída para lá do limite das definições das cópias; negativo enquanto está dentro dele. Antes da primeira cópia conta desde a instalação, e sem agenda o atraso começa logo.',
      async read() {
        const [row, backups] = await Promise.all([repository.settings(), repository.backups()]);
        const last = backups.find(({ state }) => state === 'completed');
        const firstFailed = backups.findLast(({ state }) => state === 'failed');
        const overdue =
          last === undefined
            ? firstOverdue(row, firstFailed, nowMs())
            : (nowMs() - last.started_at.getTime()) / hourMs - row.settings.maxAgeHours;
        return [
          {
            subject: 'latest',
            label: last?.name ?? 'Nenhuma cópia concluída',
            value: overdue,
            atMs: nowMs(),
            reason: null,
          },
        ];
      },
    },
  ];
}
