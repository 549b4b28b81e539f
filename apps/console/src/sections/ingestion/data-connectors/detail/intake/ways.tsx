import { intakePushSecret, pushHeaders } from '@kianda/contract/ingestion/connectors/intake.contract';
import { UNKNOWN } from '@kianda/format';
import { Dialog, FactList, PanelFrame, RelativeTime, StatusPill } from '@kianda/ui';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../../client/use-action.ts';
import { notify } from '../../../../../platform/notices.ts';
import { CodeBox } from '../../../../shared/code-box.tsx';
import { ConfirmDialog } from '../../../../shared/confirm-dialog.tsx';
import detail from '../detail.module.css';
import styles from './intake.module.css';
import { intakeTexts } from './texts.pt.ts';
import { fileAnswers, type Overview } from './use-upload.ts';

const texts = intakeTexts.ways;

type Props = { readonly connectorId: string; readonly overview: Overview; readonly mayConfigure: boolean };

/** How files come without a person: a watched folder, SFTP, and deliveries signed with a secret. */
export function Ways({ connectorId, overview, mayConfigure }: Props) {
  const { folder, sftp, push } = overview;
  const address = new URL(push.path, window.location.origin).href;
  return (
    <PanelFrame title={texts.title} description={texts.description}>
      <div className={detail.stack}>
        <section className={styles.way} aria-label={texts.folder}>
          <h3 className={detail.subtitle}>{texts.folder}</h3>
          <p className={`k-mono ${detail.breakable}`}>{folder}</p>
          <p className={detail.note}>{texts.folderHelp}</p>
        </section>
        <section className={styles.way} aria-label={texts.sftp}>
          <h3 className={detail.subtitle}>{texts.sftp}</h3>
          <FactList
            items={[
              [
                texts.sftpAddress,
                sftp.address === null ? (
                  <span key="none" title={texts.sftpNone}>
                    {UNKNOWN} {texts.sftpNone}
                  </span>
                ) : (
                  <span key="address" className={`k-mono ${detail.breakable}`}>
                    {sftp.address}
                  </span>
                ),
              ],
              [
                texts.sftpKey,
                <StatusPill key="key" tone={sftp.credentialsSet ? 'good' : 'caution'}>
                  {sftp.credentialsSet ? texts.keySet : texts.keyNotSet}
                </StatusPill>,
              ],
            ]}
          />
          <p className={detail.note}>{texts.sftpHelp}</p>
        </section>
        <section className={styles.way} aria-label={texts.push}>
          <div className={detail.between}>
            <h3 className={detail.subtitle}>{texts.push}</h3>
            {mayConfigure ? <PushSecret connectorId={connectorId} hasKey={push.keyId !== null} /> : null}
          </div>
          <FactList
            items={[
              [
                texts.address,
                <span key="address" className={`k-mono ${detail.breakable}`}>
                  {texts.request(address)}
                </span>,
              ],
              [
                texts.keyId,
                push.keyId === null ? (
                  texts.noKey
                ) : (
                  <span key="key" className="k-mono">
                    {push.keyId}
                  </span>
                ),
              ],
              ...(push.rotatedAt === null
                ? []
                : ([[texts.rotated, <RelativeTime key="rotated" at={push.rotatedAt} />]] as const)),
            ]}
          />
          <p className={detail.note}>{texts.pushHelp}</p>
          <details className={detail.details}>
            <summary>{texts.example}</summary>
            <CodeBox label={texts.example} text={exampleOf(address)} />
          </details>
          {mayConfigure ? null : <p className={detail.note}>{texts.readOnly}</p>}
        </section>
      </div>
    </PanelFrame>
  );
}

/** A delivery with two tools that every server has. */
export function exampleOf(address: string): string {
  return [
    'FICHEIRO=capturas.csv',
    'INSTANTE=$(date +%s)',
    'NONCE=$(openssl rand -hex 16)',
    `ASSINATURA=$( (printf '%s.%s.' "$INSTANTE" "$NONCE"; cat "$FICHEIRO") | openssl dgst -sha256 -hmac "$SEGREDO" -r | cut -d' ' -f1)`,
    `curl --fail --data-binary @"$FICHEIRO" \\`,
    `  -H "content-type: application/octet-stream" \\`,
    `  -H "${pushHeaders.timestamp}: $INSTANTE" -H "${pushHeaders.nonce}: $NONCE" \\`,
    `  -H "${pushHeaders.signature}: $ASSINATURA" \\`,
    `  "${address}?fileName=$FICHEIRO"`,
  ].join('\n');
}

/** Makes the secret that deliveries are signed with; shown once, here. */
function PushSecret({ connectorId, hasKey }: { readonly connectorId: string; readonly hasKey: boolean }) {
  const create = useAction(intakePushSecret, fileAnswers);
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const make = async () => {
    const outcome = await create.run({ params: { id: connectorId } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') setSecret(outcome.data.secret);
    return null;
  };
  const first = async () => {
    const failed = await make();
    if (failed !== null) notify({ tone: 'error', message: failed });
  };
  const copy = (text: string) => {
    navigator.clipboard
      .writeText(text)
      .then(() => setSaid(texts.copied))
      .catch(() => setSaid(texts.copyFailed));
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={create.isRunning && !isAsking}
        onClick={() => (hasKey ? setAsking(true) : void first())}
      >
        {hasKey ? texts.rotate : texts.create}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={texts.rotateTitle}
          body={texts.rotateBody}
          confirm={texts.rotate}
          onConfirm={make}
          onClose={() => setAsking(false)}
          isDangerous
        />
      ) : null}
      {secret === null || isAsking ? null : (
        <Dialog size="md" onClose={() => setSecret(null)} title={texts.secretTitle} closeOnClickOutside={false}>
          <Stack gap="sm">
            <p>{texts.secretBody}</p>
            <CodeBox label={texts.secret} text={secret} />
            <div className={detail.row}>
              <Button variant="default" onClick={() => copy(secret)}>
                {texts.copy}
              </Button>
              <Button onClick={() => setSecret(null)}>{texts.done}</Button>
              <span role="status" className={detail.note}>
                {said}
              </span>
            </div>
          </Stack>
        </Dialog>
      )}
    </>
  );
}
