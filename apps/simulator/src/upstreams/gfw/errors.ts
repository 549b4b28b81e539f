import type { ErrorWire } from '@kianda/connectors/gfw/wire';
import type { FastifyReply } from 'fastify';

const names: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

export type Message = { readonly title: string; readonly detail: string; readonly metadata?: unknown };

/** The provider's standard error. */
function standardError(statusCode: number, messages: readonly Message[]): ErrorWire {
  return { statusCode, error: names[statusCode] ?? 'Internal Server Error', messages: [...messages] };
}

export function refuse(reply: FastifyReply, statusCode: number, ...messages: readonly Message[]): FastifyReply {
  return reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(standardError(statusCode, messages)));
}

/** Thrown while a request is read: the faults, by parameter. */
export class ParameterError extends Error {
  readonly messages: readonly Message[];

  constructor(title: string, detail: string) {
    super(detail);
    this.messages = [{ title, detail }];
  }
}
