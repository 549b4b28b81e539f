import type { BodyOf } from '@kianda/contract';
import { noteBrowserExport } from '@kianda/contract/fleet/vessels/export-jobs.contract';
import { downloadText } from '@kianda/ui';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { notify } from '../../../../platform/notices.ts';
import { fishingTexts } from '../texts.pt.ts';
import type { FileText } from './exports.ts';

const { saved } = fishingTexts;

/** SHA-256 in hexadecimal; null where the browser computes none, which is outside secure contexts. */
async function sumOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const sum = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hands over a file that the browser made, once the audit trail knows of it; without network, once the note waits. */
export function useBrowserFile() {
  const { client } = useApplication();
  const [isRunning, setRunning] = useState(false);
  const save = async (
    { name, mediaType, text }: FileText,
    of: BodyOf<typeof noteBrowserExport>['of'],
    rows: number,
  ): Promise<void> => {
    setRunning(true);
    try {
      const bytes = new TextEncoder().encode(text);
      const note = { of, fileName: name, rows, bytes: bytes.length, sha256: await sumOf(bytes) };
      await client.submit(noteBrowserExport, { body: note });
      downloadText(name, mediaType, text);
      notify({ tone: 'success', ...(mediaType === 'text/csv' ? saved.csv(name) : saved.other(name)) });
    } catch (thrown) {
      notify({ tone: 'error', title: fishingTexts.notSaved, message: toFailure(thrown).message });
    } finally {
      setRunning(false);
    }
  };
  /** The CSV of a table. */
  const saveTable = ({ name, text, rows }: { readonly name: string; readonly text: string; readonly rows: number }) =>
    void save({ name, mediaType: 'text/csv', text }, 'table', rows);
  return { save, saveTable, isRunning };
}
