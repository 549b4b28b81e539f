import { allows, type Role } from '@kianda/contract';

const address = /[^\s"'<>:;,()[\]{}@]+@[^\s"'<>:;,()[\]{}@]+\.[\p{L}\d-]{2,}/gu;
const hidden = '(endereço de correio)';

type RunPayload = { readonly input: unknown; readonly result: unknown; readonly error: string | null };

/**
 * A run's input, answer and failure, for readers of a role. Who asked for it, and whom it wrote to, concerns
 * those who answer for the runs alone: they may run one again, with its input as it is.
 */
export function shownRun<Run extends RunPayload>(run: Run, role: Role): Run {
  if (allows('jobs:retry', role)) return run;
  return {
    ...run,
    input: withoutAddresses(run.input),
    result: withoutAddresses(run.result),
    error: run.error === null ? null : run.error.replaceAll(address, hidden),
  };
}

function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(address, hidden);
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutAddresses(each)]));
}
