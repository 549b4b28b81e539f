import * as previews from '@kianda/contract/open/storage/preview.contract';
import * as contract from '@kianda/contract/open/storage/storage.contract';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { rangeOf } from './content/range.ts';
import { unknownObject } from './own-objects.service.ts';
import { previewObject } from './preview/preview.ts';
import type { StorageRoutes } from './storage.context.ts';
import type { StorageService } from './storage.service.ts';

/** Types that a browser shows by itself; anything else is a file to save. */
const shown = /^(image\/(png|jpeg|webp|gif)|application\/(json|pdf)|text\/(plain|csv))/;

export function objectBindings(service: StorageService): Bindings {
  const { provenance } = service;
  return [
    bind(previews.previewObject, async ({ params, query, principal, signal }) => {
      const key = await service.readable(params.name, query.key, principal);
      const open: ObjectStorage['open'] = (...parameters) =>
        service.ask('carregar o objeto', () => service.storage.open(...parameters), 's3:GetObject');
      return { data: await previewObject({ open }, key, { band: query.band, signal }), provenance: provenance() };
    }),
    bind(contract.readObject, async ({ params, query, principal, headers }) =>
      sendObject(service, {
        fullKey: await service.readable(params.name, query.key, principal),
        headers,
        download: query.download === '1',
        versionId: service.versions.checked(query.versionId),
      }),
    ),
    bind(contract.writeObject, async (c) => {
      const type = c.headers['content-type'];
      const contentType = typeof type === 'string' ? type.slice(0, 200) : 'application/octet-stream';
      const address = { bucket: c.params.name, key: c.query.key };
      const data = await service.write(address, { bytes: c.stream, contentType }, c);
      return {
        data,
        provenance: provenance(),
        status: 201 as const,
        message: data.replaced ? 'Objeto substituído.' : 'Objeto gravado.',
      };
    }),
    bind(contract.removeObject, async (c) => {
      await service.removeObject({ bucket: c.params.name, key: c.query.key }, c);
      return { data: { key: c.query.key }, provenance: provenance(), message: 'Objeto eliminado.' };
    }),
  ];
}

export function versionBindings(service: StorageService): Bindings {
  const { provenance } = service;
  return [
    bind(contract.objectVersions, async ({ params, query }) => ({
      data: await service.versions.list(params.name, query),
      provenance: provenance(),
    })),
    bind(contract.restoreVersion, async (c) => {
      await service.versions.restore(c.params.name, c.body.key, c.body.versionId, c);
      await service.changed({ bucket: c.params.name, key: c.body.key });
      return { data: { key: c.body.key }, provenance: provenance(), message: 'Versão reposta.' };
    }),
    bind(contract.removeVersion, async (c) => {
      const { key, versionId } = c.query;
      await service.versions.remove(c.params.name, key, versionId, c);
      await service.changed({ bucket: c.params.name, key });
      return { data: { key, versionId }, provenance: provenance(), message: 'Versão eliminada.' };
    }),
  ];
}

/** Signed links that open one object without a session. */
export function sharingBindings({ context, own, clock }: StorageRoutes): Bindings {
  const { service } = context;
  return [
    bind(contract.shareObject, async (c) => {
      const { key, expiresInSeconds } = c.body;
      const bucket = c.params.name;
      const fullKey = await service.readable(bucket, key, c.principal);
      if (!(await service.exists(fullKey))) throw unknownObject();
      const expires = Math.floor(clock.nowMs() / 1000) + expiresInSeconds;
      const expiresAt = new Date(expires * 1000).toISOString();
      await service.record(c, 'data.export', `${bucket}/${key}`, { act: 'share', expiresAt });
      return {
        data: { url: context.linkTo({ bucket, key, expires }), expiresAt },
        provenance: service.provenance(),
      };
    }),
    bind(contract.sharedObject, async ({ query, headers }) => {
      const { bucket, key, expires, signature } = query;
      const opened = [context, own].find(({ links }) => links.matches({ bucket, key, expires }, signature));
      if (opened === undefined || expires * 1000 <= clock.nowMs()) throw new AppError('link_invalid');
      const fullKey = await opened.service.readable(bucket, key, null);
      return sendObject(opened.service, { fullKey, headers, download: false });
    }),
  ];
}

/** The bytes of an object, or the range of them that is asked for. */
async function sendObject(
  { storage, ask, provenance }: StorageService,
  object: {
    readonly fullKey: string;
    readonly headers: RequestContext<typeof contract.readObject>['headers'];
    readonly download: boolean;
    readonly versionId?: string | undefined;
  },
): Promise<StandardAnswer> {
  const { fullKey, headers, download, versionId } = object;
  const header = typeof headers.range === 'string' ? headers.range : undefined;
  const open = () => storage.open(fullKey, (size) => rangeOf(header, size), versionId);
  const opened = await ask('carregar o objeto', open, 's3:GetObject');
  if (opened === null) throw unknownObject();
  const range = rangeOf(header, opened.sizeBytes);
  const contentType = mediaTypeOf(fullKey);
  const name = encodeURIComponent(fullKey.slice(fullKey.lastIndexOf('/') + 1));
  const inline = !download && shown.test(contentType);
  const length = range === null ? opened.sizeBytes : range.last - range.first + 1;
  return {
    status: range === null ? 200 : 206,
    contentType,
    provenance: provenance(Date.parse(opened.modifiedAt)),
    headers: {
      'accept-ranges': 'bytes',
      'content-length': String(length),
      'last-modified': new Date(opened.modifiedAt).toUTCString(),
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      // The sandbox keeps an uploaded file from acting as a page of the platform.
      'content-security-policy': "default-src 'none'; sandbox",
      // A proxy that compressed the body would make the length wrong.
      'cache-control': 'private, no-cache, no-transform',
      ...(range === null ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${opened.sizeBytes}` }),
    },
    body: opened.bytes,
  };
}
