import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { IconBroadcast, IconDeviceMobile, IconMap2, IconMicroscope } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './scientific-interfaces.module.css';
import { catalogueTexts } from './texts.pt.ts';

const icons: Readonly<Record<string, ReactNode>> = {
  dashboard_cientifico: <IconMicroscope size={22} stroke={1.6} />,
  realtime_angola: <IconBroadcast size={22} stroke={1.6} />,
  qgis_dashboard: <IconMap2 size={22} stroke={1.6} />,
  mobile_pwa: <IconDeviceMobile size={22} stroke={1.6} />,
};

type Props = { readonly entries: readonly ScientificInterface[]; readonly onOpen: (id: string) => void };

/** The interfaces that matter most, one click away. */
export function PopularRow({ entries, onOpen }: Props) {
  return (
    <section aria-label={catalogueTexts.popular} className={styles.popular}>
      {entries.map((entry) => (
        <button
          key={entry.id}
          type="button"
          className={styles.popularItem}
          disabled={!entry.isActive}
          onClick={() => onOpen(entry.id)}
        >
          <span className={styles.popularIcon} aria-hidden="true">
            {icons[entry.id]}
          </span>
          <span className={styles.popularName}>{entry.name}</span>
          <span className={styles.popularText}>{entry.isActive ? entry.features[0] : catalogueTexts.inactive}</span>
        </button>
      ))}
    </section>
  );
}
