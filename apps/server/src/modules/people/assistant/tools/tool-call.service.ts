import type { Endpoint, Provenance, Role } from '@kianda/contract';
import { type ToolMark, toolMarks, toolNamed } from '@kianda/contract/people/assistant/tools';
import { type Bindings, isDelayed, type Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { callInProcess } from '../../../../platform/http/in-process-call.ts';
import { mayRead } from '../../../../platform/http/may-read.ts';
import { toAppError } from '../../../../platform/http/problem.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { requestOf, type ToolInput, unknownArguments } from './tool-schema.rules.ts';

/** Who asks, and how long the answer is waited for. */
export type Asker = {
  readonly principal: Principal;
  readonly requestId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

export type ToolAnswer = {
  readonly mark: ToolMark;
  readonly data: unknown;
  readonly provenance: Provenance;
  /** Why figures are null, by dotted path. */
  readonly missing: Readonly<Record<string, string>>;
};

export type ToolGate = {
  readonly bindings: () => Bindings;
  readonly isStopped: (service: Endpoint['service']) => boolean;
  readonly refusal: (endpoint: Endpoint, role: Role | null) => AppError | null;
};

export type ToolCalls = ReturnType<typeof createToolCalls>;

/**
 * Answers tools by the handlers of their endpoints, behind the gates that a request goes through: the permission and the
 * scopes of whoever asks, services that are stopped, maintenance and features that are switched off.
 */
export function createToolCalls({ bindings, isStopped, refusal }: ToolGate) {
  const mayUse = ({ endpoint }: ToolMark, principal: Principal): boolean => mayRead(endpoint.access, principal);

  return {
    /** Tools that an account may use, in the order of the contract. */
    of: (principal: Principal): readonly ToolMark[] => toolMarks.filter((mark) => mayUse(mark, principal)),

    /** Throws `not_found` for no tool, `forbidden`, `validation_failed` with the fields, and what the handler throws. */
    async call(name: string, input: ToolInput, asker: Asker): Promise<ToolAnswer> {
      const mark = toolNamed(name);
      if (mark === undefined)
        throw new AppError('not_found', { detail: `Não há uma ferramenta «${name.slice(0, 64)}».` });
      const { endpoint } = mark;
      const { principal } = asker;
      if (isStopped(endpoint.service)) throw new AppError('service_stopped');
      const closed = refusal(endpoint, principal.role);
      if (closed !== null) throw closed;
      if (isDelayed(principal) || !mayUse(mark, principal)) throw new AppError('forbidden');
      const unknown = unknownArguments(endpoint, input);
      if (unknown.length > 0) {
        const issues = unknown.map((path) => ({ path, message: 'argumento desconhecido' }));
        throw new AppError('validation_failed', { issues });
      }
      try {
        const {
          data,
          provenance,
          missing = {},
        } = await callInProcess(bindings(), endpoint, requestOf(endpoint, input) as never, asker);
        return { mark, data, provenance, missing };
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}
