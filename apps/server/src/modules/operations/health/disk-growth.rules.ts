import { formatCount, formatPlainNumber } from '@kianda/format';
import type { ModuleAlert } from '../../../platform/module.ts';
import type { Disk, DiskPlace } from '../../../platform/process/disk.ts';

export type DiskSample = { readonly atMs: number; readonly usedPercent: number };

/** Less than this says nothing of a growth: a backup or a report comes and goes. */
const leastSpanMs = 15 * 60_000;
const hourMs = 3_600_000;
/** Hours left below which each alert begins. */
const bounds = [
  { severity: 'critical', hours: 2 },
  { severity: 'error', hours: 6 },
  { severity: 'warning', hours: 24 },
] as const;

const gigabytes = (bytes: number): string => `${formatPlainNumber(bytes / 1e9, { maxDecimals: 1 })} GB`;

/**
 * How fast a disk fills, by the line of least squares through its samples, and the hours until it is full at that rate.
 * Null where the samples span too little time, or the disk does not fill. `percentPerHour` is in percent of the disk.
 */
function diskGrowth(
  samples: readonly DiskSample[],
): { readonly percentPerHour: number; readonly hoursLeft: number; readonly spanHours: number } | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < leastSpanMs) return null;
  const hours = samples.map(({ atMs }) => (atMs - first.atMs) / hourMs);
  const meanHour = hours.reduce((sum, hour) => sum + hour, 0) / hours.length;
  const meanUsed = samples.reduce((sum, { usedPercent }) => sum + usedPercent, 0) / samples.length;
  let products = 0;
  let squares = 0;
  for (const [index, { usedPercent }] of samples.entries()) {
    const away = (hours[index] ?? 0) - meanHour;
    products += away * (usedPercent - meanUsed);
    squares += away * away;
  }
  const percentPerHour = products / squares;
  if (!(percentPerHour > 0)) return null;
  const spanHours = (last.atMs - first.atMs) / hourMs;
  return { percentPerHour, spanHours, hoursLeft: Math.max(0, 100 - last.usedPercent) / percentPerHour };
}

/** The one alert of a disk: files are refused already, or it will be full within a day at the present growth. */
export function evaluateDisk(given: {
  readonly disk: Pick<Disk, 'space' | 'places' | 'ofWhat'>;
  readonly reserveBytes: number;
  readonly samples: readonly DiskSample[];
}): readonly ModuleAlert[] {
  const { disk, reserveBytes, samples } = given;
  const { space, places, ofWhat } = disk;
  if (space === null) return [];
  const growth = diskGrowth(samples);
  const room = `${gigabytes(space.freeBytes)} livres de ${gigabytes(space.totalBytes)}`;
  const pace = growth === null ? '' : paceOf(growth, space.totalBytes);
  const common = {
    // The data folder's disk keeps the subject that it had as the only one watched.
    subject: places.includes('data') ? 'disk' : `disk/${places[0] ?? ''}`,
    source: `Disco ${ofWhat}`,
    metadata: { livres: space.freeBytes, total: space.totalBytes, horas: growth?.hoursLeft ?? null },
  };
  if (space.freeBytes < reserveBytes) {
    const message = `${room}, abaixo da reserva de ${gigabytes(reserveBytes)}: ${effectOf(places)}.${pace}`;
    return [{ ...common, severity: 'critical', title: fullTitle(disk), message }];
  }
  const reached = growth === null ? undefined : bounds.find(({ hours }) => growth.hoursLeft < hours);
  if (growth === null || reached === undefined) return [];
  const name = places.includes('data') ? 'O disco' : `O disco ${ofWhat}`;
  const title = `${name} enche dentro de ${hoursText(growth.hoursLeft)}`;
  return [{ ...common, severity: reached.severity, title, message: `${room}.${pace}` }];
}

function fullTitle({ places, ofWhat }: Pick<Disk, 'places' | 'ofWhat'>): string {
  const name = places.includes('data') ? 'Disco quase cheio' : `Disco ${ofWhat} quase cheio`;
  return places.includes('objects') ? `${name}: ficheiros recusados` : name;
}

/** Writes that are refused while a disk with these folders has only its reserve. */
function effectOf(places: readonly DiskPlace[]): string {
  if (places.includes('objects')) return 'ficheiros, relatórios e exportações são recusados';
  if (places.includes('database')) return 'o que as instituições entregam é recusado';
  if (places.includes('backups')) return 'as cópias de segurança são recusadas';
  if (places.includes('secondBackups')) return 'as cópias deixam de chegar ao segundo destino';
  return 'o que se recebe em contínuo deixa de sobreviver a uma paragem';
}

function paceOf(growth: NonNullable<ReturnType<typeof diskGrowth>>, totalBytes: number): string {
  const perHour = gigabytes((growth.percentPerHour / 100) * totalBytes);
  const { hoursLeft, spanHours } = growth;
  return ` Ao ritmo medido em ${hoursText(spanHours)} (mais ${perHour} por hora), enche dentro de ${hoursText(hoursLeft)}.`;
}

const hoursText = (hours: number): string =>
  hours < 1
    ? formatCount(Math.floor(hours * 60), 'minuto', 'minutos')
    : formatCount(Math.floor(hours), 'hora', 'horas');
