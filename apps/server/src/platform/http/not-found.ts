import { type Endpoint, servicePrefixes } from '@kianda/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';
import { sendProblem } from './problem.ts';

/** Answers what no route takes: 405 with `Allow` where the path has other methods, which OPTIONS asks for; 404 elsewhere. Rate-limited, too. */
export function bindNotFound(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  // Made for the first address that no route takes: many a process never sees one.
  let known: ReturnType<typeof patternsOf> | null = null;
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    known ??= patternsOf(endpoints);
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return sendProblem(new AppError('not_found'), request, reply);
    const allowed = new Set<string>(methods.includes('GET') ? [...methods, 'HEAD'] : methods);
    if (request.method === 'OPTIONS')
      return reply
        .code(204)
        .header('allow', [...allowed, 'OPTIONS'].join(', '))
        .send();
    reply.header('allow', [...allowed].join(', '));
    return sendProblem(new AppError('method_not_allowed'), request, reply);
  });
}

/** The method of each endpoint with the addresses that its path stands for. */
function patternsOf(endpoints: readonly Endpoint[]) {
  return endpoints.map(({ service, path, method }) => {
    const source = (servicePrefixes[service] + path)
      .replace(/[.]/g, '\\.')
      .replace(/\{\w+\}/g, '[^/]+')
      .replace(/\*$/, '.*');
    return { method, pattern: new RegExp(`^${source}$`) };
  });
}
