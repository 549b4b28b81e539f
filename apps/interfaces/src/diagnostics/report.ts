import { clientVersion } from '@kianda/contract';
import type { CheckId } from './check-ids.ts';
import { nameOfCheck } from './check-menu.tsx';
import { diagnosticsTexts as texts } from './texts.pt.ts';
import type { Run } from './use-run.ts';

/** A run as a file: what was looked at, the result, the time, and what to do where it is not right. */
export function reportOf({ check, probes, startedAt, tookMs }: Run, address: string) {
  return {
    check,
    name: nameOfCheck(check as CheckId),
    version: clientVersion,
    address,
    startedAt,
    tookMs: tookMs === null ? null : Math.round(tookMs),
    probes: probes.map(({ id, outcome, ms }) => ({
      id,
      title: texts.probe(id).title,
      state: outcome?.state ?? null,
      detail: outcome?.detail ?? null,
      ms: ms === null ? null : Math.round(ms),
      remedy: outcome === null || outcome.state === 'good' ? null : texts.probe(id).remedy,
    })),
  };
}

/** The same in lines, to be pasted into a message. */
export function reportText(run: Run, address: string): string {
  const report = reportOf(run, address);
  const lines = report.probes.map(({ title, state, detail, ms, remedy }) => {
    const result = state === null ? texts.waiting : `${texts.states[state]}: ${detail}`;
    const time = ms === null ? '' : ` (${ms} ms)`;
    return `- ${title}: ${result}${time}${remedy === null ? '' : `\n  ${texts.remedy}: ${remedy}`}`;
  });
  return [`${report.name} · ${report.startedAt ?? '—'} · ${address}`, ...lines].join('\n');
}
