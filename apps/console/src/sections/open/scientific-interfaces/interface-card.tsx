import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaceCategories } from '@kianda/contract/open/interfaces/manifest';
import { cx, named, RelativeTime, StatusMark } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { openInterfaceHref } from '../../shared/embedded/open-interface-href.ts';
import styles from './scientific-interfaces.module.css';
import { catalogueTexts } from './texts.pt.ts';

type Props = { readonly entry: ScientificInterface; readonly onOpen: () => void };

const shownFeatures = 2;

/** One interface: what it does, whether it is served, and the way in. */
export function InterfaceCard({ entry, onOpen }: Props) {
  const labels: Readonly<Record<string, string>> = interfaceCategories;
  const more = entry.features.length - shownFeatures;
  return (
    <li className={cx(styles.card, !entry.isActive && styles.inactive)}>
      <div className={styles.cardHead}>
        <StatusMark tone={entry.isActive ? 'good' : 'unknown'} />
        <h2 className={styles.cardTitle}>{entry.name}</h2>
        <span className={styles.category}>{labels[entry.category] ?? entry.category}</span>
      </div>
      <p className={styles.cardText}>{entry.description}</p>
      <ul className={styles.features} aria-label={catalogueTexts.featureCount(entry.features.length)}>
        {entry.features.slice(0, shownFeatures).map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
        {more > 0 ? (
          <li title={entry.features.slice(shownFeatures).join(', ')}>{catalogueTexts.moreFeatures(more)}</li>
        ) : null}
      </ul>
      <div className={styles.cardFoot}>
        {entry.isActive ? (
          <>
            <Button size="xs" variant="light" aria-label={named(catalogueTexts.open, entry.name)} onClick={onOpen}>
              {catalogueTexts.open}
            </Button>
            <a
              className={styles.newTab}
              href={openInterfaceHref(entry.id)}
              target="_blank"
              rel="noopener"
              aria-label={`${entry.name}: ${catalogueTexts.newTab}`}
              title={catalogueTexts.newTab}
            >
              <IconExternalLink size={17} aria-hidden="true" />
            </a>
          </>
        ) : (
          <Button size="xs" variant="default" disabled>
            {catalogueTexts.inactive}
          </Button>
        )}
        <span className={styles.access}>
          {entry.lastAccessed === null ? (
            catalogueTexts.never
          ) : (
            <>
              {catalogueTexts.lastAccessed} <RelativeTime at={entry.lastAccessed} />
            </>
          )}
        </span>
      </div>
    </li>
  );
}
