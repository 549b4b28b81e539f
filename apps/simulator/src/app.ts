import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import { applyFaults } from './fault-hooks.ts';
import { createFaults, type Faults, faultKnobsSchema } from './faults.ts';
import type { Provider } from './provider.ts';
import { providers as allProviders } from './providers.ts';
import { createWorld } from './world/world.ts';

export type SimulatorOptions = {
  readonly seed: number;
  readonly clock: Clock;
  readonly faults?: Faults;
  readonly providers?: readonly Provider[];
  /** Share of the occurrence records that exist, 1 by default. */
  readonly biotaShare?: number;
};

/** The simulator as an application that is not listening yet: every provider below its name, faults below `/_faults`. */
export function createSimulator(options: SimulatorOptions): FastifyInstance {
  const { seed, clock } = options;
  const providers = options.providers ?? allProviders;
  const faults = options.faults ?? createFaults({ seed });
  const world = createWorld({ seed, biotaShare: options.biotaShare ?? 1 });
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 32 * 1024 * 1024 });

  for (const { name, routes } of providers) {
    app.register(async (scope) => {
      applyFaults(scope, name, faults, clock);
      routes(scope, { world, clock: () => clock() + faults.of(name).clockSkewMs, faults });
    });
  }
  app.register(async (scope) => faultRoutes(scope, faults, providers));
  app.get('/_health', async () => ({ ok: true, seed, now: clock(), providers: providers.map(({ name }) => name) }));
  return app;
}

type ProviderParams = { Params: { provider: string } };

function faultRoutes(app: FastifyInstance, faults: Faults, providers: readonly Provider[]): void {
  const names = providers.map(({ name }) => name);

  // A client that sets faults can break the platform's data: only this machine may.
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLoopback(request.ip)) return reply.code(403).send({ error: 'Faults are reached from this machine only' });
    return undefined;
  });
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { provider } = request.params as { provider?: string };
    if (provider === undefined || names.includes(provider)) return undefined;
    return reply.code(404).send({ error: `Unknown provider ${provider}; known: ${names.join(', ')}` });
  });
  app.get('/_faults', async () => Object.fromEntries(names.map((name) => [name, faults.of(name)])));
  app.get<ProviderParams>('/_faults/:provider', async (request) => faults.of(request.params.provider));
  app.put<ProviderParams>('/_faults/:provider', async (request, reply) => {
    const body = faultKnobsSchema.safeParse(request.body ?? {});
    if (!body.success) return reply.code(400).send({ error: 'Invalid fault settings', issues: body.error.issues });
    // A PUT replaces: what it does not name is off again.
    return faults.set(request.params.provider, body.data);
  });
}

function isLoopback(ip: string): boolean {
  return ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
}
