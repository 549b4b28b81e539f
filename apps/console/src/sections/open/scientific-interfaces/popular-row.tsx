import type { ScientificInterface } from '@kianda/contract/open/interfaces/interfaces.contract';
import { IconBroadcast, IconDeviceMobile, IconLayoutDashboard, IconMap2, IconMicroscope } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './scientific-interfaces.module.css';
import { catalogueTexts } from './texts.pt.ts';

const icons: Readonly<Record<string, ReactNode>> = {
  dashboard_cientifico: <IconMicroscope size={22} stroke={1.6} />,
  realtime_angola: <IconBroadcast size={22} stroke={1.6} />,
  qgis_dashboard: <IconMap2 size={22} stroke={1.6} />,
  mobile_pwa: <IconDeviceMobile size={22} stroke={1.6} />,
};

type Props = {
  readonly title: string;
  readonly entries: readonly ScientificInterface[];
  readonly onOpen: (id: string) => void;
};

/** A few interfaces, one click away. */
export function PopularRow({ title, entries, onOpen }: Props) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className={styles.row}>
      <h2 className={styles.rowTitle}>{title}</h2>
      <div className={styles.popular}>
        {entries.map((entry) => (
          <button
            key={entry.id}
            type="button"
            className={styles.popularItem}
            disabled={!entry.isActive}
            onClick={() => onOpen(entry.id)}
          >
            <span className={styles.popularIcon} aria-hidden="true">
              {icons[entry.id] ?? <IconLayoutDashboard size={22} stroke={1.6} />}
            </span>
            <span className={styles.popularName}>{entry.name}</span>
            <span className={styles.popularText}>{entry.isActive ? entry.features[0] : catalogueTexts.inactive}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
