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
    options: { maxPayload: maxClientMessageBytes, perMessageDeflate: compression },
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
 * One event is much like the one before: told so, it is a fifth of its size. The window is that of a few events, so that
 * each of thousands of connections holds 16 kB for it; what clients send is short and rare.
 */
const compression = {
  threshold: 128,
  serverMaxWindowBits: 11,
  zlibDeflateOptions: { level: 3, memLevel: 4 },
  clientNoContextTakeover: true,
};

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
