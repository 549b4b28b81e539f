import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaceCategories } from '@kianda/contract/open/interfaces/manifest';
import { cx, named, RelativeTime, StatusMark } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconExternalLink, IconStar, IconStarFilled } from '@tabler/icons-react';
import { openInterfaceHref } from '../../shared/embedded/open-interface-href.ts';
import { InterfacePicture } from './interface-picture.tsx';
import styles from './scientific-interfaces.module.css';
import { catalogueTexts } from './texts.pt.ts';

type Props = {
  readonly entry: ScientificInterface;
  /** It stands below the name of its category, which it then need not say. */
  readonly isGrouped: boolean;
  readonly onOpen: () => void;
  readonly onMark: (isFavourite: boolean) => void;
};

const shownFeatures = 2;

/** One interface: what it does, whether it is served, and the way in. */
export function InterfaceCard({ entry, isGrouped, onOpen, onMark }: Props) {
  const labels: Readonly<Record<string, string>> = interfaceCategories;
  const Title = isGrouped ? 'h3' : 'h2';
  const more = entry.features.length - shownFeatures;
  return (
    <li className={cx(styles.card, !entry.isActive && styles.inactive)}>
      {entry.isActive ? <InterfacePicture entry={entry} /> : null}
      <div className={styles.cardHead}>
        <Title className={styles.cardTitle}>{entry.name}</Title>
        {isGrouped ? null : <span className={styles.category}>{labels[entry.category] ?? entry.category}</span>}
        <button
          type="button"
          className={styles.star}
          aria-pressed={entry.isFavourite}
          aria-label={named(catalogueTexts.favourite, entry.name)}
          title={entry.isFavourite ? catalogueTexts.unmark : catalogueTexts.mark}
          onClick={() => onMark(!entry.isFavourite)}
        >
          {entry.isFavourite ? (
            <IconStarFilled size={17} aria-hidden="true" />
          ) : (
            <IconStar size={17} aria-hidden="true" />
          )}
        </button>
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
      {entry.health === null ? null : (
        <p className={styles.health}>
          <StatusMark tone={entry.health.state} /> {entry.health.detail} <RelativeTime at={entry.health.checkedAt} />
        </p>
      )}
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
