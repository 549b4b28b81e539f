import { hourMs } from '@kianda/geo';
import type { AlertMetric } from '../../platform/alert-metric.ts';
import type { BackupsRepository } from './backups.repository.ts';

/** What rules may watch of the backups: how old the last good one is. */
export function backupMetrics(repository: BackupsRepository, nowMs: () => number): readonly AlertMetric[] {
  return [
    {
      id: 'backup.age',
      group: 'backup',
      label: 'Idade da última cópia de segurança',
      unit: 'h',
      note: 'Tempo desde que começou a última cópia concluída.',
      async read() {
        const last = (await repository.backups()).find(({ state }) => state === 'completed');
        return [
          {
            subject: 'latest',
            label: 'Última cópia',
            value: last === undefined ? null : (nowMs() - last.started_at.getTime()) / hourMs,
            atMs: nowMs(),
            reason: last === undefined ? 'Ainda nenhuma cópia foi concluída.' : null,
          },
        ];
      },
    },
  ];
}
