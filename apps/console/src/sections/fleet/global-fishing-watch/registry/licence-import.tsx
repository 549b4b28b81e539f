import type { DataOf } from '@kianda/contract';
import {
  importLicences,
  licenceTemplate,
  previewLicences,
} from '@kianda/contract/fleet/surveillance/licence-import.contract';
import { licenceZones, listLicences } from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatNumber } from '@kianda/format';
import { Dialog, FactList } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { askAgain } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { Mapping } from '../../../shared/intake/mapping.tsx';
import { PreviewRows } from '../../../shared/intake/preview-rows.tsx';
import { useFileDownload } from '../../../shared/intake/use-file-download.ts';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { importTexts as texts } from './texts.pt.ts';

type Shown = DataOf<typeof previewLicences>;
const mostBytes = 10 * 1024 * 1024;
const count = (value: number) => formatNumber(value, { maxDecimals: 0 });

/** The chosen file, the server's check of it, and the writing of its licences. */
function useLicenceFile(onDone: () => void) {
  const { client } = useApplication();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<readonly (string | null)[] | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const queryOf = (name: string, mapped: readonly (string | null)[] | null) => ({
    fileName: name.slice(0, 200),
    ...(mapped === null ? {} : { columns: mapped.map((name) => name ?? '').join(',') }),
  });
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure(toFailure(thrown).message);
    } finally {
      setBusy(false);
    }
  };
  const check = (chosen: File, mapped: readonly (string | null)[] | null) =>
    attempt(async () => {
      setColumns(mapped);
      const { data } = await client.upload(previewLicences, { query: queryOf(chosen.name, mapped) }, chosen);
      setShown(data);
    });
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile(chosen);
    setShown(null);
    if (chosen.size > mostBytes) setFailure(texts.tooBig);
    else await check(chosen, null);
  };
  const write = (chosen: File) =>
    attempt(async () => {
      const { data } = await client.upload(importLicences, { query: queryOf(chosen.name, columns) }, chosen);
      for (const changed of [listLicences, licenceZones]) await askAgain(queries, changed);
      notify({ tone: 'success', message: texts.done(data.created, data.updated) });
      onDone();
    });

  return { file, shown, isBusy, failure, check, choose, write };
}
type LicenceFile = ReturnType<typeof useLicenceFile>;

/** Licences from a file: what each row says and what is wrong in it, before anything is written. */
export default function LicenceImport({ onClose }: { readonly onClose: () => void }) {
  const source = useLicenceFile(onClose);
  const { file, shown, isBusy, failure } = source;
  const preview = shown?.preview ?? null;
  return (
    <Dialog onClose={onClose} title={texts.title} size="xl">
      <div className={styles.stack}>
        <p className={styles.note}>{texts.description}</p>
        <FileChoice source={source} />
        <p role="status">{isBusy && file !== null ? texts.reading(file.name) : null}</p>
        {failure === null ? null : (
          <p className={styles.warning} role="alert">
            {failure}
          </p>
        )}
        {shown === null || file === null ? null : <Preview file={file} shown={shown} source={source} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {fishingTexts.cancel}
          </Button>
          <Button
            disabled={preview === null || file === null || preview.missing.length > 0 || preview.valid === 0}
            loading={isBusy}
            onClick={() => {
              if (file !== null) void source.write(file);
            }}
          >
            {texts.confirm(preview?.valid ?? 0)}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

function FileChoice({ source: { file, isBusy, choose } }: { readonly source: LicenceFile }) {
  const download = useFileDownload();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Group gap="xs">
        <Button variant={file === null ? 'filled' : 'default'} onClick={() => input.current?.click()} loading={isBusy}>
          {file === null ? texts.choose : texts.another}
        </Button>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden="true" />}
            onClick={() => download(licenceTemplate, { query: { format } }, `${texts.templateName}.${format}`)}
          >
            {texts.template(format.toUpperCase())}
          </Button>
        ))}
      </Group>
      {/* The button above is the one the keyboard reaches: this field only opens the system's own dialog. */}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.file}
        accept=".csv,.txt,.tsv,.xlsx"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]).finally(() => {
            // The same file must be choosable again after it was corrected.
            if (input.current !== null) input.current.value = '';
          });
        }}
      />
    </>
  );
}

type PreviewProps = { readonly file: File; readonly shown: Shown; readonly source: LicenceFile };

function Preview({ file, shown, source }: PreviewProps) {
  const { preview } = shown;
  const labelOf = (name: string) => preview.fields.find((field) => field.name === name)?.label ?? name;
  return (
    <>
      <FactList
        items={[
          [texts.file, file.name],
          [texts.total, count(preview.total)],
          [texts.valid, count(preview.valid)],
          [texts.bad, count(preview.rejected)],
          [texts.created, count(shown.created)],
          [texts.updated, count(shown.updated)],
        ]}
      />
      {preview.missing.length === 0 ? null : (
        <p className={styles.warning} role="alert">
          {texts.missing(preview.missing.map(labelOf).join(', '))}
        </p>
      )}
      <Mapping preview={preview} isBusy={source.isBusy} onChange={(mapped) => void source.check(file, mapped)} />
      <PreviewRows name={file.name} preview={preview} />
      {preview.rejected === 0 ? null : <p className={styles.note}>{texts.effect(preview.rejected)}</p>}
    </>
  );
}
