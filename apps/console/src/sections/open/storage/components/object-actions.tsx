import type { ObjectView } from '@kianda/contract/open/storage/storage.contract';
import { bucketObjects, readObject, removeObject, shareObject } from '@kianda/contract/open/storage/storage.contract';
import { formatBytes } from '@kianda/format';
import { Dialog, downloadBlob, Instant, SkeletonLines } from '@kianda/ui';
import { Button, CopyButton, Group, Stack } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { storageTexts as texts } from '../texts.pt.ts';
import styles from './object-actions.module.css';
import { Versions } from './versions.tsx';

const previewBytes = 2 * 1_048_576;
const textCharacters = 20_000;
/** A PDF goes whole into the browser's memory. */
const pdfBytes = 50 * 1_048_576;
const FilePreview = lazy(() => import('./file-preview.tsx'));
const refreshed = [bucketObjects];

type Props = {
  readonly bucket: string;
  readonly object: ObjectView;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly mayShare: boolean;
};

/** Actions on one object. */
export function ObjectActions({ bucket, object, mayRead, mayWrite, mayShare }: Props) {
  const { client } = useApplication();
  const [dialog, setDialog] = useState<'preview' | 'remove' | 'share' | 'versions' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const name = object.key.slice(object.key.lastIndexOf('/') + 1);
  const close = () => setDialog(null);
  const save = async () => {
    setFailure(null);
    try {
      const query = { key: object.key, download: '1' as const };
      downloadBlob(
        name,
        await client.download(readObject, { params: { name: bucket }, query }, { timeoutSeconds: 300 }),
      );
    } catch (thrown) {
      setFailure(toFailure(thrown).message);
    }
  };
  const button = (label: string, described: string, act: () => void) => (
    <Button variant="subtle" size="compact-sm" aria-label={described} onClick={act}>
      {label}
    </Button>
  );
  return (
    <Group gap={2} wrap="nowrap">
      {mayRead && canPreview(object) ? button(texts.preview, texts.previewOf(name), () => setDialog('preview')) : null}
      {mayRead ? button(texts.download, texts.downloadOf(name), () => void save()) : null}
      {mayRead && mayShare ? button(texts.share, texts.shareOf(name), () => setDialog('share')) : null}
      {button(texts.versions.open, texts.versions.openOf(name), () => setDialog('versions'))}
      {mayWrite ? button(texts.remove, texts.removeOf(name), () => setDialog('remove')) : null}
      {failure === null ? null : <span role="alert">{failure}</span>}
      {dialog !== 'preview' ? null : isDescribed(object) ? (
        <Dialog onClose={close} title={texts.previewTitle(name)} size="xl">
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <FilePreview bucket={bucket} objectKey={object.key} name={name} />
          </Suspense>
        </Dialog>
      ) : (
        <Preview bucket={bucket} object={object} name={name} onClose={close} />
      )}
      {dialog === 'versions' ? (
        <Versions bucket={bucket} prefix={object.key} mayRead={mayRead} mayWrite={mayWrite} onClose={close} />
      ) : null}
      {dialog === 'share' ? <Share bucket={bucket} object={object} onClose={close} /> : null}
      {dialog === 'remove' ? <Remove bucket={bucket} object={object} name={name} onClose={close} /> : null}
    </Group>
  );
}

const isImage = ({ contentType }: ObjectView) => /^image\/(png|jpeg|webp|gif)/.test(contentType);
const isText = ({ contentType }: ObjectView) => /json|^text\//.test(contentType);

const isPdf = ({ contentType }: ObjectView) => contentType.startsWith('application/pdf');
/** Files that the server describes, reading only what it needs of them. */
const isDescribed = ({ key }: ObjectView) => /\.(tiff?|parquet)$/i.test(key);

function canPreview(object: ObjectView): boolean {
  if (isDescribed(object)) return true;
  if (isPdf(object)) return object.size <= pdfBytes;
  return object.size <= previewBytes && (isImage(object) || isText(object));
}

type DialogProps = { readonly bucket: string; readonly object: ObjectView; readonly onClose: () => void };

function Preview({ bucket, object, name, onClose }: DialogProps & { readonly name: string }) {
  const { client } = useApplication();
  const [shown, setShown] = useState<{ readonly url: string } | { readonly text: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let gone = false;
    client
      .download(
        readObject,
        { params: { name: bucket }, query: { key: object.key } },
        { timeoutSeconds: isPdf(object) ? 300 : 30 },
      )
      .then(async (blob) => {
        if (gone) return;
        if (!isImage(object) && !isPdf(object)) return setShown({ text: await blob.text() });
        // The type is written again: what opens in a tab of this origin must never be a page.
        url = URL.createObjectURL(isPdf(object) ? new Blob([blob], { type: 'application/pdf' }) : blob);
        setShown({ url });
      })
      .catch((thrown: unknown) => setFailure(toFailure(thrown).message));
    return () => {
      gone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [client, bucket, object]);
  return (
    <Dialog onClose={onClose} title={texts.previewTitle(name)} size="xl">
      {failure === null ? null : <p role="alert">{failure}</p>}
      {shown === null ? null : 'url' in shown && isPdf(object) ? (
        <Stack gap="sm" align="flex-start">
          <p>{texts.pdfNote}</p>
          <Button component="a" href={shown.url} target="_blank" rel="noopener">
            {texts.pdfOpen} <span className="k-visually-hidden">{texts.newTab}</span>
          </Button>
        </Stack>
      ) : 'url' in shown ? (
        <img src={shown.url} alt={name} className={styles.image} />
      ) : (
        <>
          <pre className={styles.text}>{shown.text.slice(0, textCharacters)}</pre>
          {shown.text.length > textCharacters ? <p>{texts.truncated(formatBytes(textCharacters))}</p> : null}
        </>
      )}
    </Dialog>
  );
}

function Share({ bucket, object, onClose }: DialogProps) {
  const { run, failure } = useAction(shareObject);
  const [link, setLink] = useState<{ readonly url: string; readonly expiresAt: string } | null>(null);
  useEffect(() => {
    void run({ params: { name: bucket }, body: { key: object.key } }).then((outcome) => {
      if (outcome.state === 'done') setLink(outcome.data);
    });
  }, [run, bucket, object]);
  return (
    <Dialog onClose={onClose} title={texts.shareTitle}>
      {failure === null ? null : <p role="alert">{failure.message}</p>}
      {link === null ? null : (
        <Stack gap="sm">
          <p className="k-mono" style={{ overflowWrap: 'anywhere' }}>
            {link.url}
          </p>
          <p>
            {texts.shareUntil} <Instant at={link.expiresAt} />
          </p>
          <CopyButton value={link.url}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? texts.copied : texts.copy}</Button>}
          </CopyButton>
        </Stack>
      )}
    </Dialog>
  );
}

function Remove({ bucket, object, name, onClose }: DialogProps & { readonly name: string }) {
  const { run } = useAction(removeObject, refreshed);
  const remove = async () => {
    const input = { params: { name: bucket }, query: { key: object.key } };
    const outcome = await run(input, { offline: 'fail' });
    return outcome.state === 'failed' ? outcome.failure.message : null;
  };
  return (
    <ConfirmDialog
      title={texts.removeTitle(name)}
      body={texts.removeBody}
      confirm={texts.remove}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
