import { previewLifecycle, runLifecycle } from '@kianda/contract/open/storage/preview.contract';
import type { LifecycleRule } from '@kianda/contract/open/storage/storage.contract';
import { formatCount, formatNumber } from '@kianda/format';
import { PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { storageTexts } from '../texts.pt.ts';
import { LifecycleForm } from './lifecycle-form.tsx';
import { foundText } from './lifecycle-text.ts';

const texts = storageTexts.lifecycle;

type Props = {
  readonly bucket: string;
  readonly rules: readonly LifecycleRule[];
  readonly revision: string | undefined;
};

/** Rules by which an area loses its old objects: seen, changed, and applied at once. */
export function Lifecycle({ bucket, rules, revision }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'run' | null>(null);
  const close = () => setDialog(null);
  return (
    <PanelFrame
      id="regras"
      title={texts.title}
      description={texts.note}
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => setDialog('edit')}>
            {texts.edit}
          </Button>
          {rules.length === 0 ? null : (
            <Button size="compact-sm" variant="default" onClick={() => setDialog('run')}>
              {texts.runNow}
            </Button>
          )}
        </>
      }
    >
      {rules.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <ul>
          {rules.map(({ prefix, days }) => (
            <li key={prefix}>{texts.rule(prefix === '' ? texts.all : prefix, formatCount(days, ...texts.days))}</li>
          ))}
        </ul>
      )}
      {dialog === 'edit' ? <LifecycleForm bucket={bucket} rules={rules} revision={revision} onClose={close} /> : null}
      {dialog === 'run' ? <RunNow bucket={bucket} rules={rules} onClose={close} /> : null}
    </PanelFrame>
  );
}

function RunNow({ bucket, rules, onClose }: Omit<Props, 'revision'> & { readonly onClose: () => void }) {
  const { run } = useAction(runLifecycle);
  const preview = useAction(previewLifecycle);
  const [found, setFound] = useState<string | null>(null);
  const look = async () => {
    const outcome = await preview.run(
      { params: { name: bucket }, body: { rules: [...rules] } },
      { offline: 'fail', timeoutSeconds: 60 },
    );
    if (outcome.state !== 'done') return;
    const { isWhole, scanned } = outcome.data;
    const part = isWhole ? '' : ` ${texts.partial(formatNumber(scanned, { maxDecimals: 0 }))}`;
    setFound(texts.runFound(foundText(outcome.data)) + part);
  };
  const apply = async () => {
    const outcome = await run({}, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'info', message: texts.started });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.runTitle}
      body={texts.runBody}
      confirm={texts.runNow}
      isDangerous
      isFit={found !== null}
      onConfirm={apply}
      onClose={onClose}
    >
      {found === null ? (
        <Button variant="default" loading={preview.isRunning} onClick={() => void look()}>
          {texts.preview}
        </Button>
      ) : (
        <p role="status">{found}</p>
      )}
      {preview.failure === null ? null : <p role="alert">{preview.failure.message}</p>}
    </ConfirmDialog>
  );
}
