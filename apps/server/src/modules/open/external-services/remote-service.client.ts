import { ProviderError } from '@kianda/connectors';
import type { Provenance } from '@kianda/contract';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Logger } from '../../../platform/log/log.ts';

/** Longest wait for an answer of an external service; the console itself gives up after eight seconds. */
export const externalTimeoutMs = 7_500;

export type RemoteServiceAddress = {
  /** The name that people know, e.g. `Keycloak`. */
  readonly name: string;
  readonly baseUrl: string;
  /** Settings with its credentials, as a text; null where it may have none. */
  readonly credentials: string;
  /** Setting with its address. */
  readonly setting: string;
  readonly timeoutMs: number;
};

export type RemoteService = ReturnType<typeof createRemoteService>;

/** Shared by the endpoints of one external service: the provenance of its answers, and its faults as people read them. */
export function createRemoteService(service: RemoteServiceAddress, { clock, log }: { clock: Clock; log: Logger }) {
  const { host } = new URL(service.baseUrl);

  /** `what`: the rest of «Falha ao …», e.g. `carregar utilizadores`. `right`: what the credential needs for it. */
  async function ask<T>(what: string, work: () => Promise<T>, right?: string): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, service: service.name, host }, 'serviço noutro lugar falhou');
      throw faultOf(error, `Falha ao ${what} (${service.name}, ${host})`, service, right);
    }
  }

  return {
    host,
    ask,
    provenance(): Provenance {
      const now = nowIso(clock);
      return { state: 'live', source: `${service.name} (${host})`, observedAt: now, retrievedAt: now };
    },
    /** Refuses an act that only the service itself offers. */
    refuse(reason: string): AppError {
      return new AppError('service_outside', { detail: `${reason} Faça-o em ${service.name} (${host}).` });
    },
  };
}

function faultOf(
  error: ProviderError,
  failed: string,
  service: RemoteServiceAddress,
  right: string | undefined,
): AppError {
  const errorOf = (code: 'provider_failed' | 'timeout' | 'not_found' | 'conflict', reason: string) =>
    new AppError(code, { detail: `${failed}: ${reason}`, downstream: true, cause: error });
  const { failure, status } = error;
  if (failure === 'auth' && status === 403) {
    const missing = right === undefined ? 'essa permissão' : `a permissão «${right}»`;
    return errorOf('provider_failed', `falta ${missing} à credencial configurada.`);
  }
  if (failure === 'auth')
    return errorOf('provider_failed', `a credencial foi recusada. Verifique ${service.credentials}.`);
  if (failure === 'timeout') return errorOf('timeout', `sem resposta em ${service.timeoutMs / 1000} s.`);
  if (failure === 'network') return errorOf('provider_failed', 'não se alcança. Verifique se está a funcionar.');
  if (failure === 'blocked') {
    return errorOf(
      'provider_failed',
      `a resposta foi um redirecionamento. Indique o endereço final em ${service.setting}.`,
    );
  }
  if (failure === 'schema') return errorOf('provider_failed', 'a resposta não tem o formato esperado.');
  if (failure === 'quota') {
    const { retryAfterSeconds } = error;
    return new AppError('provider_failed', {
      detail: `${failed}: pediu para esperar.`,
      downstream: true,
      cause: error,
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    });
  }
  if (status === 404) return errorOf('not_found', 'não existe lá.');
  if (failure === 'request') return errorOf('conflict', `o pedido foi recusado: ${error.message.slice(0, 300)}`);
  return errorOf('provider_failed', `respondeu HTTP ${status ?? '?'}.`);
}
