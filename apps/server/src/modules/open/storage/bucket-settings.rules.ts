import {
  type CorsRule,
  corsRulesSchema,
  type PublicBlock,
  publicBlockSchema,
} from '@kianda/contract/open/storage/bucket-settings.contract';
import { z } from 'zod';
import { type BucketPolicy, isPublicPolicy, readPolicy } from './bucket-policy.rules.ts';
import type { BucketSettingsRow } from './object-versions.repository.ts';

const tagsSchema = z.array(z.tuple([z.string(), z.string()]));

/** Choices about who reads an area, from its row. */
export type AreaAccess = {
  readonly cors: readonly CorsRule[];
  readonly policy: BucketPolicy;
  readonly publicBlock: PublicBlock | null;
  readonly tags: readonly (readonly [name: string, value: string])[];
  /** Whether anything of it is open to everyone now. */
  readonly isPublic: boolean;
};

/** Choices that a row holds. A policy that can no longer be read opens nothing. */
export function accessOf(name: string, row: BucketSettingsRow | undefined): AreaAccess {
  const read = row?.policy == null ? null : readPolicy(row.policy, name);
  const policy = read !== null && 'policy' in read ? read.policy : [];
  const publicBlock = publicBlockSchema.nullable().parse(row?.public_block ?? null);
  return {
    cors: corsRulesSchema.parse(row?.cors ?? []),
    policy,
    publicBlock,
    tags: tagsSchema.parse(row?.tags ?? []),
    isPublic: isPublicPolicy(policy) && publicBlock?.restrictPublicBuckets !== true,
  };
}
