import type { DataOf } from '@kianda/contract';
import type { authTotpEnrol } from '@kianda/contract/people/identity/identity.contract';
import { Button, CopyButton, Group } from '@mantine/core';
import styles from './account.module.css';
import { accountTexts } from './texts.pt.ts';

/** A new secret for an authenticator: as a picture for another device, and for the one that shows it as a link and a text. */
export function TwoStepOffer({ offer }: { readonly offer: DataOf<typeof authTotpEnrol> }) {
  return (
    <>
      <p>{accountTexts.scan}</p>
      <img
        className={styles.qr}
        alt={accountTexts.qrLabel}
        width={200}
        height={200}
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(offer.qrSvg)}`}
      />
      <p className={styles.key}>
        {accountTexts.key}: <span className="k-mono">{offer.secret}</span>
      </p>
      <Group justify="center" gap="xs">
        <Button component="a" href={offer.otpauthUrl} variant="default" size="xs">
          {accountTexts.openApp}
        </Button>
        <CopyButton value={offer.secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? accountTexts.keyCopied : accountTexts.copyKey}
            </Button>
          )}
        </CopyButton>
      </Group>
    </>
  );
}
