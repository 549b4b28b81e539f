import type { Clock } from '../../../../platform/clock/clock.ts';
import type { AlertRule } from '../../../../platform/module.ts';
import type { InstantOperations } from './instant-operations.service.ts';

const lateMs = 15 * 60_000;

/** Raised while the journal is meant to be archived and is not: late, or with a piece missing since the newest base. */
export function instantRule(instants: InstantOperations, clock: Clock): AlertRule {
  return {
    rule: 'backup_journal',
    title: 'Arquivo do diário parado',
    condition: 'o diário da base de dados não chega ao arquivo há 15 minutos, com o arquivo ligado',
    async judge() {
      const { cluster, totals, failure, waiting } = await instants.status();
      const newest = totals.newest;
      if (cluster === null || newest === null || clock.nowMs() - newest.getTime() < lateMs) return [];
      const why = failure ?? 'nenhum segmento chegou: veja o espaço em disco e o registo do PostgreSQL';
      return [
        {
          source: 'Cópias de segurança',
          subject: 'journal',
          severity: 'error',
          title: 'O diário da base de dados não está a ser arquivado',
          message: `O último instante que se pode repor é ${newest.toISOString()} (${waiting} segmentos à espera): ${why}`,
          metadata: { ultimo: newest.toISOString(), espera: waiting },
        },
      ];
    },
  };
}
