import type { Clock } from '../../../platform/clock/clock.ts';
import type { AlertRule } from '../../../platform/module.ts';
import type { Disk } from '../../../platform/process/disk.ts';
import { judgeDisk } from './disk-growth.rules.ts';
import type { HealthRepository } from './health.repository.ts';

/** Time whose growth is held for the present one. */
const windowMs = 6 * 3_600_000;

/** The disk of the data folder: its reserve, and the hours left at the growth that this process measured. */
export function diskRule(options: {
  readonly disk: Disk;
  readonly repository: Pick<HealthRepository, 'samples'>;
  /** Samples of other processes may be of another machine's disk. */
  readonly instance: string;
  readonly clock: Clock;
}): AlertRule {
  const { disk, repository, instance, clock } = options;
  return {
    rule: 'disk_filling',
    title: 'Disco a encher',
    condition:
      'ao crescimento medido (até 6 h), o disco da pasta de dados enche dentro de 24 h, ou já não tem a reserva',
    async judge() {
      const rows = await repository.samples(60, new Date(clock.nowMs() - windowMs));
      const samples = rows.flatMap((row) =>
        row.instance !== instance || row.disk_percent === null
          ? []
          : [{ atMs: row.at.getTime(), usedPercent: row.disk_percent }],
      );
      return judgeDisk({ space: await disk.space(), reserveBytes: disk.reserveBytes(), samples });
    },
  };
}
