import websocket from '@fastify/websocket';
import { servicePrefixes } from '@kianda/contract';
import { maxClientMessageBytes } from '@kianda/contract/operations/realtime/realtime.contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import type { RealtimeHub } from './hub.ts';

/** Serves the hub at `/realtime`. Before any other route, so that closing the server sends the clients away first. */
export async function realtimePlugin(
  app: FastifyInstance,
  deps: { hub: RealtimeHub; allowedOrigins: readonly string[] },
): Promise<void> {
  const { hub, allowedOrigins } = deps;
  await app.register(websocket, {
    options: { maxPayload: maxClientMessageBytes },
    preClose: (done) => {
      hub.close();
      app.websocketServer.close(() => undefined);
      done();
    },
  });
  const checkOrigin = async (request: FastifyRequest) => {
    if (!isAllowedOrigin(request, allowedOrigins))
      throw new AppError('forbidden', { detail: 'Origem não autorizada.' });
  };
  app.get(servicePrefixes.realtime, { websocket: true, preValidation: checkOrigin }, (socket) => hub.connect(socket));
}

/**
 * Browsers send the page's origin with a websocket and let any page open one. Ours, those named in the settings, and
 * programs (which send none) may.
 */
function isAllowedOrigin(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
