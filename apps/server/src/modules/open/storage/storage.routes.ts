import * as previews from '@kianda/contract/open/storage/preview.contract';
import * as contract from '@kianda/contract/open/storage/storage.contract';
import * as uploading from '@kianda/contract/open/storage/uploads.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { rangeOf } from './content/range.ts';
import { lifecycleJobName } from './lifecycle.jobs.ts';
import { previewObject } from './preview/preview.ts';
import type { createLinkSigner, SharedLink } from './signed-links.rules.ts';
import { type StorageService, unknownObject } from './storage.service.ts';
import type { Uploads } from './uploads.service.ts';

/** Types that a browser shows by itself; anything else is a file to save. */
const shown = /^(image\/(png|jpeg|webp|gif)|application\/(json|pdf)|text\/(plain|csv))/;

/** One storage, and the links that open objects of it. */
export type StorageContext = {
  readonly service: StorageService;
  readonly links: ReturnType<typeof createLinkSigner>;
  readonly linkTo: (object: SharedLink) => string;
};

export function storageBindings(options: {
  /** What people see. */
  context: StorageContext;
  /** The platform's own: the same, unless theirs is elsewhere. */
  own: StorageContext;
  uploads: Uploads;
  clock: Clock;
  queue: () => Pick<JobQueue, 'enqueue' | 'nextRun'>;
}): Bindings {
  const { context: desk, uploads, clock } = options;
  const { service } = desk;
  const at = (measuredAtMs: number) => service.provenance(measuredAtMs);
  const own = () => service.provenance();
  const isOwn = desk === options.own;

  async function send(
    { storage, ask, provenance }: StorageService,
    fullKey: string,
    headers: RequestContext<typeof contract.readObject>['headers'],
    download: boolean,
    versionId?: string,
  ): Promise<StandardAnswer> {
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
        // What people upload never acts as a page of ours.
        'content-security-policy': "default-src 'none'; sandbox",
        // Compressing would make the length a lie.
        'cache-control': 'private, no-cache, no-transform',
        ...(range === null ? {} : { 'content-range': `bytes ${range.first}-${range.last}/${opened.sizeBytes}` }),
      },
      body: opened.bytes,
    };
  }

  return [
    bind(contract.listBuckets, async () => {
      const { buckets, measuredAtMs } = await service.buckets();
      return { data: { buckets }, provenance: at(measuredAtMs) };
    }),
    bind(contract.bucketInfo, async ({ params, principal }) => {
      const { info, measuredAtMs } = await service.info(params.name, principal);
      return { data: info, provenance: at(measuredAtMs) };
    }),
    bind(contract.bucketObjects, async ({ params, query }) => ({
      data: await service.objects(params.name, query),
      provenance: own(),
    })),
    bind(contract.storageStats, async () => {
      const { stats, measuredAtMs } = await service.stats();
      return { data: stats, provenance: at(measuredAtMs) };
    }),
    bind(contract.minioListBuckets, async () => {
      const { buckets, measuredAtMs } = await service.buckets();
      const told = buckets.map(({ name, createdAt, size, objects }) => ({
        name,
        creationDate: createdAt,
        size,
        objects,
      }));
      return { body: { buckets: told }, provenance: at(measuredAtMs) };
    }),
    bind(contract.minioAccountInfo, async ({ principal }) => {
      const [{ buckets, measuredAtMs }, usage] = await Promise.all([service.buckets(), service.usage()]);
      const Buckets = buckets.map(({ name, kind, size, objects, createdAt }) => {
        const used = usage.find((entry) => entry.name === name && entry.kind === kind);
        return {
          name,
          size,
          objects,
          objectHistogram: used?.histogram ?? {},
          objectsVersionsHistogram: {},
          details: {
            versioning: used?.versioning === 'enabled',
            versioningSuspended: used?.versioning === 'suspended',
            locking: false,
            replication: false,
            tags: null,
            quota: null,
          },
          prefixUsage: {},
          created: createdAt,
          access: { read: true, write: kind === 'user' },
        };
      });
      return {
        body: { AccountName: principal.email, Server: { Type: service.storage.kind }, Policy: {}, Buckets },
        provenance: at(measuredAtMs),
      };
    }),
    bind(contract.s3ListBuckets, async ({ principal }) => {
      const { buckets, measuredAtMs } = await service.buckets();
      const entries = buckets.map(({ name, createdAt, lastModified }) => {
        const date = createdAt ?? lastModified ?? new Date(0).toISOString();
        return `<Bucket><Name>${xml(name)}</Name><CreationDate>${date}</CreationDate></Bucket>`;
      });
      const owner = `<Owner><ID>${principal.accountId}</ID><DisplayName>${xml(principal.email)}</DisplayName></Owner>`;
      const head =
        '<?xml version="1.0" encoding="UTF-8"?>\n<ListAllMyBucketsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">';
      return {
        contentType: 'application/xml',
        provenance: at(measuredAtMs),
        body: `${head}${owner}<Buckets>${entries.join('')}</Buckets></ListAllMyBucketsResult>`,
      };
    }),
    bind(contract.createBucket, async (c) => {
      await service.create(c.body, c);
      return { data: { name: c.body.name }, provenance: own(), status: 201 as const, message: 'Área criada.' };
    }),
    bind(contract.deleteBucket, async (c) => {
      await service.remove(c.params.name, c);
      return { data: { name: c.params.name }, provenance: own(), message: 'Área eliminada.' };
    }),
    bind(contract.putLifecycle, async (c) => ({
      data: { rules: await service.setRules(c.params.name, c.body.rules, c) },
      provenance: own(),
      message: 'Regras guardadas.',
    })),
    bind(previews.previewLifecycle, async ({ params, body, signal }) => {
      const found = await service.previewRules(params.name, body.rules, signal);
      // Elsewhere the rules are applied by whoever keeps the objects, at hours of its own.
      const nextRunAt = isOwn ? options.queue().nextRun(lifecycleJobName) : null;
      return { data: { ...found, nextRunAt }, provenance: own() };
    }),
    bind(previews.runLifecycle, async (c) => {
      if (!isOwn)
        throw new AppError('conflict', { detail: 'O armazenamento é outro, e aplica ele próprio as regras.' });
      const id = await options.queue().enqueue(lifecycleJobName, {}, { actorId: c.principal.accountId });
      await service.record(c, 'data.modify', 'lifecycle', { act: 'run-lifecycle', job: id });
      return { data: { id }, provenance: own(), message: 'Eliminação por idade na fila.' };
    }),
    bind(previews.previewObject, async ({ params, query, principal, signal }) => {
      const key = await service.readable(params.name, query.key, principal);
      const open: ObjectStorage['open'] = (...asked) =>
        service.ask('carregar o objeto', () => service.storage.open(...asked), 's3:GetObject');
      return { data: await previewObject({ open }, key, { band: query.band, signal }), provenance: own() };
    }),
    bind(contract.readObject, async ({ params, query, principal, headers }) =>
      send(
        service,
        await service.readable(params.name, query.key, principal),
        headers,
        query.download === '1',
        service.versions.checked(query.versionId),
      ),
    ),
    bind(contract.objectVersions, async ({ params, query }) => ({
      data: await service.versions.list(params.name, query),
      provenance: own(),
    })),
    bind(contract.restoreVersion, async (c) => {
      await service.versions.restore(c.params.name, c.body.key, c.body.versionId, c);
      service.forget();
      return { data: { key: c.body.key }, provenance: own(), message: 'Versão reposta.' };
    }),
    bind(contract.removeVersion, async (c) => {
      const { key, versionId } = c.query;
      await service.versions.remove(c.params.name, key, versionId, c);
      service.forget();
      return { data: { key, versionId }, provenance: own(), message: 'Versão eliminada.' };
    }),
    bind(contract.writeObject, async (c) => {
      const given = c.headers['content-type'];
      const contentType = typeof given === 'string' ? given.slice(0, 200) : 'application/octet-stream';
      const data = await service.write(c.params.name, c.query.key, c.stream, contentType, c);
      return {
        data,
        provenance: own(),
        status: 201 as const,
        message: data.replaced ? 'Objeto substituído.' : 'Objeto gravado.',
      };
    }),
    bind(contract.removeObject, async (c) => {
      await service.removeObject(c.params.name, c.query.key, c);
      return { data: { key: c.query.key }, provenance: own(), message: 'Objeto eliminado.' };
    }),
    bind(contract.shareObject, async (c) => {
      const { key, expiresInSeconds } = c.body;
      const bucket = c.params.name;
      const fullKey = await service.readable(bucket, key, c.principal);
      if (!(await service.exists(fullKey))) throw unknownObject();
      const expires = Math.floor(clock.nowMs() / 1000) + expiresInSeconds;
      const expiresAt = new Date(expires * 1000).toISOString();
      await service.record(c, 'data.export', `${bucket}/${key}`, { act: 'share', expiresAt });
      return { data: { url: desk.linkTo({ bucket, key, expires }), expiresAt }, provenance: own() };
    }),
    bind(contract.sharedObject, async ({ query, headers }) => {
      const { bucket, key, expires, signature } = query;
      const opened = [desk, options.own].find(({ links }) => links.matches({ bucket, key, expires }, signature));
      if (opened === undefined || expires * 1000 <= clock.nowMs()) throw new AppError('link_invalid');
      return send(opened.service, await opened.service.readable(bucket, key, null), headers, false);
    }),
    bind(uploading.beginUpload, async (c) => ({
      data: await uploads.begin(c.body, c),
      provenance: own(),
      status: 201 as const,
    })),
    bind(uploading.uploadState, async (c) => ({ data: await uploads.state(c.params.id, c), provenance: own() })),
    bind(uploading.uploadPart, async (c) => ({
      data: await uploads.part(c.params.id, c.params.part, c.stream, c),
      provenance: own(),
    })),
    bind(uploading.finishUpload, async (c) => ({
      data: await uploads.finish(c.params.id, c),
      provenance: own(),
      message: 'Objeto gravado.',
    })),
    bind(uploading.cancelUpload, async (c) => {
      await uploads.cancel(c.params.id, c);
      return { data: { id: c.params.id }, provenance: own() };
    }),
  ];
}

function xml(text: string): string {
  return text.replaceAll(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
