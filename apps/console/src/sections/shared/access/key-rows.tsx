import type { ApiKey } from '@kianda/contract/people/identity/api-keys.contract';
import { Instant, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { Button } from '@mantine/core';
import list from '../item-list.module.css';
import styles from './access.module.css';
import { accessTexts } from './texts.pt.ts';

const texts = accessTexts.keys;
const tones: Readonly<Record<ApiKey['state'], StatusTone>> = {
  active: 'good',
  expired: 'unknown',
  revoked: 'unknown',
  suspended: 'caution',
};

type Props = {
  readonly keys: readonly ApiKey[];
  readonly showsOwner: boolean;
  /** Absent for who may not. */
  readonly onRevoke?: ((key: ApiKey) => void) | undefined;
};

/** Keys of the API: what each may do, until when, and when it was last used. */
export function KeyRows({ keys, showsOwner, onRevoke }: Props) {
  return (
    <ul className={list.list} aria-label={texts.title}>
      {keys.map((key) => (
        <li key={key.id} className={list.item}>
          <div className={styles.words}>
            <p>
              <strong>{key.name}</strong> <code>{key.prefix}…</code>{' '}
              {showsOwner ? <span className={styles.muted}>{texts.owner(key.ownerName)}</span> : null}
            </p>
            <p className={styles.muted}>
              {texts.scopes}: {key.permissions.join(', ')}
            </p>
            {key.lost.length === 0 ? null : (
              <p className={styles.muted}>
                {texts.lost}: {key.lost.join(', ')}
              </p>
            )}
            <p className={styles.muted}>
              {texts.created} <RelativeTime at={key.createdAt} /> · {texts.until} <Instant at={key.expiresAt} /> ·{' '}
              {texts.used}{' '}
              {key.lastUsedAt === null ? (
                texts.never
              ) : (
                <>
                  <RelativeTime at={key.lastUsedAt} />{' '}
                  {key.lastUsedAddress === null || key.lastUsedAddress === ''
                    ? null
                    : texts.usedFrom(key.lastUsedAddress)}
                </>
              )}
            </p>
          </div>
          <StatusPill tone={tones[key.state]}>{texts.states[key.state]}</StatusPill>
          {onRevoke === undefined || key.state === 'revoked' ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.revokeLabel(key.name)}
              onClick={() => onRevoke(key)}
            >
              {texts.revoke}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
