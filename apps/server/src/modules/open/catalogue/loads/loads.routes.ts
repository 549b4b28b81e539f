import { Readable } from 'node:stream';
import {
  stacAllLoads,
  stacDismissLoad,
  stacLoad,
  stacLoadItems,
  stacLoadObject,
  stacLoadRefused,
  stacLoads,
  stacResumeLoad,
  stacStopLoad,
} from '@kianda/contract/open/catalogue/stac-loads.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind, type Principal } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { CatalogueService } from '../catalogue.service.ts';
import type { Documents } from '../documents/documents.ts';
import type { LoadRow } from '../items.types.ts';
import type { Actor } from '../transactions.service.ts';
import type { Loads } from './loads.service.ts';

type Asked = {
  readonly params: { readonly collectionId: string; readonly loadId: string };
  readonly principal: Principal;
};

/** Endpoints that load many items in the background. */
export function loadBindings(options: {
  service: CatalogueService;
  loads: Loads;
  documents: Documents;
  clock: Clock;
}): Bindings {
  const { service, loads, documents, clock } = options;
  const provenance = () => ownProvenance(clock);
  const accepted = async (row: LoadRow) => ({
    status: 202 as const,
    body: await loads.describe(row),
    headers: { location: `${documents.collectionUrl(row.collection)}/loads/${row.id}` },
    provenance: provenance(),
  });
  const found = async ({ params, principal }: Asked) => {
    const collection = await service.collectionFor(params.collectionId, principal);
    return { collection, row: await loads.loadOf(collection, params.loadId) };
  };
  /** The load as a change has left it. */
  async function changed(context: Asked & Actor, change: (row: LoadRow, actor: Actor) => Promise<void>) {
    const { collection, row } = await found(context);
    const { principal, ipAddress, userAgent } = context;
    await change(row, { principal, ipAddress, userAgent });
    return { body: await loads.describe(await loads.loadOf(collection, row.id)), provenance: provenance() };
  }
  return [
    bind(stacLoadItems, async ({ params, query, headers, stream, principal, ipAddress, userAgent }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const contentType = String(headers['content-type'] ?? '');
      const file = { contentType, bytes: stream, name: query.name };
      return accepted(await loads.accept(collection, file, { principal, ipAddress, userAgent }));
    }),
    bind(stacLoadObject, async ({ params, body, principal, ipAddress, userAgent }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      return accepted(await loads.acceptObject(collection, body, { principal, ipAddress, userAgent }));
    }),
    bind(stacAllLoads, async ({ principal }) => {
      const visible = await service.visible(principal);
      const self = documents.link('self', `${documents.root().href}/loads`, documents.types.json);
      const collections = visible
        .filter(({ takesItems }) => takesItems === true)
        .map(({ id, title }) => ({ id, title }));
      const body = { jobs: await loads.list(visible), collections, links: [documents.root(), self] };
      return { body, provenance: provenance() };
    }),
    bind(stacLoads, async ({ params, principal }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const self = documents.link('self', `${documents.collectionUrl(collection.id)}/loads`, documents.types.json);
      const body = { jobs: await loads.list([collection]), links: [documents.root(), self] };
      return { body, provenance: provenance() };
    }),
    bind(stacLoad, async (context) => ({
      body: await loads.detail((await found(context)).row),
      provenance: provenance(),
    })),
    bind(stacLoadRefused, async (context) => {
      const { row } = await found(context);
      return {
        body: Readable.from(loads.refusals(row)),
        headers: { 'content-disposition': `attachment; filename="recusadas-${row.id}.ndjson"` },
        provenance: provenance(),
      };
    }),
    bind(stacStopLoad, (context) => changed(context, loads.stop)),
    bind(stacResumeLoad, (context) => changed(context, loads.resume)),
    bind(stacDismissLoad, (context) => changed(context, loads.dismiss)),
  ];
}
