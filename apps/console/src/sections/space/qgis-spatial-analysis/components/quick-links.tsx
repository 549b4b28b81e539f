import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { openInterfaceHref } from '../../../shared/embedded/open-interface-href.ts';
import { useCatalogue } from '../../../use-catalogue.ts';
import styles from '../page.module.css';
import { spatialTexts as texts } from '../texts.pt.ts';

const pages = ['qgis_dashboard', 'qgis_fisheries'] as const;

/** The two QGIS pages, each in a tab of its own; one that is not served is not offered. */
export function QuickLinks() {
  const catalogue = useCatalogue().sourced?.value.interfaces ?? [];
  const active = pages.flatMap((id) => catalogue.find((entry) => entry.id === id && entry.isActive) ?? []);
  if (active.length === 0) return null;
  return (
    <nav aria-label={texts.quick} className={styles.row}>
      {active.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          href={openInterfaceHref(id)}
          target="_blank"
          rel="noopener"
          variant="subtle"
          size="xs"
          rightSection={<IconExternalLink size={14} aria-hidden="true" />}
        >
          {name}
        </Button>
      ))}
    </nav>
  );
}
