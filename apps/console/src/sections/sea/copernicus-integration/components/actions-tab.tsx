import type { CopernicusLinkId } from '@kianda/contract/sea/ocean/copernicus.contract';
import { EmptyState } from '@kianda/ui';
import { IconExternalLink } from '@tabler/icons-react';
import styles from '../page.module.css';
import { integrationTexts } from '../texts.pt.ts';

const texts = integrationTexts.actions;

type Link = { readonly id: CopernicusLinkId; readonly url: string; readonly builtIn: boolean };

/** The links of the panel, each in a new tab. */
export function ActionsTab({ links }: { readonly links: readonly Link[] }) {
  if (links.length === 0) return <EmptyState title={integrationTexts.noData} />;
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{texts.intro}</p>
      <ul className={styles.links}>
        {links.map(({ id, url, builtIn }) => (
          <li key={id}>
            <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
              <span className={styles.linkTitle}>{texts.titles[id]}</span>
              <IconExternalLink size={16} aria-hidden="true" />
              <span className={styles.linkBody}>
                {texts.bodies[id]} · {builtIn ? texts.builtIn : texts.external}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
