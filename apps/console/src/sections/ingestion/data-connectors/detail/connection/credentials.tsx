import { dataConnectors, setCredentials } from '@kianda/contract/ingestion/connectors/operations.contract';
import { PanelFrame, StatusPill } from '@kianda/ui';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { notify } from '../../../../../platform/notices.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';

const texts = detailTexts.credentials;
const changed = [dataConnectors] as const;

type Props = { readonly connector: Connector; readonly mayConfigure: boolean };

/** Credentials of a provider: written, never read back. */
export function Credentials({ connector, mayConfigure }: Props) {
  const save = useAction(setCredentials, changed);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const isReady = Object.keys(filled).length > 0;
  const submit = async () => {
    const outcome = await save.run(
      { params: { id: connector.id }, body: { credentials: filled } },
      { offline: 'fail' },
    );
    if (outcome.state !== 'done') return;
    setValues({});
    notify({ tone: 'success', message: texts.saved(outcome.data.set.join(', ')) });
  };
  return (
    <PanelFrame title={texts.title} description={texts.description}>
      {connector.credentials.length === 0 ? <p className={styles.note}>{texts.none}</p> : null}
      {connector.credentials.length > 0 && !mayConfigure ? (
        <div className={styles.stack}>
          {connector.credentials.map(({ name, isSet }) => (
            <div key={name} className={styles.row}>
              <span className="k-mono">{name}</span>
              <StatusPill tone={isSet ? 'good' : 'caution'}>{isSet ? texts.isSet : texts.notSet}</StatusPill>
            </div>
          ))}
          <p className={styles.note}>{texts.readOnly}</p>
        </div>
      ) : null}
      {connector.credentials.length > 0 && mayConfigure ? (
        <form
          className={styles.stack}
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) void submit();
          }}
        >
          {connector.credentials.map(({ name, isSet, required }) => (
            <PasswordInput
              key={name}
              label={name}
              description={`${isSet ? `${texts.isSet}. ${texts.keep}.` : `${texts.notSet}.`}${required ? '' : ` ${texts.optional}`}`}
              autoComplete="new-password"
              maxLength={4_096}
              value={values[name] ?? ''}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setValues((present) => ({ ...present, [name]: value }));
              }}
            />
          ))}
          {save.failure === null ? null : (
            <p className={styles.failure} role="alert">
              {save.failure.message}
            </p>
          )}
          <div>
            <Button type="submit" disabled={!isReady} loading={save.isRunning}>
              {texts.save}
            </Button>
          </div>
        </form>
      ) : null}
    </PanelFrame>
  );
}
