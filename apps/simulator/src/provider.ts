import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { World } from './world/types.ts';

export type ProviderDeps = { readonly world: World; readonly clock: Clock; readonly faults: Faults };

/** A simulated provider: the name is the first part of its paths and of its fault settings. */
export type Provider = {
  readonly name: string;
  /** Registers the provider's own paths, each written in full below `/<name>`. */
  readonly routes: (app: FastifyInstance, deps: ProviderDeps) => void;
};
