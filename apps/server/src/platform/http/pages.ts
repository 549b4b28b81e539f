import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { AppError } from './errors.ts';
import { sendProblem } from './problem.ts';

const immutable = 'public, max-age=31536000, immutable';

/** Serves a built page folder; files below `assets/` carry their hash in the name and never change. */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    // Beside scripts and styles lies what the build compressed of each, as well as it can be.
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes(`${join(folder, 'assets')}`) ? immutable : 'no-cache');
    },
  });
  const files = await builtFiles(folder);
  for (const file of files.filter((one) => !one.startsWith(assets))) {
    app.route({ ...pageRoute, url: `/${file}`, handler: (_request, reply) => reply.sendFile(`/${file}`) });
  }
  const known = new Set(files.filter((one) => one.startsWith(assets)));
  if (known.size === 0) return;
  // One route for all of them: a thousand, each with its own, took longer to declare than all endpoints of the platform.
  app.route<{ Params: { '*': string } }>({
    ...pageRoute,
    url: `/${assets}*`,
    handler(request, reply) {
      const file = assets + request.params['*'];
      return known.has(file) ? reply.sendFile(`/${file}`) : reply.callNotFound();
    },
  });
}

const assets = 'assets/';

/** Members that the routes of built files share. */
const pageRoute = {
  method: ['HEAD', 'GET'],
  errorHandler(error, request, reply) {
    // The client closed the connection before the file was sent: nobody is left to answer.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
    else sendProblem(error, request, reply);
  },
} satisfies Partial<RouteOptions>;

/** Files of a folder and of those below it, as addresses write them, without those hidden by a dot; none where it is not there. */
async function builtFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep))
    .filter((path) => path.every((part) => !part.startsWith('.')))
    .map((path) => path.join('/'));
}

/**
 * Serves the console: one page at `/`, `/login` and `/convite`. Any other path is a 404: the console has no paths of its own.
 * Says so, rather than failing, while the page is not built yet.
 */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) await servePages(app, folder);
  for (const path of ['/', '/login', '/convite']) {
    app.get(path, (request, reply) => {
      if (built) return reply.header('cache-control', 'no-cache').sendFile('index.html');
      const detail = 'A consola ainda não foi construída. Use «npm start», que a constrói.';
      return sendProblem(new AppError('unavailable', { detail }), request, reply);
    });
  }
}

/** Facts a page of the interfaces origin needs before its handshake: origins that may embed it, and the API's address. */
export function serveInterfaceConfig(
  app: FastifyInstance,
  config: { consoleOrigins: readonly string[]; apiBaseUrl: string },
): void {
  app.get('/config.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(config));
}

/**
 * Serves the page of public maps: `/mapa/<token>` in a tab of its own, `/modelo/<token>` for the map of a model, and
 * `/incorporar/<token>` for a frame on a page of the origins named, the one page that other sites may frame. `*` is any
 * origin; none, no site.
 */
export function servePublicMaps(app: FastifyInstance, folder: string, embedOrigins: () => readonly string[]): void {
  const built = existsSync(join(folder, publicMapFile));
  const serve = (path: string, ancestors: () => readonly string[]) =>
    app.get(`${path}/:token`, (request, reply) => {
      if (!built) {
        const detail = 'A página dos mapas ainda não foi construída. Use «npm start», que a constrói.';
        return sendProblem(new AppError('unavailable', { detail }), request, reply);
      }
      const policy = String(reply.raw.getHeader('content-security-policy') ?? '');
      const allowed = ancestors();
      return (
        reply
          .header(
            'content-security-policy',
            policy.replace(
              /frame-ancestors [^;]*/,
              `frame-ancestors ${allowed.length === 0 ? "'none'" : allowed.join(' ')}`,
            ),
          )
          .header('cache-control', 'no-cache')
          // The address is the key to the map: no other site is told of it.
          .header('referrer-policy', 'no-referrer')
          .header('x-robots-tag', 'noindex, nofollow')
          .sendFile(publicMapFile)
      );
    });
  serve('/mapa', () => []);
  serve('/modelo', () => []);
  serve('/incorporar', embedOrigins);
}

/** A file that is written by the platform rather than built. */
type WrittenFile = { readonly mediaType: string; readonly body: string | Uint8Array };

/** Serves a folder that the platform writes, under each of its names; anybody may read it, and no page of it runs scripts. */
export function serveWrittenFolder(
  app: FastifyInstance,
  names: readonly string[],
  fileAt: (path: string) => Promise<WrittenFile | null>,
): void {
  for (const name of names) {
    app.get(`/${name}`, (_request, reply) => reply.redirect(`/${name}/index.html`, 302));
    app.get<{ Params: { '*': string } }>(`/${name}/*`, async (request, reply) => {
      const file = await fileAt(request.params['*']);
      if (file === null) return sendProblem(new AppError('not_found'), request, reply);
      return reply.header('cache-control', 'no-cache').type(file.mediaType).send(file.body);
    });
  }
}

const publicMapFile = 'mapa-publico.html';
