import {
  beginLayerUpload,
  finishLayerUpload,
  type LayerFile,
  sendLayerPart,
  uploadLayerFile,
} from '@kianda/contract/open/layers/layers.contract';
import { useState } from 'react';
import type { Client } from '../../../../client/client.ts';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { sendParts } from '../../../../client/send-parts.ts';

/** Up to here a file goes in one request; beyond, in parts: what has arrived stays when the line is cut. */
const singleBytes = 8 * 1_048_576;
/** The server reads the whole file before it answers. */
const readSeconds = 600;

/** A file that is sent to the server, which says what it has. */
export function useLayerFile() {
  const { client } = useApplication();
  const [file, setFile] = useState<LayerFile | null>(null);
  const [table, setTable] = useState('');
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setPart] = useState<{ readonly part: number; readonly total: number } | null>(null);

  const send = async (chosen: File | null) => {
    if (chosen === null) return;
    setSending(true);
    setProblem(null);
    setFile(null);
    try {
      const data = await sentFile(client, chosen, (part, total) => setPart({ part, total }));
      setFile(data);
      setTable(data.tables[0]?.name ?? '');
    } catch (thrown) {
      const failure = toFailure(thrown);
      setProblem(failure.issues?.[0]?.message ?? failure.message);
    } finally {
      setSending(false);
      setPart(null);
    }
  };
  const chosen = file?.tables.find(({ name }) => name === table) ?? null;
  return { file, table, setTable, chosen, isSending, sending, problem: problem ?? chosen?.refusal ?? null, send };
}

/** Sends a file; of one that an earlier attempt left half sent, the rest. Throws `CallFailure`. */
export async function sentFile(
  client: Pick<Client, 'call' | 'upload'>,
  file: File,
  onPart: (part: number, total: number) => void,
): Promise<LayerFile> {
  if (file.size <= singleBytes) {
    return (await client.upload(uploadLayerFile, { query: { fileName: file.name } }, file)).data;
  }
  const body = { fileName: file.name, sizeBytes: file.size, mark: String(file.lastModified) };
  const { id, partBytes, parts } = (await client.call(beginLayerUpload, { body })).data;
  await sendParts(file, {
    ...{ partSize: partBytes, arrived: parts, onPart },
    send: (part, bytes) => client.upload(sendLayerPart, { params: { id, part } }, bytes),
  });
  return (await client.call(finishLayerUpload, { params: { id } }, { timeoutSeconds: readSeconds })).data;
}

export type LayerFileState = ReturnType<typeof useLayerFile>;
