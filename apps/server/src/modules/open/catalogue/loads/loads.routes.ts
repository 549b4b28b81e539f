import { Readable } from 'node:stream';
import {
  stacDismissLoad,
  stacLoad,
  stacLoadItems,
  stacLoadRefused,
  stacLoads,
} from '@kianda/contract/open/catalogue/stac-loads.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { CatalogueService } from '../catalogue.service.ts';
import type { Documents } from '../documents/documents.ts';
import type { Loads } from './loads.service.ts';

/** Endpoints that load many items in the background. */
export function loadBindings(options: {
  service: CatalogueService;
  loads: Loads;
  documents: Documents;
  clock: Clock;
}): Bindings {
  const { service, loads, documents, clock } = options;
  const provenance = () => ownProvenance(clock);
  return [
    bind(stacLoadItems, async ({ params, headers, stream, principal, ipAddress, userAgent }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const contentType = String(headers['content-type'] ?? '');
      const row = await loads.accept(collection, { contentType, bytes: stream }, { principal, ipAddress, userAgent });
      const location = `${documents.collectionUrl(collection.id)}/loads/${row.id}`;
      return { status: 202, body: await loads.describe(row), headers: { location }, provenance: provenance() };
    }),
    bind(stacLoads, async ({ params, principal }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const self = documents.link('self', `${documents.collectionUrl(collection.id)}/loads`, documents.types.json);
      const body = { jobs: await loads.list(collection), links: [documents.root(), self] };
      return { body, provenance: provenance() };
    }),
    bind(stacLoad, async ({ params, principal }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const row = await loads.loadOf(collection, params.loadId);
      return { body: await loads.describe(row), provenance: provenance() };
    }),
    bind(stacLoadRefused, async ({ params, principal }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      const row = await loads.loadOf(collection, params.loadId);
      return {
        body: Readable.from(loads.refusals(row)),
        headers: { 'content-disposition': `attachment; filename="recusadas-${row.id}.ndjson"` },
        provenance: provenance(),
      };
    }),
    bind(stacDismissLoad, async ({ params, principal }) => {
      const collection = await service.collectionFor(params.collectionId, principal);
      await loads.dismiss(await loads.loadOf(collection, params.loadId));
      const row = await loads.loadOf(collection, params.loadId);
      return { body: await loads.describe(row), provenance: provenance() };
    }),
  ];
}
