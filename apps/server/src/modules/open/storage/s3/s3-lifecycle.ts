import { type BucketRule, bucketRuleSchema } from '@kianda/contract/open/storage/bucket-settings.contract';
import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import { ruleFault } from '../lifecycle.rules.ts';
import type { OwnStorage } from '../storage.service.ts';
import { assertManages, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { versionsOf } from './s3-versions.ts';
import { readXml } from './s3-xml.ts';

const mostRules = 100;
const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
const tag = z.strictObject({ Key: z.string(), Value: z.string() });
const tags = z
  .union([tag, z.array(tag)])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()));
const emptyAsNone = (value: unknown) => (value === '' ? {} : value);

/** A rule that this storage can do. Other kinds of S3, such as moves to colder storage, are refused. */
const rule = z.strictObject({
  ID: z.string().optional(),
  Status: z.enum(['Enabled', 'Disabled']),
  Prefix: z.string().optional(),
  Filter: z
    .preprocess(
      emptyAsNone,
      z.strictObject({
        Prefix: z.string().optional(),
        Tag: tags,
        And: z.strictObject({ Prefix: z.string().optional(), Tag: tags }).optional(),
      }),
    )
    .optional(),
  Expiration: z
    .strictObject({
      Days: count.optional(),
      Date: z.string().optional(),
      ExpiredObjectDeleteMarker: z.enum(['true', 'false']).optional(),
    })
    .optional(),
  NoncurrentVersionExpiration: z
    .strictObject({ NoncurrentDays: count, NewerNoncurrentVersions: count.optional() })
    .optional(),
  AbortIncompleteMultipartUpload: z.strictObject({ DaysAfterInitiation: count }).optional(),
});
const configuration = z.object({
  Rule: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.unknown()).min(1).max(mostRules)),
});
type WrittenRule = z.output<typeof rule>;

/** Bucket lifecycle by the S3 protocol. Rules of plain age are also those of the console's form of ages. */
export function createS3Lifecycle(service: OwnStorage) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      const rules = await service.rules(call.bucket);
      if (rules.length === 0) throw new S3Error('NoSuchLifecycleConfiguration');
      return xmlAnswer('LifecycleConfiguration', { Rule: rules.map(memberOf) });
    },

    async put(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      const { Rule } = await readXml(call.body, 'LifecycleConfiguration', configuration);
      const rules = Rule.map(ruleOf);
      if (rules.some(({ noncurrentDays }) => noncurrentDays !== null)) versionsOf(service);
      const names = rules.map(({ name }) => name).filter((name) => name !== '');
      if (new Set(names).size < names.length) throw new S3Error('InvalidArgument', 'Duas regras têm o mesmo ID.');
      await service.replaceRules(call.bucket, rules, call.actor);
      return {};
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      await service.replaceRules(call.bucket, [], call.actor);
      return { status: 204 };
    },
  };
}

function ruleOf(written: unknown): BucketRule {
  const read = rule.safeParse(written);
  if (!read.success) throw refusal(written);
  const checked = bucketRuleSchema.safeParse(draftOf(read.data));
  if (!checked.success)
    throw new S3Error('InvalidArgument', 'Uma regra tem de 1 a 36 500 dias, e um prefixo de 500 caracteres no máximo.');
  const fault = ruleFault(checked.data);
  if (fault !== null) throw new S3Error('InvalidRequest', fault);
  return checked.data;
}

/** Why a rule is not read: it asks for more than this storage does, or it is no rule. */
function refusal(written: unknown): S3Error {
  const isObject = typeof written === 'object' && written !== null;
  const isStatus = isObject && 'Status' in written && (written.Status === 'Enabled' || written.Status === 'Disabled');
  return isStatus
    ? new S3Error(
        'NotImplemented',
        'Uma regra elimina objetos, versões, marcas ou envios, por prefixo e etiquetas; outras coisas não faz.',
      )
    : new S3Error('MalformedXML');
}

function draftOf({ ID, Status, Prefix, Filter, ...written }: WrittenRule): BucketRule {
  const { Days, Date: on, ExpiredObjectDeleteMarker } = written.Expiration ?? {};
  const { NoncurrentDays, NewerNoncurrentVersions } = written.NoncurrentVersionExpiration ?? {};
  const chosen = [...(Filter?.Tag ?? []), ...(Filter?.And?.Tag ?? [])];
  return {
    ...{ name: ID ?? '', isEnabled: Status === 'Enabled' },
    prefix: Filter?.And?.Prefix ?? Filter?.Prefix ?? Prefix ?? '',
    tags: chosen.map(({ Key, Value }): [string, string] => [Key, Value]),
    ...{ days: Days ?? null, onDate: on === undefined ? null : instantOf(on) },
    ...{ noncurrentDays: NoncurrentDays ?? null, newerNoncurrent: NewerNoncurrentVersions ?? null },
    expiredMarkers: ExpiredObjectDeleteMarker === 'true',
    abortDays: written.AbortIncompleteMultipartUpload?.DaysAfterInitiation ?? null,
  };
}

function instantOf(text: string): string {
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new S3Error('InvalidArgument', '«Date» não é uma data.');
  return new Date(ms).toISOString();
}

function memberOf(stored: BucketRule): object {
  const { name, isEnabled, prefix, tags: chosen, days, onDate, noncurrentDays, newerNoncurrent } = stored;
  const Tag = chosen.map(([Key, Value]) => ({ Key, Value }));
  const isPlain = Tag.length === 0;
  const expires = days !== null || onDate !== null || stored.expiredMarkers;
  return {
    ID: name === '' ? undefined : name,
    Status: isEnabled ? 'Enabled' : 'Disabled',
    Filter: isPlain
      ? { Prefix: prefix }
      : prefix === '' && Tag.length === 1
        ? { Tag }
        : { And: { Prefix: prefix, Tag } },
    ...(expires
      ? {
          Expiration: {
            ...{ Days: days ?? undefined, Date: onDate ?? undefined },
            ExpiredObjectDeleteMarker: stored.expiredMarkers ? true : undefined,
          },
        }
      : {}),
    ...(noncurrentDays === null
      ? {}
      : {
          NoncurrentVersionExpiration: {
            ...{ NoncurrentDays: noncurrentDays, NewerNoncurrentVersions: newerNoncurrent ?? undefined },
          },
        }),
    ...(stored.abortDays === null ? {} : { AbortIncompleteMultipartUpload: { DaysAfterInitiation: stored.abortDays } }),
  };
}
