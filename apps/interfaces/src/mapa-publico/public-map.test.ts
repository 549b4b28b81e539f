import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publicModelMapGrid } from '@kianda/contract/models/maps/map-links.contract';
import { listPorts } from '@kianda/contract/sea/geography/geography.contract';
import { fieldGrid, pointSeries } from '@kianda/contract/sea/ocean/ocean.contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPublicClient, tokenOf } from './public-client.ts';

const token = 'T'.repeat(43);
let server: Server;
let base: string;
const asked: { readonly url: string; readonly authorization: string | undefined }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization });
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('only its own paths carry a token', () => {
  const own = ['mapa', 'modelo', 'incorporar'].map((page) => tokenOf(`/${page}/${token}`));
  expect(own).toEqual([token, token, token]);
  expect(['/', '/mapa/', `/mapa/${token}x`, `/outra/${token}`, '/mapa-publico.html'].map(tokenOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

it('a public map asks its own addresses as nobody, and nothing else at all', async () => {
  const client = createPublicClient(`${base}/`, token);
  await expect(client.read(listPorts, {})).rejects.toMatchObject({ status: 404 });
  const grid = client.read(fieldGrid, { params: { variable: 'salinity' }, query: { stride: 2 } });
  await expect(grid).rejects.toMatchObject({ status: 404 });
  const layer = client.read(publicModelMapGrid, { params: { token: '' }, query: { band: 'novelty' } });
  await expect(layer).rejects.toMatchObject({ status: 404 });
  const point = client.read(pointSeries, { query: { lon: 12, lat: -9, variable: 'salinity' } });
  await expect(point).rejects.toMatchObject({ status: 403 });
  expect(asked).toEqual([
    { url: `/admin-api/api/public-maps/${token}/ports`, authorization: undefined },
    { url: `/admin-api/api/public-maps/${token}/fields/salinity/grid?stride=2`, authorization: undefined },
    { url: `/admin-api/api/public-model-maps/${token}/grid?band=novelty`, authorization: undefined },
  ]);
});
