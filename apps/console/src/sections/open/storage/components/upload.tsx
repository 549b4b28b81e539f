import { bucketObjects, listBuckets } from '@kianda/contract/open/storage/storage.contract';
import { Button, FileButton, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { askAgain } from '../../../../client/use-endpoint.ts';
import { sendFile } from '../api/send-file.ts';
import { storageTexts as texts } from '../texts.pt.ts';

/** Button that sends a file to a folder, with the progress or the fault beside it. */
export function Upload({ bucket, prefix }: { readonly bucket: string; readonly prefix: string }) {
  const { client } = useApplication();
  const queries = useQueryClient();
  const [message, setMessage] = useState<{ readonly text: string; readonly isError: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File | null) => {
    if (file === null) return;
    setBusy(true);
    setMessage(null);
    try {
      await sendFile(client, { bucket, key: prefix + file.name }, file, (done, total) =>
        setMessage({ text: texts.uploading(done, total), isError: false }),
      );
      setMessage({ text: texts.uploaded(file.name), isError: false });
      for (const endpoint of [bucketObjects, listBuckets]) {
        await askAgain(queries, endpoint);
      }
    } catch (thrown) {
      setMessage({ text: toFailure(thrown).message, isError: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group gap="xs">
      {message === null ? null : <span role={message.isError ? 'alert' : 'status'}>{message.text}</span>}
      <FileButton onChange={(file) => void send(file)}>
        {(props) => (
          <Button {...props} size="compact-sm" loading={busy}>
            {texts.upload}
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
