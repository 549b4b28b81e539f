import { hourMs } from '@kianda/geo';
import type { AlertMetric } from '../../../platform/alert-metric.ts';
import type { BackupsRepository } from './backups.repository.ts';

/** Metric for alert rules: hours by which the last good backup is late. */
export function backupMetrics(repository: BackupsRepository, nowMs: () => number): readonly AlertMetric[] {
  return [
    {
      id: 'backup.overdue',
      group: 'backup',
      label: 'Atraso da última cópia de segurança',
      unit: 'h',
      note: 'Idade da última cópia concluída para lá do limite das definições das cópias; negativo enquanto está dentro dele.',
      async read() {
        const [{ settings }, backups] = await Promise.all([repository.settings(), repository.backups()]);
        const last = backups.find(({ state }) => state === 'completed');
        // Without any success, the backup is late since the first failure.
        const firstFailed = backups.findLast(({ state }) => state === 'failed');
        const ageHours = (row: { readonly started_at: Date }) => (nowMs() - row.started_at.getTime()) / hourMs;
        const overdue =
          last !== undefined
            ? ageHours(last) - settings.maxAgeHours
            : firstFailed === undefined
              ? null
              : Math.max(ageHours(firstFailed), 0.01);
        return [
          {
            subject: 'latest',
            label: last?.name ?? 'Nenhuma cópia concluída',
            value: overdue,
            atMs: nowMs(),
            reason: overdue === null ? 'Ainda nenhuma cópia foi concluída.' : null,
          },
        ];
      },
    },
  ];
}
