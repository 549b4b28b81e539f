import { type LifecycleRule, lifecycleRuleSchema } from '@kianda/contract/open/storage/storage.contract';
import { z } from 'zod';
import type { StandardAnswer } from '../../../../platform/http/bind.ts';
import type { OwnStorage } from '../storage.service.ts';
import { assertManages, openedArea, type S3Call, writableArea, xmlAnswer } from './s3-call.ts';
import { S3Error } from './s3-error.ts';
import { readXml } from './s3-xml.ts';

const mostRules = 20;

/** A rule that this storage can do: objects of a prefix go some days after their last change. Anything else is refused. */
const rule = z.strictObject({
  ID: z.string().optional(),
  Status: z.literal('Enabled'),
  Prefix: z.string().optional(),
  Filter: z
    .preprocess((value) => (value === '' ? {} : value), z.strictObject({ Prefix: z.string().optional() }))
    .optional(),
  Expiration: z.strictObject({
    Days: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number),
  }),
});
const configuration = z.object({
  Rule: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.unknown()).min(1).max(mostRules)),
});

/** Bucket lifecycle by the S3 protocol, over the rules that the console has. */
export function createS3Lifecycle(service: OwnStorage) {
  return {
    async read(call: S3Call): Promise<StandardAnswer> {
      await openedArea(service, call);
      const rules = await service.rules(call.bucket);
      if (rules.length === 0) throw new S3Error('NoSuchLifecycleConfiguration');
      return xmlAnswer('LifecycleConfiguration', {
        Rule: rules.map(({ prefix, days }) => ({
          ID: prefix === '' ? 'tudo' : prefix.slice(0, 255),
          Status: 'Enabled',
          Filter: { Prefix: prefix },
          Expiration: { Days: days },
        })),
      });
    },

    async put(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      const { Rule } = await readXml(call.body, 'LifecycleConfiguration', configuration);
      const rules = Rule.map((written): LifecycleRule => {
        const read = rule.safeParse(written);
        if (!read.success) {
          throw new S3Error('NotImplemented', 'Só há regras ativas que eliminam objetos de um prefixo ao fim de dias.');
        }
        const { Prefix, Filter, Expiration } = read.data;
        const checked = lifecycleRuleSchema.safeParse({
          prefix: Filter?.Prefix ?? Prefix ?? '',
          days: Expiration.Days,
        });
        if (!checked.success) {
          throw new S3Error(
            'InvalidArgument',
            'Uma regra tem de 1 a 36 500 dias, e um prefixo de 500 caracteres no máximo.',
          );
        }
        return checked.data;
      });
      await service.setRules(call.bucket, rules, call.actor);
      return {};
    },

    async remove(call: S3Call): Promise<StandardAnswer> {
      await writableArea(service, call);
      assertManages(call);
      await service.setRules(call.bucket, [], call.actor);
      return { status: 204 };
    },
  };
}
