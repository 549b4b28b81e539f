import { expect, test } from 'vitest';
import { createLocalEvents } from '../events/events.ts';
import type { RunnableJobQueue } from '../jobs/queue.ts';
import { createLogger } from '../log/log.ts';
import type { AccountData, Module, Platform } from '../module.ts';
import { createModules } from './create.ts';
import {
  configured,
  defineModule,
  type ModuleDefinition,
  openPort,
  optionalPort,
  requiredPort,
  settingsOf,
} from './definition.ts';
import { orderModules, printGraph, withNeeds } from './graph.ts';

const unused = (): never => {
  throw new Error('these modules touch nothing of the platform');
};
const platform: Platform = {
  database: { url: '', for: unused } as unknown as Platform['database'],
  clock: { nowMs: () => 0 },
  log: createLogger({ level: 'silent', pretty: false }),
  events: createLocalEvents(),
  storage: { kind: 'folder' } as unknown as Platform['storage'],
  random: () => 0.5,
};
const jobs = { register: unused } as unknown as RunnableJobQueue;
const manifest = (name: string, more: Partial<Module> = {}): Module => ({ name, migrations: [], ...more });
const plain = (name: string, needs: Record<string, ModuleDefinition> = {}) =>
  defineModule({ name, needs, create: () => ({ manifest: manifest(name) }) });
const namesOf = (definitions: readonly ModuleDefinition[]) => definitions.map(({ name }) => name);
const made = (...definitions: readonly ModuleDefinition[]) =>
  createModules({ entries: definitions.map((definition) => configured(definition)), platform, jobs });

test('each module stands after what it needs, otherwise in the order given', () => {
  const audit = plain('audit');
  const identity = plain('identity', { audit });
  const health = plain('health', { identity, audit });
  const maps = plain('maps');
  expect(namesOf(orderModules([maps, health, audit, identity]))).toEqual(
    ['maps', 'identity', 'health'].toSpliced(1, 0, 'audit'),
  );
  expect(namesOf(withNeeds([health]))).toEqual(['health', 'identity', 'audit']);
});

test('a need that is not among the modules is refused by both names', () => {
  const audit = plain('audit');
  expect(() => orderModules([plain('identity', { audit })])).toThrow(
    '"identity" needs "audit", which is not among the modules',
  );
});

test('a circle is refused with its whole path, and only once', () => {
  const needs: Record<string, ModuleDefinition> = {};
  const catalogue = plain('catalogue', needs);
  const ocean = plain('ocean', { catalogue });
  const maps = plain('maps', { ocean });
  needs.maps = maps;
  expect(() => orderModules([plain('audit'), catalogue, ocean, maps])).toThrow(
    /^modules: circle of needs: catalogue → maps → ocean → catalogue$/,
  );
});

test('two modules of one name are refused by it', () => {
  expect(() => orderModules([plain('tasks'), plain('audit'), plain('tasks')])).toThrow(
    'two modules are called "tasks"',
  );
});

test('all faults are told at once, before anything is made', () => {
  let count = 0;
  const counting = defineModule({
    name: 'health',
    ports: { standing: requiredPort<() => string>() },
    create: () => {
      count += 1;
      return { manifest: manifest('health') };
    },
  });
  expect(() => made(counting, plain('identity', { audit: plain('audit') }))).toThrow(
    'modules: "identity" needs "audit", which is not among the modules; the extension point "health.standing" is required and no module fills it',
  );
  expect(count).toBe(0);
});

const mail = optionalPort<(to: string) => string>();
const holder = defineModule({
  name: 'identity',
  ports: { mail },
  offers: ['invite'],
  create: ({ ports }) => ({
    manifest: manifest('identity'),
    offers: { invite: (to: string) => ports.mail()?.(to) ?? 'sem correio', hidden: 'ninguém o vê' },
  }),
});
const sender = defineModule({
  name: 'delivery',
  needs: { identity: holder },
  fills: { mail },
  settings: settingsOf<{ readonly from: string }>(),
  create: ({ settings }) => ({
    manifest: manifest('delivery'),
    fills: { mail: (to) => `${settings.from} → ${to}` },
  }),
});

test('an extension point is filled from above, with the settings of who fills it; an optional one may stay empty', () => {
  const both = createModules({ entries: [configured(sender, { from: 'kianda' }), configured(holder)], platform, jobs });
  expect(both.offersOf(holder).invite('ana')).toBe('kianda → ana');
  expect(made(holder).offersOf(holder).invite('ana')).toBe('sem correio');
});

test('one that is read while modules are made is refused, with the module, the point and who would fill it', () => {
  const hasty = defineModule({
    name: 'connectors',
    ports: { sinks: openPort<string>() },
    create: ({ ports }) => ({ manifest: manifest(ports.sinks().join()) }),
  });
  expect(() => made(hasty)).toThrow(
    '"connectors" reads its extension point "connectors.sinks" before any module is made',
  );
  const { ports } = hasty;
  const ocean = defineModule({
    name: 'ocean',
    needs: { hasty },
    fills: { sinks: ports.sinks as ReturnType<typeof openPort<string>> },
    create: () => ({ manifest: manifest('ocean'), fills: { sinks: 'fields' } }),
  });
  expect(() => made(hasty, ocean)).toThrow('before "ocean" is made');
});

test('an extension point with one place is not filled twice, nor by a module that does not stand above it', () => {
  const other = defineModule({
    name: 'other',
    fills: { mail },
    create: () => ({ manifest: manifest('other'), fills: { mail: () => '' } }),
  });
  expect(() => orderModules([holder, sender, other])).toThrow(
    'the extension point "identity.mail" is filled by "delivery" and "other"; "other" fills "identity.mail" and does not need "identity"',
  );
  expect(() => orderModules([other])).toThrow('"other" fills the extension point "mail", which no module has');
});

test('an open one has the values of all who fill it, in their order', () => {
  const sinks = openPort<string>();
  const below = defineModule({
    name: 'connectors',
    ports: { sinks },
    offers: ['kinds'],
    create: ({ ports }) => ({ manifest: manifest('connectors'), offers: { kinds: () => ports.sinks() } }),
  });
  const above = (name: string) =>
    defineModule({
      name,
      needs: { below },
      fills: { sinks },
      create: () => ({ manifest: manifest(name), fills: { sinks: name } }),
    });
  expect(made(below, above('ocean'), above('vessels')).offersOf(below).kinds()).toEqual(['ocean', 'vessels']);
  expect(made(below).offersOf(below).kinds()).toEqual([]);
});

test('contributions of all modules are there for whoever declares to collect them, once all are made', () => {
  const holding: AccountData = { id: 'maps', label: 'Mapas', fate: 'kept', note: '', count: async () => 0 };
  const collector = defineModule({
    name: 'identity',
    collects: ['holdings'],
    offers: ['holdings'],
    create: ({ collected }) => ({ manifest: manifest('identity'), offers: { holdings: collected.holdings } }),
  });
  const maps = defineModule({
    name: 'maps',
    needs: { collector },
    create: () => ({ manifest: manifest('maps', { holdings: [holding] }) }),
  });
  const modules = made(collector, maps);
  expect(modules.offersOf(collector).holdings()).toEqual([holding]);
  expect(modules.startOrder.map(({ name }) => name)).toEqual(['maps', 'identity']);
  const hasty = defineModule({
    name: 'backups',
    collects: ['migrations'],
    create: ({ collected }) => ({ manifest: manifest(String(collected.migrations().length)) }),
  });
  expect(() => made(hasty)).toThrow('"backups" collects "migrations" before all modules are made');
});

test('the graph is printed a line a module', () => {
  expect(printGraph([sender, holder])).toBe('identity\ndelivery · needs identity · fills identity.mail');
});

test('what a module does not offer, and settings of another type, do not compile', () => {
  const offered = createModules({ entries: [configured(holder)], platform, jobs }).offersOf(holder);
  // @ts-expect-error hidden is not among its offers
  expect(offered.hidden).toBe('ninguém o vê');
  // @ts-expect-error delivery takes where mail comes from
  expect(() => configured(sender, { from: 7 })).not.toThrow();
  // @ts-expect-error and does not do without
  expect(() => configured(sender)).not.toThrow();
});
