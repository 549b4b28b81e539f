import type { Endpoint, InputOf } from '@kianda/contract';
import { listExports, startExport } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { downloadBlob } from '@kianda/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { askAgain } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { fishingTexts } from '../texts.pt.ts';

type Later = InputOf<typeof startExport>['body'];

/** A report is drawn while one waits. */
const longestSeconds = 90;

/** Saves the file of an endpoint; one too large to wait for is prepared in the background. Says how it went. */
export function useSaveFile() {
  const { client } = useApplication();
  const [isRunning, setRunning] = useState(false);
  const queries = useQueryClient();
  /** `later`: the same as a request for the background. */
  const save = async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    name: string,
    later?: Later,
  ): Promise<void> => {
    setRunning(true);
    try {
      downloadBlob(name, await client.download(endpoint, input, { timeoutSeconds: longestSeconds }));
      notify({ tone: 'success', ...fishingTexts.saved.other(name) });
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code === 'export_too_large' && later !== undefined) await prepare(later);
      else notify({ tone: 'error', title: fishingTexts.notSaved, message: failure.message });
    } finally {
      setRunning(false);
    }
  };
  const prepare = async (body: Later): Promise<void> => {
    try {
      await client.call(startExport, { body });
      await askAgain(queries, listExports);
      notify({ tone: 'info', ...fishingTexts.preparing });
    } catch (thrown) {
      notify({ tone: 'error', title: fishingTexts.notSaved, message: toFailure(thrown).message });
    }
  };
  return { save, prepare, isRunning };
}
