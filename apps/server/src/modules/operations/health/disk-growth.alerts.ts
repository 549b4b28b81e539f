import type { Clock } from '../../../platform/clock/clock.ts';
import type { AlertRule } from '../../../platform/module.ts';
import type { Disk, Disks } from '../../../platform/process/disk.ts';
import { type DiskSample, evaluateDisk } from './disk-growth.rules.ts';
import type { HealthRepository } from './health.repository.ts';

/** Time whose growth is held for the present one. */
const windowMs = 6 * 3_600_000;
const stepMs = 60_000;

/** The disks of the platform's folders: their reserve, and the hours left at the growth that this process measured. */
export function diskRule(options: {
  readonly disks: Disks;
  readonly repository: Pick<HealthRepository, 'samples'>;
  /** Samples of other processes may be of another machine's disk. */
  readonly instance: string;
  readonly clock: Clock;
}): AlertRule {
  const { disks, repository, instance, clock } = options;
  const samplesOfOthers = diskSamples(clock);
  /** Of the data folder's disk, as the metrics have it. */
  const samplesOfData = async (): Promise<readonly DiskSample[]> => {
    const rows = await repository.samples(60, new Date(clock.nowMs() - windowMs));
    return rows.flatMap((row) =>
      row.instance !== instance || row.disk_percent === null
        ? []
        : [{ atMs: row.at.getTime(), usedPercent: row.disk_percent }],
    );
  };
  return {
    rule: 'disk_filling',
    title: 'Disco a encher',
    condition:
      'ao crescimento medido (até 6 h), o disco dos dados, da base de dados, dos objetos, da receção ou das cópias enche dentro de 24 h, ou já não tem a reserva',
    async judge() {
      const reserveBytes = disks.reserveBytes();
      const alerts = await Promise.all(
        (await disks.all()).map(async (disk) => {
          const samples = disk.places.includes('data') ? await samplesOfData() : samplesOfOthers(disk);
          return evaluateDisk({ disk, reserveBytes, samples });
        }),
      );
      return alerts.flat();
    },
  };
}

/** Remembers how full each disk was, a sample a minute; the first place on a disk stands for it. */
function diskSamples(clock: Clock): (disk: Disk) => readonly DiskSample[] {
  const byPlace = new Map<string, readonly DiskSample[]>();
  return ({ places, space }) => {
    const [place = ''] = places;
    const atMs = clock.nowMs();
    const known = (byPlace.get(place) ?? []).filter((sample) => atMs - sample.atMs <= windowMs);
    const last = known.at(-1);
    if (space === null || (last !== undefined && atMs - last.atMs < stepMs)) return known;
    const usedPercent = 100 * (1 - space.freeBytes / space.totalBytes);
    const samples = [...known, { atMs, usedPercent }];
    byPlace.set(place, samples);
    return samples;
  };
}
