import { type AphiaRecordWire, PAGE_ROWS } from '@kianda/connectors/worms/wire';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { classificationOf, createRegister, modifiedMs, type Name, recordOf } from './register.ts';

type Query = Readonly<Record<string, string | string[] | undefined>>;
type WormsRequest = { Querystring: Query; Params: { id: string; name: string } };

type Deps = {
  readonly register: ReturnType<typeof createRegister>;
  readonly clock: ProviderDeps['clock'];
  /** Present records of names. */
  readonly records: (names: readonly Name[]) => AphiaRecordWire[];
};

/** REST service of WoRMS below `/worms/rest`. A search without a result is a 204 without a body. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const register = createRegister(world.biota.taxa);
  const deps: Deps = { register, clock, records: (names) => names.map((name) => recordOf(name, clock())) };
  routesById(app, deps);
  routesByName(app, deps);
  changeRoute(app, deps);

  app.all('/worms/*', async (_request, reply) =>
    reply.code(404).type('text/html; charset=UTF-8').send('<html><body><h1>404 Not Found</h1></body></html>'),
  );
}

/** Records, classification, vernacular names and synonyms of an AphiaID. */
function routesById(app: FastifyInstance, { register, clock, records }: Deps): void {
  app.get<WormsRequest>('/worms/rest/AphiaRecordByAphiaID/:id', async ({ params }, reply) => {
    if (!/^\d+$/.test(params.id)) return refuse(reply);
    const found = register.byId.get(Number(params.id));
    return found === undefined ? nothing(reply) : send(reply, recordOf(found, clock()));
  });

  app.get<WormsRequest>('/worms/rest/AphiaRecordsByAphiaIDs', async ({ query }, reply) => {
    const ids = list(query, 'aphiaids');
    if (ids.length === 0 || ids.length > PAGE_ROWS) return refuse(reply);
    const found = ids.flatMap((id) => register.byId.get(Number(id)) ?? []);
    return found.length === 0 ? nothing(reply) : send(reply, records(found));
  });

  app.get<WormsRequest>('/worms/rest/AphiaClassificationByAphiaID/:id', async ({ params }, reply) => {
    const found = register.byId.get(Number(params.id));
    return found === undefined ? nothing(reply) : send(reply, classificationOf(register, found));
  });

  app.get<WormsRequest>('/worms/rest/AphiaVernacularsByAphiaID/:id', async ({ params }, reply) => {
    const vernaculars = register.byId.get(Number(params.id))?.vernaculars ?? [];
    return vernaculars.length === 0 ? nothing(reply) : send(reply, vernaculars);
  });

  app.get<WormsRequest>('/worms/rest/AphiaSynonymsByAphiaID/:id', async ({ params, query }, reply) => {
    const found = register.all.filter(({ accepted }) => accepted?.id === Number(params.id));
    return sendPage(reply, records(found), query);
  });
}

/** Records and ids of names. */
function routesByName(app: FastifyInstance, { register, records }: Deps): void {
  const named = (text: string): Name[] => {
    const wanted = text.trim().toLowerCase();
    return register.all.filter(({ name }) => name.toLowerCase() === wanted);
  };

  app.get<WormsRequest>('/worms/rest/AphiaRecordsByName/:name', async ({ params, query }, reply) => {
    const wanted = params.name.trim().toLowerCase();
    const like = firstValue(query.like) !== 'false';
    const found = register.all.filter(
      (candidate) =>
        isWanted(candidate, query) &&
        (like ? candidate.name.toLowerCase().startsWith(wanted) : candidate.name.toLowerCase() === wanted),
    );
    return sendPage(reply, records(found), query);
  });

  app.get<WormsRequest>('/worms/rest/AphiaRecordsByMatchNames', async ({ query }, reply) => {
    const names = list(query, 'scientificnames');
    if (names.length === 0 || names.length > PAGE_ROWS) return refuse(reply);
    const lists = names.map((name) => matches(name));
    return lists.every((found) => found.length === 0) ? nothing(reply) : send(reply, lists);
  });

  /** The name itself, else what differs in one letter at most: near, and not the same. */
  function matches(text: string): AphiaRecordWire[] {
    const exact = named(text);
    if (exact.length > 0) return records(exact);
    const near = register.all.filter(({ name }) => differsByOne(name.toLowerCase(), text.trim().toLowerCase()));
    return records(near).map((record) => ({ ...record, match_type: 'near_1' }));
  }

  app.get<WormsRequest>('/worms/rest/AphiaIDByName/:name', async ({ params }, reply) => {
    const found = named(params.name);
    if (found.length === 0) return nothing(reply);
    return send(reply, found.length === 1 ? found[0]?.id : -999);
  });
}

/** Records that changed between two dates. */
function changeRoute(app: FastifyInstance, { register, clock, records }: Deps): void {
  app.get<WormsRequest>('/worms/rest/AphiaRecordsByDate', async ({ query }, reply) => {
    const fromMs = Date.parse(firstValue(query.startdate) ?? '');
    const toMs = query.enddate === undefined ? clock() : Date.parse(firstValue(query.enddate) ?? '');
    if (Number.isNaN(fromMs) || Number.isNaN(toMs)) return refuse(reply);
    const changed = register.all
      .map((name) => ({ name, atMs: modifiedMs(name, clock()) }))
      .filter(({ name, atMs }) => atMs >= fromMs && atMs <= toMs && isWanted(name, query))
      .sort((a, b) => a.atMs - b.atMs || a.name.id - b.name.id);
    return sendPage(reply, records(changed.map(({ name }) => name)), query);
  });
}

/** `offset` counts from 1; a page has 50 rows. */
function sendPage(reply: FastifyReply, rows: readonly unknown[], query: Query): FastifyReply {
  const offset = Number(firstValue(query.offset) ?? 1);
  if (!Number.isInteger(offset)) return refuse(reply);
  const page = rows.slice(Math.max(0, offset - 1), Math.max(0, offset - 1) + PAGE_ROWS);
  return page.length === 0 ? nothing(reply) : send(reply, page);
}

/** As PHP writes JSON: slashes are escaped. */
function send(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type('application/json').send(JSON.stringify(body).replaceAll('/', String.raw`\/`));
}

function nothing(reply: FastifyReply): FastifyReply {
  return reply.code(204).type('text/html; charset=UTF-8').send();
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(400).type('text/html; charset=UTF-8').send('Bad request. Please check your parameters.');
}

function isWanted({ environment }: Name, query: Query): boolean {
  return firstValue(query.marine_only) === 'false' || environment.isMarine === 1 || environment.isBrackish === 1;
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function list(query: Query, name: string): readonly string[] {
  const value = query[`${name}[]`] ?? [];
  return Array.isArray(value) ? value : [value];
}

/** One letter exchanged, or one more at the end. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < long.length) return long.startsWith(short);
  return Array.from(short).filter((letter, index) => letter !== long[index]).length === 1;
}

export const worms: Provider = { name: 'worms', routes };
