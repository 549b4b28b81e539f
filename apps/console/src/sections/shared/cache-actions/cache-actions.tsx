import { cacheStats, clearCache, optimizeCache } from '@kianda/contract/operations/caches/caches.contract';
import { formatBytes, formatCount } from '@kianda/format';
import { Button, TextInput } from '@mantine/core';
import { IconTrash, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { cacheActionTexts as texts } from './texts.pt.ts';

const refreshed = [cacheStats] as const;

/** «Limpar Cache» and «Otimizar Cache». */
export function CacheActions() {
  const [isClearing, setClearing] = useState(false);
  const optimize = useAction(optimizeCache, refreshed);
  const runOptimize = async () => {
    const outcome = await optimize.run({}, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', title: texts.failed, message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    const { removed, freedBytes } = outcome.data;
    const message =
      removed === 0
        ? texts.nothingToOptimize
        : texts.optimized(formatCount(removed, texts.one, texts.many), formatBytes(freedBytes));
    notify({ tone: 'success', message });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconWand size={16} aria-hidden="true" />}
        loading={optimize.isRunning}
        onClick={() => void runOptimize()}
      >
        {texts.optimize}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => setClearing(true)}
      >
        {texts.clear}
      </Button>
      {isClearing ? <ClearCacheDialog cache={null} onClose={() => setClearing(false)} /> : null}
    </>
  );
}

/** Asks before caches are emptied: one by its name, or all. */
export function ClearCacheDialog({ cache, onClose }: { readonly cache: string | null; readonly onClose: () => void }) {
  const { run } = useAction(clearCache, refreshed);
  const [prefix, setPrefix] = useState('');
  const clear = async () => {
    const body = { ...(cache === null ? {} : { cache }), ...(prefix === '' ? {} : { prefix }) };
    const outcome = await run({ body }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done')
      notify({
        tone: 'success',
        message: texts.cleared(formatCount(outcome.data.cleared, texts.one, texts.many)),
      });
    return null;
  };
  return (
    <ConfirmDialog
      title={texts.clearTitle(cache)}
      body={texts.clearText}
      confirm={cache === null ? texts.clear : texts.emptyOne}
      onConfirm={clear}
      onClose={onClose}
    >
      <TextInput
        label={texts.prefix}
        description={texts.prefixHelp}
        maxLength={200}
        value={prefix}
        onChange={({ currentTarget }) => setPrefix(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
