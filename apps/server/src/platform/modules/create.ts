import type { RunnableJobQueue } from '../jobs/queue.ts';
import type { Module, Platform } from '../module.ts';
import type {
  ContributionKind,
  Contributions,
  CreatedModule,
  ErasedContext,
  ModuleDefinition,
  ModuleEntry,
  OfferOf,
} from './definition.ts';
import { type NamedPort, orderModules, portsOf } from './graph.ts';

/** Something is read that is only there once every module is made. */
export class LateEdgeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LateEdgeError';
  }
}

export type CreatedModules = {
  /** In the order in which they start: those that collect from the others come after all of them. */
  readonly startOrder: readonly Module[];
  readonly collected: Contributions;
  /** The offers of a module. Throws `RangeError` for a module that is not among them. */
  offersOf<D extends ModuleDefinition>(definition: D): OfferOf<D>;
};

/**
 * Makes every module on the platform, each after what it needs, then lets extension points and contributions be read.
 * Contributions stand in the order of `entries`, after the platform's `own`. Throws `ModuleGraphError` before the first is made.
 */
export function createModules({
  entries,
  platform,
  jobs,
  own = {},
}: {
  readonly entries: readonly ModuleEntry[];
  readonly platform: Platform;
  readonly jobs: RunnableJobQueue;
  readonly own?: Partial<Contributions>;
}): CreatedModules {
  const ordered = orderModules(entries.map(({ definition }) => definition));
  const settings = new Map(entries.map((entry) => [entry.definition, entry.settings]));
  const created = new Map<ModuleDefinition, CreatedModule>();
  const ports = new Map(portsOf(ordered).map((named) => [named.port, named]));
  let collected: Contributions | null = null;

  const readPort = (reader: ModuleDefinition, named: NamedPort) => (): unknown => {
    if (collected === null) {
      const filler = named.filledBy.map(({ name }) => `"${name}"`).join(', ') || 'any module';
      throw new LateEdgeError(`"${reader.name}" reads its extension point "${named.name}" before ${filler} is made`);
    }
    const values = named.filledBy.map((filler) => valueFor(filler, created.get(filler), named));
    return named.port.kind === 'many' ? values : (values[0] ?? null);
  };
  const readContributions = (reader: ModuleDefinition, kind: ContributionKind) => (): unknown => {
    if (collected === null) throw new LateEdgeError(`"${reader.name}" collects "${kind}" before all modules are made`);
    return collected[kind];
  };
  const contextOf = (definition: ModuleDefinition): ErasedContext => ({
    platform,
    jobs,
    settings: settings.get(definition),
    needs: mapValues(definition.needs, (need) => created.get(need)?.offers),
    ports: mapValues(definition.ports, (port) => readPort(definition, present(ports.get(port)))),
    collected: Object.fromEntries(definition.collects.map((kind) => [kind, readContributions(definition, kind)])),
  });

  for (const definition of ordered) created.set(definition, definition.create(contextOf(definition)));
  const manifests = entries.map(({ definition }) => present(created.get(definition)).manifest);
  const all = collectContributions(manifests, own);
  collected = all;
  const isCollector = (definition: ModuleDefinition) => definition.collects.length > 0;
  const inStartOrder = [...ordered.filter((one) => !isCollector(one)), ...ordered.filter(isCollector)];
  return {
    startOrder: inStartOrder.map((definition) => present(created.get(definition)).manifest),
    collected: all,
    offersOf<D extends ModuleDefinition>(definition: D) {
      const found = created.get(definition);
      if (found === undefined) throw new RangeError(`the module "${definition.name}" was not made`);
      return found.offers as OfferOf<D>;
    },
  };
}

function valueFor(filler: ModuleDefinition, made: CreatedModule | undefined, { port, name }: NamedPort): unknown {
  const key = Object.keys(filler.fills).find((one) => filler.fills[one] === port);
  const value = key === undefined ? undefined : made?.fills?.[key];
  if (value === undefined) throw new LateEdgeError(`"${filler.name}" gives no value for "${name}"`);
  return value;
}

function collectContributions(manifests: readonly Module[], own: Partial<Contributions>): Contributions {
  const of = <K extends Exclude<ContributionKind, 'migrations'>>(kind: K): Contributions[K] =>
    [
      ...(own[kind] ?? []),
      ...manifests.flatMap((manifest): readonly unknown[] => manifest[kind] ?? []),
    ] as unknown as Contributions[K];
  const replacements = new Map(of('replacements').map((binding) => [binding.endpoint.id, binding]));
  return {
    bindings: of('bindings').map((binding) => replacements.get(binding.endpoint.id) ?? binding),
    replacements: of('replacements'),
    jobs: of('jobs'),
    health: of('health'),
    alerts: of('alerts'),
    holdings: of('holdings'),
    metrics: of('metrics'),
    searches: of('searches'),
    places: of('places'),
    changes: of('changes'),
    collections: of('collections'),
    featureCollections: of('featureCollections'),
    analyses: of('analyses'),
    migrations: [...(own.migrations ?? []), ...manifests.filter(({ migrations }) => migrations.length > 0)],
  };
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('a module that was ordered has to be known');
  return value;
}
