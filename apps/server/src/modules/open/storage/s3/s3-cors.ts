import { type CorsRule, corsRuleSchema } from '@kianda/contract/open/storage/bucket-settings.contract';
import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { OwnStorage } from '../storage.service.ts';
import { assertManages, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { readXml } from './s3-xml.ts';

const mostRules = 100;
const mostXmlBytes = 64 * 1024;
const texts = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()));
const rule = z.strictObject({
  ID: z.string().optional(),
  AllowedOrigin: texts,
  AllowedMethod: texts,
  AllowedHeader: texts,
  ExposeHeader: texts,
  MaxAgeSeconds: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional(),
});
const configuration = z.object({
  CORSRule: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(rule).min(1).max(mostRules)),
});

/** GetBucketCors, PutBucketCors, DeleteBucketCors. */
export function createS3Cors(service: OwnStorage) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      const rules = (await openedArea(service, call)).access?.cors ?? [];
      if (rules.length === 0) throw new S3Error('NoSuchCORSConfiguration');
      return xmlAnswer('CORSConfiguration', { CORSRule: rules.map(memberOf) });
    },

    async put(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      const { CORSRule } = await readXml(call.body, 'CORSConfiguration', configuration, mostXmlBytes);
      const rules = CORSRule.map(ruleOf);
      await service.setSettings(call.bucket, { cors: JSON.stringify(rules) }, call.actor);
      return {};
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      await service.setSettings(call.bucket, { cors: null }, call.actor);
      return { status: 204 };
    },
  };
}

function ruleOf(written: z.output<typeof rule>): CorsRule {
  const checked = corsRuleSchema.safeParse({
    id: written.ID ?? null,
    ...{ origins: written.AllowedOrigin, methods: written.AllowedMethod, headers: written.AllowedHeader },
    ...{ exposed: written.ExposeHeader, maxAgeSeconds: written.MaxAgeSeconds ?? null },
  });
  if (checked.success) return checked.data;
  throw new S3Error(
    'InvalidRequest',
    'Uma regra CORS tem origens e cabeçalhos com um «*» no máximo, métodos GET, PUT, POST, DELETE ou HEAD, e até 86 400 s.',
  );
}

const memberOf = ({ id, origins, methods, headers, exposed, maxAgeSeconds }: CorsRule) => ({
  ID: id ?? undefined,
  ...{ AllowedOrigin: origins, AllowedMethod: methods, AllowedHeader: headers, ExposeHeader: exposed },
  MaxAgeSeconds: maxAgeSeconds ?? undefined,
});
