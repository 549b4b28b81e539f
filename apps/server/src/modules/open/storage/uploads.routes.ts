import * as contract from '@kianda/contract/open/storage/uploads.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { StorageService } from './storage.service.ts';
import type { Uploads } from './uploads.service.ts';

/** Uploads in parts from the console. */
export function uploadBindings({ provenance }: StorageService, uploads: Uploads): Bindings {
  return [
    bind(contract.beginUpload, async (c) => ({
      data: await uploads.begin(c.body, c),
      provenance: provenance(),
      status: 201 as const,
    })),
    bind(contract.uploadState, async (c) => ({ data: await uploads.state(c.params.id, c), provenance: provenance() })),
    bind(contract.uploadPart, async (c) => ({
      data: await uploads.part(c.params.id, c.params.part, c.stream, c),
      provenance: provenance(),
    })),
    bind(contract.finishUpload, async (c) => ({
      data: await uploads.finish(c.params.id, c),
      provenance: provenance(),
      message: 'Objeto gravado.',
    })),
    bind(contract.cancelUpload, async (c) => {
      await uploads.cancel(c.params.id, c);
      return { data: { id: c.params.id }, provenance: provenance() };
    }),
  ];
}
