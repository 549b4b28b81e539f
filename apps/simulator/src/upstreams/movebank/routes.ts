import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import { type Fix, fixesOf, type Study, studies } from './herds.ts';

type Query = Readonly<Record<string, string | undefined>>;

const tokenOf = (seed: number): string => createHash('sha256').update(`token:${seed}`).digest('hex').slice(0, 32);

/** Movebank's `direct-read` below `/movebank`: CSV, with the licence shown before the first download of a session. */
export function routes(app: FastifyInstance, { world, clock }: ProviderDeps): void {
  const sessions = new Map<string, Set<number>>();

  app.get<{ Querystring: Query }>('/movebank/movebank/service/direct-read', async (request, reply) => {
    const { query } = request;
    const account = accountOf(request, world.seed);
    if (account === 'wrong') return reply.code(401).type('text/html').send('<h1>Unauthorized</h1>');
    if (query.service === 'request-token')
      return account === 'known'
        ? reply.type('application/json').send({ 'api-token': tokenOf(world.seed) })
        : reply.code(401).type('text/html').send('<h1>Unauthorized</h1>');
    if (query.entity_type === 'study') return csv(reply, columnsOf(query, STUDY), studyRows(query, account, clock()));
    if (query.entity_type !== 'event') return page(reply, '<p>Unknown entity type.</p>');

    const study = studies.find(({ id }) => String(id) === query.study_id);
    if (study === undefined || !study.downloadable || account !== 'known')
      return page(
        reply,
        `<p>No data available.</p><p>Please contact the data owner for permission to access data.</p>`,
      );
    if (study.licenceGate && !isAccepted(request, reply, sessions, study)) return reply;
    const rows = eventRows(study, query, world.seed, clock());
    return csv(reply, columnsOf(query, EVENT), rows);
  });

  app.get('/movebank/*', async (_request, reply) => reply.code(404).type('text/html').send('<h1>Not Found</h1>'));
}

/** Account of a request, by Basic or by the token parameter; without either, the public. */
function accountOf({ headers, query }: FastifyRequest, seed: number): 'known' | 'public' | 'wrong' {
  const token = (query as Query)['api-token'];
  if (token !== undefined) return token === tokenOf(seed) ? 'known' : 'wrong';
  if (headers.authorization === undefined) return 'public';
  const [, name, password] =
    /^([^:]*):(.*)$/.exec(Buffer.from(headers.authorization.replace(/^Basic /, ''), 'base64').toString()) ?? [];
  return name === undefined || name === '' || password === '' || password === 'invalid' ? 'wrong' : 'known';
}

/** Whether this session accepted the terms; else they are sent, with a session to accept them in. */
function isAccepted(
  request: FastifyRequest,
  reply: FastifyReply,
  sessions: Map<string, Set<number>>,
  study: Study,
): boolean {
  const terms = licencePage(study);
  const cookie = /JSESSIONID=([0-9a-f]+)/.exec(request.headers.cookie ?? '')?.[1];
  const accepted = cookie === undefined ? undefined : sessions.get(cookie);
  if (accepted?.has(study.id) === true) return true;
  const md5 = createHash('md5').update(terms).digest('hex');
  if (accepted !== undefined && (request.query as Query)['license-md5'] === md5) {
    accepted.add(study.id);
    return true;
  }
  const session = createHash('sha256').update(`session:${sessions.size}`).digest('hex').slice(0, 32);
  // Sessions are for ever in this process: a real server forgets them, and shows the terms again.
  if (sessions.size > 1_000) sessions.clear();
  sessions.set(session, new Set());
  reply.header('accept-license', 'true');
  reply.header('set-cookie', `JSESSIONID=${session}; Path=/movebank; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly`);
  page(reply, terms);
  return false;
}

function licencePage({ name, licenceTerms }: Study): string {
  return `<html><body><p>The requested download may contain copyrighted material. You may only download it if you agree with the terms listed below.</p><p><b>Name:</b> ${name}</p><p><b>License Terms:</b> ${licenceTerms}</p></body></html>`;
}

type Columns<T> = Readonly<Record<string, (row: T) => string>>;

const STUDY: Columns<{ study: Study; nowMs: number }> = {
  id: ({ study }) => String(study.id),
  name: ({ study }) => study.name,
  citation: ({ study }) => study.citation,
  license_type: ({ study }) => study.licenceType,
  license_terms: ({ study }) => study.licenceTerms,
  contact_person_name: ({ study }) => study.contact,
  main_location_lat: ({ study }) => String(study.mainLocation[1]),
  main_location_long: ({ study }) => String(study.mainLocation[0]),
  is_test: () => 'false',
  number_of_individuals: ({ study }) => String(study.animals),
  number_of_deployed_locations: ({ study }) => String(study.animals * 500),
  taxon_ids: ({ study }) => study.taxon,
  sensor_type_ids: ({ study }) => study.sensor.listed,
  timestamp_last_deployed_location: ({ nowMs }) => stamp(nowMs),
  i_have_download_access: () => 'true',
};

const EVENT: Columns<{ study: Study; fix: Fix }> = {
  study_id: ({ study }) => String(study.id),
  sensor_type_id: ({ study }) => String(study.sensor.typeId),
  individual_local_identifier: ({ fix }) => fix.individual,
  tag_local_identifier: ({ fix }) => fix.tag,
  timestamp: ({ fix }) => stamp(fix.timeMs),
  location_long: ({ fix }) => fix.position[0].toFixed(5),
  location_lat: ({ fix }) => fix.position[1].toFixed(5),
  individual_taxon_canonical_name: ({ study }) => study.taxon,
  update_ts: ({ fix }) => stamp(fix.updatedMs),
  visible: ({ fix }) => String(fix.visible),
};

function studyRows(query: Query, account: string, nowMs: number): { study: Study; nowMs: number }[] {
  if (account !== 'known') return [];
  return studies
    .filter(({ id }) => query.study_id === undefined || query.study_id === String(id))
    .map((study) => ({ study, nowMs }));
}

function eventRows(study: Study, query: Query, seed: number, nowMs: number): { study: Study; fix: Fix }[] {
  if (query.sensor_type_id !== undefined && query.sensor_type_id !== String(study.sensor.typeId)) return [];
  const fromMs = instant(query.timestamp_start) ?? Number.NEGATIVE_INFINITY;
  const toMs = instant(query.timestamp_end) ?? nowMs;
  const updatedFromMs = instant(query.update_ts_start) ?? Number.NEGATIVE_INFINITY;
  const updatedToMs = instant(query.update_ts_end) ?? nowMs;
  return fixesOf(study, seed, { fromMs, toMs, nowMs })
    .filter(({ updatedMs }) => updatedMs >= updatedFromMs && updatedMs <= updatedToMs)
    .map((fix) => ({ study, fix }));
}

/** Requested columns, in the requested order. */
function columnsOf<T>(query: Query, known: Columns<T>): [string, (row: T) => string][] {
  const wanted = query.attributes === undefined || query.attributes === 'all' ? null : query.attributes.split(',');
  const all = Object.entries(known);
  return wanted === null ? all : wanted.flatMap((name) => all.filter(([column]) => column === name));
}

function csv<T>(
  reply: FastifyReply,
  columns: readonly [string, (row: T) => string][],
  rows: readonly T[],
): FastifyReply {
  const lines = rows.map((row) => columns.map(([, read]) => quoted(read(row))).join(','));
  return reply.type('text/csv;charset=UTF-8').send([columns.map(([name]) => name).join(','), ...lines, ''].join('\n'));
}

function quoted(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function page(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html;charset=UTF-8').send(html);
}

/** `YYYY-MM-DD HH:MM:SS.sss` */
function stamp(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 23).replace('T', ' ');
}

/** `yyyyMMddHHmmssSSS` */
function instant(text: string | undefined): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{3})$/.exec(text ?? '');
  if (match === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}

export const movebank: Provider = { name: 'movebank', routes };
