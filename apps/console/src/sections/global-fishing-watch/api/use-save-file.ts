import type { Endpoint, InputOf } from '@kianda/contract';
import { downloadBlob } from '@kianda/ui';
import { useState } from 'react';
import { useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { notify } from '../../../platform/notices.ts';
import { fishingTexts } from '../texts.pt.ts';

/** A report is drawn while one waits. */
const longestSeconds = 90;

/** Saves the file of an endpoint; says how it went. One at a time. */
export function useSaveFile() {
  const { client } = useApplication();
  const [isRunning, setRunning] = useState(false);
  const save = async <E extends Endpoint>(endpoint: E, input: InputOf<E>, name: string): Promise<void> => {
    setRunning(true);
    try {
      downloadBlob(name, await client.download(endpoint, input, { timeoutSeconds: longestSeconds }));
    } catch (thrown) {
      notify({ tone: 'error', title: fishingTexts.notSaved, message: toFailure(thrown).message });
    } finally {
      setRunning(false);
    }
  };
  return { save, isRunning };
}
