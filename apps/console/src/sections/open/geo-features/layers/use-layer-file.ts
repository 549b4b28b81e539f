import { type LayerFile, uploadLayerFile } from '@kianda/contract/open/layers/layers.contract';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';

/** A file that is sent to the server, which says what it has. */
export function useLayerFile() {
  const { client } = useApplication();
  const [file, setFile] = useState<LayerFile | null>(null);
  const [table, setTable] = useState('');
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (chosen: File | null) => {
    if (chosen === null) return;
    setSending(true);
    setProblem(null);
    setFile(null);
    try {
      const { data } = await client.upload(uploadLayerFile, { query: { fileName: chosen.name } }, chosen);
      setFile(data);
      setTable(data.tables[0]?.name ?? '');
    } catch (thrown) {
      const failure = toFailure(thrown);
      setProblem(failure.issues?.[0]?.message ?? failure.message);
    } finally {
      setSending(false);
    }
  };
  const chosen = file?.tables.find(({ name }) => name === table) ?? null;
  return { file, table, setTable, chosen, isSending, problem: problem ?? chosen?.refusal ?? null, send };
}

export type LayerFileState = ReturnType<typeof useLayerFile>;
