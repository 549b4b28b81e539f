import type { Endpoint, InputOf } from '@kianda/contract';
import { downloadBlob } from '@kianda/ui';
import { useCallback } from 'react';
import { useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { notify } from '../../../platform/notices.ts';
import { filePreviewTexts } from './texts.pt.ts';

/** Saves the file of an endpoint under a name; a failure is said in a notice. */
export function useFileDownload() {
  const { client } = useApplication();
  return useCallback(
    <E extends Endpoint>(endpoint: E, input: InputOf<E>, name: string) => {
      client
        .download(endpoint, input)
        .then((blob) => downloadBlob(name, blob))
        .catch((thrown: unknown) =>
          notify({ tone: 'error', message: filePreviewTexts.downloadFailed(toFailure(thrown).message) }),
        );
    },
    [client],
  );
}
