import type { DataOf } from '@kianda/contract';
import { type createS3Key, listS3Keys, revokeS3Key, type S3Key } from '@kianda/contract/open/storage/s3.contract';
import { Dialog, Instant, Panel, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import list from '../../../shared/item-list.module.css';
import { s3Texts as texts } from '../s3-texts.pt.ts';
import { ClientLines, MadeKey, NewKey } from './s3-key-form.tsx';
import styles from './s3-keys.module.css';

const tones: Readonly<Record<S3Key['state'], StatusTone>> = {
  active: 'good',
  expired: 'unknown',
  revoked: 'unknown',
  suspended: 'caution',
};

/** Keys that let S3 clients in: what there is, one more, one less, and how a client is set up. */
export function S3Keys() {
  const keys = useEndpoint(listS3Keys, {}, { refetchSeconds: 60 });
  const { run } = useAction(revokeS3Key, [listS3Keys]);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<DataOf<typeof createS3Key> | null>(null);
  const [ending, setEnding] = useState<S3Key | null>(null);
  const value = keys.sourced?.value;
  const end = async () => {
    if (ending === null) return null;
    const outcome = await run({ params: { accessKey: ending.accessKey } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.revoked });
    return null;
  };
  return (
    <Panel
      id="chaves-s3"
      title={texts.title}
      description={texts.note}
      source={keys}
      actions={
        value?.reason === null ? (
          <Button size="compact-sm" variant="default" onClick={() => setMaking(true)}>
            {texts.create}
          </Button>
        ) : null
      }
    >
      {(told) => (
        <>
          {told.reason === null ? null : <p>{told.reason}</p>}
          {told.keys.length === 0 ? (
            <p>{texts.empty}</p>
          ) : (
            <ul className={list.list} aria-label={texts.list}>
              {told.keys.map((key) => (
                <Row key={key.accessKey} entry={key} onRevoke={() => setEnding(key)} />
              ))}
            </ul>
          )}
          {told.reason === null ? <ClientLines place={told} /> : null}
          {isMaking ? (
            <NewKey
              onMade={(key) => {
                setMaking(false);
                setMade(key);
              }}
              onClose={() => setMaking(false)}
            />
          ) : null}
          {made === null ? null : (
            // Shown once: a click beside it must not lose it.
            <Dialog isFirm onClose={() => setMade(null)} title={texts.madeTitle} size="xl">
              <MadeKey made={made} place={told} onDone={() => setMade(null)} />
            </Dialog>
          )}
          {ending === null ? null : (
            <ConfirmDialog
              title={texts.revokeTitle(ending.name)}
              body={texts.revokeText}
              confirm={texts.revoke}
              isDangerous
              onConfirm={end}
              onClose={() => setEnding(null)}
            />
          )}
        </>
      )}
    </Panel>
  );
}

function Row({ entry, onRevoke }: { readonly entry: S3Key; readonly onRevoke: () => void }) {
  const areas = entry.buckets === null ? texts.allAreas : entry.buckets.join(', ');
  return (
    <li className={list.item}>
      <div className={styles.words}>
        <p>
          <strong>{entry.name}</strong> <code>{entry.accessKey}</code>{' '}
          <span className={styles.muted}>{texts.owner(entry.ownerName)}</span>
        </p>
        <p className={styles.muted}>
          {texts.rights[entry.write ? 'true' : 'false']}: {areas}
        </p>
        <p className={styles.muted}>
          {texts.created} <RelativeTime at={entry.createdAt} /> · {texts.until} <Instant at={entry.expiresAt} /> ·{' '}
          {texts.used}{' '}
          {entry.lastUsedAt === null ? (
            texts.never
          ) : (
            <>
              <RelativeTime at={entry.lastUsedAt} />{' '}
              {entry.lastUsedAddress === null || entry.lastUsedAddress === ''
                ? null
                : texts.usedFrom(entry.lastUsedAddress)}
            </>
          )}
        </p>
      </div>
      <StatusPill tone={tones[entry.state]}>{texts.states[entry.state]}</StatusPill>
      {entry.state === 'revoked' ? null : (
        <Button size="compact-sm" variant="default" aria-label={texts.revokeLabel(entry.name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}
