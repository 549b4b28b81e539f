import { createHash } from 'node:crypto';
import type { RejectedRow } from '../core/port.ts';
import type { LandingRecord } from '../core/records.ts';
import { taxonWire } from './wire.ts';

type MappedLandings = {
  readonly records: readonly LandingRecord[];
  readonly rejected: readonly RejectedRow[];
  /** True when there were rows and not one had the shape of a taxon: the schema changed. */
  readonly drifted: boolean;
};

/** Maps taxa to one record a taxon and year (tonnes live weight), by species and year. */
export function mapLandings(rows: readonly unknown[], region: string): MappedLandings {
  const records: LandingRecord[] = [];
  const rejected: RejectedRow[] = [];
  let misshapen = 0;
  for (const raw of rows) {
    const parsed = taxonWire.safeParse(raw);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      misshapen += 1;
      rejected.push({ reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'formato inesperado'}`, raw });
      continue;
    }
    for (const [year, tonnes] of parsed.data.values) {
      if (tonnes !== null && tonnes < 0)
        rejected.push({ reason: `Captura negativa: ${parsed.data.key}, ${year}, ${tonnes} t`, raw: [year, tonnes] });
      else records.push({ kind: 'landing', region, year, species: parsed.data.key, tonnes });
    }
  }
  return { records, rejected, drifted: rows.length > 0 && misshapen === rows.length };
}

/**
 * Identity of a yearly release: its last year and a digest of its values, whatever their order. The
 * provider republishes the whole series each time and names no release.
 */
export function releaseOf(records: readonly LandingRecord[]): string {
  const lines = records.map(({ species, year, tonnes }) => `${species}\t${year}\t${tonnes ?? ''}`).sort();
  const lastYear = records.reduce((latest, { year }) => Math.max(latest, year), 0);
  return `${lastYear}-${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)}`;
}
