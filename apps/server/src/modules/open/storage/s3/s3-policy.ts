import type { PublicBlock } from '@kianda/contract/open/storage/bucket-settings.contract';
import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { isPublicPolicy, longestPolicy, readPolicy } from '../bucket-policy.rules.ts';
import type { OwnStorage } from '../storage.service.ts';
import { assertManages, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { readXml } from './s3-xml.ts';

const methodNotAllowed = async (): Promise<StandardAnswer> => {
  throw new S3Error('MethodNotAllowed');
};

/** The policy of an area: what everyone may read of it, without a key. */
export function createS3Policy(service: OwnStorage) {
  return {
    policy: {
      async read(call: S3Call): Promise<StandardAnswer> {
        const { settings } = await openedArea(service, call);
        if (settings?.policy == null) throw new S3Error('NoSuchBucketPolicy');
        return { contentType: 'application/json', body: Buffer.from(settings.policy) };
      },

      async put(call: S3Call): Promise<StandardAnswer> {
        const { access } = await writableArea(service, call);
        assertManages(call);
        const text = await textOf(call.body);
        const read = readPolicy(text, call.bucket);
        if ('kind' in read)
          throw new S3Error(read.kind === 'malformed' ? 'MalformedPolicy' : 'NotImplemented', read.message);
        if (isPublicPolicy(read.policy) && access?.publicBlock?.blockPublicPolicy === true)
          throw new S3Error('AccessDenied', 'O bloqueio de acesso público da área não deixa abri-la a todos.');
        await service.setSettings(call.bucket, { policy: text }, call.actor);
        return { status: 204 };
      },

      async remove(call: S3Call): Promise<StandardAnswer> {
        await writableArea(service, call);
        assertManages(call);
        await service.setSettings(call.bucket, { policy: null }, call.actor);
        return { status: 204 };
      },
    },

    status: {
      async read(call: S3Call): Promise<StandardAnswer> {
        const { access } = await openedArea(service, call);
        return xmlAnswer('PolicyStatus', { IsPublic: access?.isPublic === true });
      },
      put: methodNotAllowed,
      remove: methodNotAllowed,
    },
  };
}

const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true');
const block = z.preprocess(
  (value) => (value === '' ? {} : value),
  z.object({
    ...{ BlockPublicAcls: flag, IgnorePublicAcls: flag },
    ...{ BlockPublicPolicy: flag, RestrictPublicBuckets: flag },
  }),
);

/** GetPublicAccessBlock, PutPublicAccessBlock, DeletePublicAccessBlock. Access lists never open anything here. */
export function createS3PublicBlock(service: OwnStorage) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const found = (await openedArea(service, call)).access?.publicBlock ?? null;
      if (found === null) throw new S3Error('NoSuchPublicAccessBlockConfiguration');
      return xmlAnswer('PublicAccessBlockConfiguration', {
        ...{ BlockPublicAcls: found.blockPublicAcls, IgnorePublicAcls: found.ignorePublicAcls },
        ...{ BlockPublicPolicy: found.blockPublicPolicy, RestrictPublicBuckets: found.restrictPublicBuckets },
      });
    },

    async put(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      const written = await readXml(call.body, 'PublicAccessBlockConfiguration', block);
      const wanted: PublicBlock = {
        ...{ blockPublicAcls: written.BlockPublicAcls, ignorePublicAcls: written.IgnorePublicAcls },
        ...{ blockPublicPolicy: written.BlockPublicPolicy, restrictPublicBuckets: written.RestrictPublicBuckets },
      };
      await service.setSettings(call.bucket, { public_block: JSON.stringify(wanted) }, call.actor);
      return {};
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      await service.setSettings(call.bucket, { public_block: null }, call.actor);
      return { status: 204 };
    },
  };
}

/** A body as text. Throws `MalformedPolicy` where it is longer than a policy may be. */
async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > longestPolicy) throw new S3Error('MalformedPolicy', `A política passa de ${longestPolicy / 1024} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
