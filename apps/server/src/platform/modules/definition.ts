import type { RunnableJobQueue } from '../jobs/queue.ts';
import type { Module, Platform } from '../module.ts';

declare const portTypes: unique symbol;
declare const offerType: unique symbol;
declare const settingsType: unique symbol;

/**
 * An extension point: the module that declares it reads what a module above it fills in. `required`: exactly one module
 * fills it; `optional`: at most one, null where none does; `many`: any number.
 */
export type Port<Value = unknown, Read = unknown> = {
  readonly kind: 'required' | 'optional' | 'many';
  readonly [portTypes]?: { readonly value: Value; readonly read: Read };
};
export type Ports = Readonly<Record<string, Port>>;

export const requiredPort = <Value>(): Port<Value, Value> => ({ kind: 'required' });
export const optionalPort = <Value>(): Port<Value, Value | null> => ({ kind: 'optional' });
export const openPort = <Value>(): Port<Value, readonly Value[]> => ({ kind: 'many' });

type FilledWith<P> = P extends Port<infer Value, unknown> ? Value : never;
type ReadOf<P> = P extends Port<unknown, infer Read> ? Read : never;

/** Lists that modules contribute to and all others may read, by their name in the manifests. */
export type Contributions = {
  readonly [K in Exclude<keyof Module, 'name' | 'migrations' | 'start' | 'stop'>]-?: readonly NonNullable<
    Module[K]
  >[number][];
} & { readonly migrations: readonly Pick<Module, 'name' | 'migrations'>[] };
export type ContributionKind = keyof Contributions;

/** A module as it is declared, before anything is made of it. */
export type ModuleDefinition<Offers = unknown, Settings = unknown> = {
  readonly name: string;
  /** Modules that stand below, by the name this one calls them. */
  readonly needs: Readonly<Record<string, ModuleDefinition>>;
  /** Names of what it gives to the modules above. */
  readonly offers: readonly string[];
  /** Extension points that modules above fill. */
  readonly ports: Ports;
  /** Extension points of modules below that this one fills. */
  readonly fills: Ports;
  /** Kinds of contributions of all modules that it reads. */
  readonly collects: readonly ContributionKind[];
  readonly create: (context: ErasedContext) => CreatedModule;
  readonly [offerType]?: Offers;
  readonly [settingsType]?: Settings;
};

export type OfferOf<D> = D extends ModuleDefinition<infer Offers, unknown> ? Offers : never;

export type SettingsOf<D> = D extends ModuleDefinition<unknown, infer Settings> ? Settings : never;

/** Arguments of a module's `create`. `ports` and `collected` are read while the platform runs, never during creation. */
export type ModuleContext<Needs, Settings, Own extends Ports, Kind extends ContributionKind> = {
  readonly platform: Platform;
  readonly jobs: RunnableJobQueue;
  readonly settings: Settings;
  readonly needs: { readonly [K in keyof Needs]: OfferOf<Needs[K]> };
  readonly ports: { readonly [K in keyof Own]: () => ReadOf<Own[K]> };
  readonly collected: { readonly [K in Kind]: () => Contributions[K] };
};

export type ErasedContext = {
  readonly platform: Platform;
  readonly jobs: RunnableJobQueue;
  readonly settings: unknown;
  readonly needs: Readonly<Record<string, unknown>>;
  readonly ports: Readonly<Record<string, () => unknown>>;
  readonly collected: Readonly<Record<string, () => unknown>>;
};

/** The manifest, what goes to the modules above, and the values for the extension points below. */
export type CreatedModule = {
  readonly manifest: Module;
  readonly offers?: object;
  readonly fills?: Readonly<Record<string, unknown>>;
};

type Made<Offer extends string, Fills extends Ports> = {
  readonly manifest: Module;
} & ([Offer] extends [never]
  ? { readonly offers?: undefined }
  : { readonly offers: Readonly<Record<Offer, unknown>> }) &
  ([keyof Fills] extends [never]
    ? { readonly fills?: undefined }
    : { readonly fills: { readonly [K in keyof Fills]: FilledWith<Fills[K]> } });

type OffersIn<Result, Offer extends string> = Result extends { readonly offers: infer Offers }
  ? Pick<Offers, Offer & keyof Offers>
  : object;

/** Says of which type a module's settings are; composition gives the value. */
export const settingsOf = <Settings>(): { readonly [settingsType]?: Settings } => ({});

/**
 * Declares a module: what it needs of modules below, what it offers those above, the extension points it has and fills,
 * and what it collects of all. `create` gets all of it, typed; nothing else reaches another module.
 */
export function defineModule<
  const Needs extends Readonly<Record<string, ModuleDefinition>> = Record<never, never>,
  Settings = undefined,
  const Own extends Ports = Record<never, never>,
  const Fills extends Ports = Record<never, never>,
  const Kind extends ContributionKind = never,
  const Offer extends string = never,
  Result extends Made<Offer, Fills> = Made<Offer, Fills>,
>(input: {
  readonly name: string;
  readonly needs?: Needs;
  readonly settings?: { readonly [settingsType]?: Settings };
  readonly ports?: Own;
  readonly fills?: Fills;
  readonly collects?: readonly Kind[];
  readonly offers?: readonly Offer[];
  readonly create: (context: ModuleContext<Needs, Settings, Own, Kind>) => Result & Made<Offer, Fills>;
}): ModuleDefinition<OffersIn<Result, Offer>, Settings> {
  return {
    name: input.name,
    needs: input.needs ?? {},
    offers: input.offers ?? [],
    ports: input.ports ?? {},
    fills: input.fills ?? {},
    collects: input.collects ?? [],
    // The resolver passes exactly what the declaration above names.
    create: input.create as unknown as ModuleDefinition['create'],
  };
}

/** A module and the settings it is made with. */
export type ModuleEntry = { readonly definition: ModuleDefinition; readonly settings: unknown };

/** Pairs a module with its settings, checking their type; one without settings takes none. */
export function configured<Settings>(
  definition: ModuleDefinition<unknown, Settings>,
  ...settings: [undefined] extends [Settings] ? [] : [settings: NoInfer<Settings>]
): ModuleEntry {
  return { definition, settings: settings[0] };
}
