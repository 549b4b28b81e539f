import { HintButton, PanelFrame, SkeletonLines, StatusPill } from '@kianda/ui';
import { IconExternalLink } from '@tabler/icons-react';
import styles from './public-urls.module.css';
import { publicUrlTexts as texts } from './texts.pt.ts';
import { usePublicUrls } from './use-public-urls.ts';

/** Where this installation is reached. */
export function PublicUrls() {
  const urls = usePublicUrls();
  return (
    <PanelFrame title={texts.title} description={texts.description}>
      {urls === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <ul className={styles.list}>
          {urls.map(({ label, url, tone, state, reason }) => (
            <li key={label} className={styles.item}>
              <div className={styles.words}>
                <span className={styles.label}>{label}</span>
                <a className={styles.link} href={url} target="_blank" rel="noreferrer">
                  <span className={styles.url}>{url}</span>
                  <IconExternalLink size={14} aria-hidden="true" />
                  <span className="k-visually-hidden">{texts.opensNew}</span>
                </a>
              </div>
              {reason === undefined ? (
                <StatusPill tone={tone}>{state}</StatusPill>
              ) : (
                <HintButton hint={reason} className={styles.reason} aria-label={`${state}: ${reason}`}>
                  <StatusPill tone={tone}>{state}</StatusPill>
                </HintButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </PanelFrame>
  );
}
