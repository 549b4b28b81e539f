import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file on its way to storage: only a line that falls silent is too slow for it. */
    readonly takesFile?: boolean;
  }
}

/**
 * How long a body may take to arrive. A form has one limit, so that no client holds connections open by sending a byte now
 * and then; a file may take as long as its line is slow, as long as something comes.
 */
export function limitBodyTime(app: FastifyInstance, limit: () => number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const limitMs = limit();
    const { raw } = request;
    const { socket } = raw;
    done();
    // A request made in memory (`inject`) has no line that could be slow.
    if (raw.complete || !(socket instanceof Socket)) return;
    if (request.routeOptions.config.takesFile === true) {
      const end = (): void => {
        socket.destroy();
      };
      socket.setTimeout(limitMs, end);
      raw.once('close', () => {
        socket.off('timeout', end);
        socket.setTimeout(0);
      });
      return;
    }
    const timer = setTimeout(() => {
      if (!raw.complete) socket.destroy();
    }, limitMs);
    raw.once('close', () => clearTimeout(timer));
  });
}
