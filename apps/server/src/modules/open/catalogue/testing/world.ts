import type { GridSlice } from '@kianda/connectors';
import type { ProductCollection } from '../../../../platform/collections.ts';
import { createModulePlatform, echoAbsence, echoProvenance, originOf } from '../../../../testing/module.ts';
import { serveBindings } from '../../../../testing/serve.ts';
import { createOcean } from '../../../sea/ocean/index.ts';
import { oceanMigrations } from '../../../sea/ocean/ocean.migrations.ts';
import { catalogueMigrations } from '../catalogue.migrations.ts';
import { type CatalogueAudit, createCatalogue } from '../index.ts';

const base = 'https://kianda.test';

/** Collections for those alone who may see vessels. */
const restricted: ProductCollection = {
  id: 'reservada',
  title: 'Reservada',
  description: 'Só para quem vê embarcações.',
  keywords: [],
  access: 'vessels:read',
  connectorIds: [],
  async *products() {
    yield {
      id: 'segredo',
      geometry: null,
      bbox: null,
      startMs: 0,
      endMs: 0,
      properties: {},
      extensions: [],
      assets: [{ key: 'a.csv', title: 'A', mediaType: 'text/csv', roles: ['data'] }],
      contentHash: '1',
      origin: { connectorId: 'gfw', streamId: 'presence', retrievedAtMs: 0, simulatedSeed: null },
    };
  },
  file: async () => Buffer.from('a\n1\n'),
};

/** Ocean and catalogue on a real database and folder, behind the real gate; everything is asked for over HTTP. */
export async function createCatalogueWorld() {
  const audited: Parameters<CatalogueAudit['record']>[0][] = [];
  const options = {
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    creditOf: (id: string) =>
      id === 'cmems'
        ? null
        : {
            provider: `Fornecedor ${id}`,
            licence: 'CC BY 4.0',
            citation: `Citação de ${id}`,
            homepage: 'https://dados.test',
          },
    audit: { record: async (entry: (typeof audited)[number]) => void audited.push(entry) },
    addresses: { publicUrl: base, docsUrl: `${base}/docs`, operatorName: 'Instituto' },
    version: '2.0.0',
    objects: {
      find: async () => Promise.reject(new Error('no object is read here')),
      open: async () => null,
    },
  };
  const derived = {
    secondsARequest: async () => null,
    queue: () => {
      throw new Error('no job is asked for here');
    },
    audit: { record: async () => undefined },
    creditOf: () => null,
  };
  const world = await createModulePlatform([
    { name: 'ocean', migrations: oceanMigrations },
    { name: 'catalogue', migrations: catalogueMigrations },
  ]);
  const { platform } = world;
  const ocean = createOcean({
    platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    providerOf: (id) => id,
    derived,
  });
  const catalogue = createCatalogue({
    ...options,
    queue: null,
    jobs: () => {
      throw new Error('no job is asked for here');
    },
    platform,
    collections: () => [...(ocean.collections ?? []), restricted],
  });
  const server = await serveBindings(catalogue.bindings ?? [], platform.clock);

  return {
    base,
    audited,
    platform,
    catalogue,
    advance: world.advance,
    index: () => catalogue.index(new AbortController().signal),
    /** Builds the index in memory, as a search does once rows have changed. */
    hold: () => catalogue.hold(),
    /** Stores fields as a connector would. */
    store: (slices: readonly GridSlice[], simulatedSeed: number | null = null) =>
      ocean.sinks.gridSlice(slices, originOf(world, { connectorId: 'noaa-sst', streamId: 'mur', simulatedSeed })),
    ask: server.ask,
    /** Body of an address that a link gives, or of a path below the catalogue. */
    async get(address: string, role: Parameters<typeof server.ask>[2] = {}) {
      const answer = await server.ask('GET', pathOf(address), { role: null, ...role });
      if (answer.status !== 200) throw new Error(`GET ${address}: ${answer.status} ${answer.text.slice(0, 500)}`);
      return answer.body;
    },
    async close() {
      await server.close();
      await catalogue.stop?.();
      await world.close();
    },
  };
}

function pathOf(address: string): string {
  if (!address.startsWith('http')) return `/stac${address}`;
  const url = new URL(address);
  return url.pathname + url.search;
}
