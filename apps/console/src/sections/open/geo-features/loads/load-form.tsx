import { stacAllLoads, stacLoadItems, stacLoadObject } from '@kianda/contract/open/catalogue/stac-loads.contract';
import { bucketObjects, listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { formatBytes } from '@kianda/format';
import { DialogForm } from '@kianda/ui';
import { Button, FileButton, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { askAgain, useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { loadTexts as texts } from './load-texts.pt.ts';

const changed = [stacAllLoads] as const;
/** A file of gigabytes comes as fast as its line. */
const uploadSeconds = 3_600;

type Props = {
  readonly collections: readonly { readonly id: string; readonly title: string }[];
  readonly onClose: () => void;
};

/** Begins a load from a file of this computer, or from an object of the storage. */
export default function LoadForm({ collections, onClose }: Props) {
  const [collection, setCollection] = useState(collections[0]?.id ?? '');
  const [origin, setOrigin] = useState<'file' | 'object'>('file');
  const [object, setObject] = useState({ bucket: '', key: '' });
  const file = useFileLoad(collection);
  const fromObject = useAction(stacLoadObject, changed);
  const submit = async () => {
    const isBegun =
      origin === 'file'
        ? await file.send()
        : (await fromObject.run({ params: { collectionId: collection }, body: object }, { offline: 'fail' })).state ===
          'done';
    if (!isBegun) return;
    notify({ tone: 'success', message: texts.started });
    onClose();
  };
  return (
    <DialogForm
      title={texts.begin}
      onClose={onClose}
      onSubmit={submit}
      action={origin === 'file' ? { isRunning: file.isSending, failure: null } : fromObject}
      problem={origin === 'file' ? file.problem : null}
      confirm={texts.begin}
      isReady={origin === 'file' || (object.bucket !== '' && object.key.trim() !== '')}
    >
      <NativeSelect
        label={texts.collection}
        value={collection}
        onChange={(event) => setCollection(event.currentTarget.value)}
        data={collections.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <NativeSelect
        label={texts.from}
        value={origin}
        onChange={(event) => setOrigin(event.currentTarget.value === 'file' ? 'file' : 'object')}
        data={(['file', 'object'] as const).map((value) => ({ value, label: texts.origins[value] }))}
      />
      {origin === 'file' ? (
        <Group gap="sm">
          <FileButton accept=".ndjson,.jsonl,.json,.geojson,.parquet" onChange={file.choose}>
            {(props) => (
              <Button {...props} variant="default">
                {texts.chooseFile}
              </Button>
            )}
          </FileButton>
          <span role="status">
            {file.chosen === null ? texts.fileHelp : texts.chosen(file.chosen.name, formatBytes(file.chosen.size))}
          </span>
        </Group>
      ) : (
        <ObjectFields value={object} onChange={setObject} />
      )}
    </DialogForm>
  );
}

/** A file that is sent once the form is. */
function useFileLoad(collectionId: string) {
  const { client } = useApplication();
  const queries = useQueryClient();
  const [chosen, choose] = useState<File | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (): Promise<boolean> => {
    if (chosen === null) {
      setProblem(texts.noFile);
      return false;
    }
    setSending(true);
    setProblem(null);
    try {
      const input = { params: { collectionId }, query: { name: chosen.name } };
      await client.upload(stacLoadItems, input, chosen, { timeoutSeconds: uploadSeconds });
      await askAgain(queries, stacAllLoads);
      return true;
    } catch (thrown) {
      const failure = toFailure(thrown);
      setProblem(failure.issues?.[0]?.message ?? failure.message);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { chosen, choose, isSending, problem, send };
}

type Place = { readonly bucket: string; readonly key: string };

/** An area, and the name of an object in it; those that begin as what is written are offered. */
function ObjectFields({ value, onChange }: { readonly value: Place; readonly onChange: (next: Place) => void }) {
  const list = useId();
  const buckets = useEndpoint(listBuckets, {}, { refetchSeconds: 0 });
  const { bucket, key } = value;
  const prefix = key.slice(0, key.lastIndexOf('/') + 1);
  const objects = useEndpoint(
    bucketObjects,
    { params: { name: bucket }, query: { prefix } },
    { refetchSeconds: 0, enabled: bucket !== '' },
  );
  const names = buckets.sourced?.value.buckets.map(({ name }) => name) ?? [];
  const offered = objects.sourced?.value;
  return (
    <>
      <NativeSelect
        label={texts.bucket}
        required
        value={bucket}
        onChange={(event) => onChange({ bucket: event.currentTarget.value, key: '' })}
        data={['', ...names]}
      />
      <TextInput
        label={texts.key}
        description={texts.keyHelp}
        required
        maxLength={1000}
        list={list}
        value={key}
        onChange={(event) => onChange({ bucket, key: event.currentTarget.value })}
      />
      <datalist id={list}>
        {[...(offered?.prefixes ?? []), ...(offered?.objects.map((one) => one.key) ?? [])].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
