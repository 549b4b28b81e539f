import type { Provenance } from '@kianda/contract';
import * as contract from '@kianda/contract/open/storage/s3.contract';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import type { createS3Gate } from './s3-gate.ts';
import type { S3Keys } from './s3-keys.ts';

export function s3Bindings(options: {
  keys: S3Keys;
  gate: ReturnType<typeof createS3Gate>;
  address: { readonly endpoint: string; readonly host: string };
  reason: string | null;
  provenance: () => Provenance;
}): Bindings {
  const { keys, gate, address, reason, provenance } = options;
  return [
    bind(contract.listS3Keys, async ({ principal }) => ({
      data: { keys: await keys.list(principal), ...address, reason },
      provenance: provenance(),
    })),
    bind(contract.createS3Key, async (c) => ({
      data: await keys.create(c.body, c),
      provenance: provenance(),
      status: 201 as const,
      message: 'Chave criada.',
    })),
    bind(contract.revokeS3Key, async (c) => {
      await keys.revoke(c.params.accessKey, c);
      return { data: { accessKey: c.params.accessKey }, provenance: provenance(), message: 'Chave revogada.' };
    }),
    bind(contract.s3Service, gate),
    bind(contract.s3Read, gate),
    bind(contract.s3Write, gate),
    bind(contract.s3Act, gate),
    bind(contract.s3Remove, gate),
    bind(contract.s3Preflight, gate),
  ];
}
