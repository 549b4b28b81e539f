import { BackupError } from '../engine/errors.ts';

/** Consecutive segments of one timeline that are all kept. */
export type Island = {
  readonly systemId: string;
  readonly timeline: number;
  readonly first: number;
  readonly last: number;
  /** Newest instant noted in it: everything committed before it is kept. Null where none was. */
  readonly markedAtMs: number | null;
};

/** A base copy, and the part of the journal without which it is not whole. */
export type BaseSpan = {
  readonly name: string;
  readonly systemId: string;
  readonly timeline: number;
  readonly first: number;
  readonly last: number;
  /** From here on any instant can be asked for. */
  readonly stoppedAtMs: number;
};

export type Reach = { readonly base: BaseSpan; readonly fromMs: number; readonly toMs: number };
export type Gap = {
  readonly systemId: string;
  readonly timeline: number;
  readonly first: number;
  readonly last: number;
};

const isSameLine = (a: { systemId: string; timeline: number }, b: { systemId: string; timeline: number }): boolean =>
  a.systemId === b.systemId && a.timeline === b.timeline;

/** Groups segments into islands. */
export function islandsOf(
  segments: readonly {
    readonly systemId: string;
    readonly timeline: number;
    readonly number: number;
    readonly markedAtMs: number | null;
  }[],
): Island[] {
  const sorted = segments.toSorted(
    (a, b) =>
      (a.systemId < b.systemId ? -1 : a.systemId > b.systemId ? 1 : 0) ||
      a.timeline - b.timeline ||
      a.number - b.number,
  );
  const islands: Island[] = [];
  for (const { number, markedAtMs, ...line } of sorted) {
    const open = islands.at(-1);
    if (open !== undefined && isSameLine(open, line) && number - open.last <= 1) {
      const marks = [open.markedAtMs, markedAtMs].filter((mark) => mark !== null);
      islands[islands.length - 1] = {
        ...open,
        last: number,
        markedAtMs: marks.length === 0 ? null : Math.max(...marks),
      };
    } else islands.push({ ...line, first: number, last: number, markedAtMs });
  }
  return islands;
}

/** Instants that each base copy reaches, oldest first; a base copy whose own journal is incomplete reaches none. */
export function serviceClientsOf(bases: readonly BaseSpan[], islands: readonly Island[]): Reach[] {
  return bases
    .flatMap((base) => {
      const island = islands.find((run) => isSameLine(run, base) && run.first <= base.first && run.last >= base.last);
      const toMs = island?.markedAtMs ?? null;
      return toMs === null || toMs < base.stoppedAtMs ? [] : [{ base, fromMs: base.stoppedAtMs, toMs }];
    })
    .toSorted((a, b) => a.fromMs - b.fromMs);
}

/** The spans of instants that can be asked for, oldest first. */
export function windowsOf(reaches: readonly Reach[]): { fromMs: number; toMs: number }[] {
  const windows: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of reaches) {
    const open = windows.at(-1);
    if (open !== undefined && fromMs <= open.toMs) open.toMs = Math.max(open.toMs, toMs);
    else windows.push({ fromMs, toMs });
  }
  return windows;
}

/** The nearest base copy before an instant; null where none reaches it. */
export function baseFor(reaches: readonly Reach[], instantMs: number): BaseSpan | null {
  return reaches.findLast(({ fromMs, toMs }) => fromMs <= instantMs && instantMs <= toMs)?.base ?? null;
}

/** Gaps between archived segments, on the timelines and from the segments that base copies need. */
export function gapsOf(bases: readonly BaseSpan[], islands: readonly Island[]): Gap[] {
  const gaps: Gap[] = [];
  for (const [index, island] of islands.entries()) {
    const next = islands[index + 1];
    if (next === undefined || !isSameLine(island, next)) continue;
    const isNeeded = bases.some((base) => isSameLine(base, island) && base.first < next.first);
    const { systemId, timeline } = island;
    if (isNeeded) gaps.push({ systemId, timeline, first: island.last + 1, last: next.first - 1 });
  }
  return gaps;
}

/**
 * Names of base copies that are past their time: all older than the limit but the newest of those, for the first days
 * that are kept begin at it.
 */
export function basesPastNeed(
  bases: readonly { readonly name: string; readonly atMs: number; readonly isGood: boolean }[],
  limitMs: number,
): string[] {
  const old = bases.filter(({ atMs }) => atMs < limitMs).toSorted((a, b) => b.atMs - a.atMs);
  const needed = old.find(({ isGood }) => isGood);
  return old.filter((base) => base !== needed).map(({ name }) => name);
}

/** Why an instant can't be had, with those that can. */
export function outside(instant: Date, reaches: readonly Reach[]): BackupError {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const windows = windowsOf(reaches).map(({ fromMs, toMs }) => `de ${iso(fromMs)} a ${iso(toMs)}`);
  return new BackupError(
    'refused',
    windows.length === 0
      ? 'Ainda não há nenhuma base com o seu diário: nenhum instante se repõe.'
      : `O instante ${instant.toISOString()} não está no arquivo, que tem ${windows.join(' e ')}.`,
  );
}
