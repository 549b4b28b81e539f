import type { DataOf } from '@kianda/contract';
import { uploadSpatialFile } from '@kianda/contract/space/spatial/analyses.contract';
import type { InputReference } from '@kianda/contract/space/spatial/analysis-inputs';
import { NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { useApplication } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import styles from './analysis.module.css';
import { formTexts as texts } from './texts.pt.ts';

type Received = DataOf<typeof uploadSpatialFile>;
/** The server reads the whole file before it answers. */
const readSeconds = 600;

type Props = {
  /** A GeoTIFF is asked for; features otherwise. */
  readonly isField: boolean;
  readonly onChange: (reference: InputReference | null) => void;
};

/** A file that is sent to the server, which says what tables or bands it has. */
export function UploadField({ isField, onChange }: Props) {
  const { client } = useApplication();
  const id = useId();
  const [file, setFile] = useState<Received | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [table, setTable] = useState('');
  const help = isField ? texts.fieldHelp : texts.fileHelp;
  const choose = (received: Received, name: string) => {
    const chosen = received.tables.find((one) => one.name === name);
    setTable(name);
    setProblem(chosen?.refusal ?? null);
    const isUsable = chosen !== undefined && chosen.refusal === null;
    onChange(isUsable ? { kind: 'upload', fileId: received.fileId, table: name } : null);
  };
  const send = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setSending(true);
    setProblem(null);
    setFile(null);
    onChange(null);
    try {
      const sent = await client.upload(uploadSpatialFile, { query: { fileName: chosen.name } }, chosen, {
        timeoutSeconds: readSeconds,
      });
      setFile(sent.data);
      choose(sent.data, sent.data.tables[0]?.name ?? '');
    } catch (thrown) {
      const failure = toFailure(thrown);
      setProblem(failure.issues?.[0]?.message ?? failure.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <label htmlFor={id}>{texts.file}</label>
        <input
          id={id}
          type="file"
          accept={isField ? '.tif,.tiff' : '.gpkg,.geojson,.json,.fgb,.zip,.csv,.kml,.parquet'}
          onChange={({ currentTarget }) => void send(currentTarget.files?.[0])}
        />
      </div>
      <p className={styles.quiet} role="status">
        {isSending ? texts.sending : file === null ? help : texts.sent(file.name)}
      </p>
      {file === null || file.tables.length < 2 ? null : (
        <NativeSelect
          label={isField ? texts.band : texts.table}
          value={table}
          data={file.tables.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={({ currentTarget }) => choose(file, currentTarget.value)}
        />
      )}
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
