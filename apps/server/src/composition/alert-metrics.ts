import type { AlertMetric } from '../platform/alert-metric.ts';
import type { Module } from '../platform/module.ts';

/** Stands in until a module measures it, so that a rule may name it and says that nothing is known yet. */
const backupAge: AlertMetric = {
  id: 'backup.age',
  group: 'backup',
  label: 'Idade da última cópia de segurança',
  unit: 'h',
  note: 'Tempo desde a última cópia de segurança concluída.',
  read: async () => [
    {
      subject: 'latest',
      label: 'Última cópia',
      value: null,
      atMs: null,
      reason: 'Esta instalação não regista cópias de segurança.',
    },
  ],
};

/** Everything that alert rules may watch. */
export function alertMetrics(modules: readonly Module[]): readonly AlertMetric[] {
  const declared = modules.flatMap((module) => module.metrics ?? []);
  return declared.some(({ id }) => id === backupAge.id) ? declared : [...declared, backupAge];
}
