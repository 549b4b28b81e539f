import { expect } from 'vitest';
import { replay } from '../../../../testing/replay.ts';
import { type Json, type Link, occurrenceRows, occurrences, openFeatures, type Page, watchedArea } from './world.ts';

type Opened = Awaited<ReturnType<typeof openFeatures>>;
/** By its URI without what all begin with: what a class of conformance asks for. */
export type Classes = Readonly<Record<string, () => Promise<void>>>;

let opened: Opened | null = null;
function world(): Opened {
  if (opened === null) throw new Error('the service is not open');
  return opened;
}
let receiver: Awaited<ReturnType<typeof replay>> | undefined;
/** Opens the service that all classes are asked of, once a file. */
export async function openService(): Promise<void> {
  receiver = await replay({}, { status: 204 });
  opened = await openFeatures({ KIANDA_ALLOWED_PRIVATE_HOSTS: new URL(receiver.url).host });
}
/** Closes the service and its subscriber. */
export async function closeService(): Promise<void> {
  await opened?.app.close();
  await receiver?.close();
}
/** Who subscribed to executions: a server that records the requests. */
export function subscriber() {
  if (receiver === undefined) throw new Error('the subscriber is not open');
  return receiver;
}
export const app = () => world().app;
export const counted = (condition: string) => world().counted(condition);

export const relation = 'http://www.opengis.net/def/rel/ogc/1.0';
export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
export const latLon = 'http://www.opengis.net/def/crs/EPSG/0/4326';
export const get = (...asked: Parameters<Opened['get']>) => world().get(...asked);
export const json = <T = Json>(...asked: Parameters<Opened['get']>) => world().json<T>(...asked);
export const typeOf = (answer: Awaited<ReturnType<typeof get>>) => String(answer.headers['content-type']).split(';')[0];
export const statusOf = async (path: string) => (await get(path)).status;
export const links = async (path: string) => (await json<{ links: Link[] }>(path)).links;
export const matched = async (query: string) => (await json<Page>(`${occurrences}?limit=1&${query}`)).numberMatched;
export const as = async (role: 'operador' | 'cientista') => ({
  authorization: `Bearer ${(await app().signIn(role)).token}`,
});

/** A filter in both languages finds what the condition does in the database. */
export async function filters(text: string, asJson: object, condition: string): Promise<void> {
  const expected = await counted(condition);
  expect(expected).toBeGreaterThan(0);
  expect(expected).toBeLessThan(occurrenceRows);
  expect([text, await matched(`filter=${encodeURIComponent(text)}`)]).toEqual([text, expected]);
  const written = encodeURIComponent(JSON.stringify(asJson));
  expect([asJson, await matched(`filter-lang=cql2-json&filter=${written}`)]).toEqual([asJson, expected]);
}
export const property = (name: string) => ({ property: name });
export const square = {
  type: 'Polygon',
  coordinates: [
    [
      [9, -17],
      [13, -17],
      [13, -9],
      [9, -9],
      [9, -17],
    ],
  ],
};
export const inSquare = 'lon between 9 and 13 and lat between -17 and -9';

export async function send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const headers = await as('operador');
  return app().inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}
export const watched = '/features/collections/watched-areas/items';
export async function created(name: string): Promise<string> {
  const answer = await send('POST', watched, watchedArea(name));
  expect([answer.status, answer.text.slice(0, 200)]).toMatchObject([201, expect.any(String)]);
  return String(answer.headers.location).slice(app().config.publicUrl.length);
}
export const read = async (url: string) => app().inject({ method: 'GET', url, headers: await as('operador') });

export async function execute(id: string, body: object, headers: Record<string, string> = {}) {
  const url = `/features/processes/${id}/execution`;
  return app().inject({ method: 'POST', url, payload: body, headers: { ...(await as('cientista')), ...headers } });
}
export const statistics = { inputs: { collection: 'occurrences', property: 'depthMeters' } };
export async function background() {
  const answer = await execute('feature-statistics', statistics, { prefer: 'respond-async' });
  return (answer.json() as { jobID: string }).jobID;
}
