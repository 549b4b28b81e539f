import type { VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import styles from '../page.module.css';
import { fishingTexts } from '../texts.pt.ts';
import { AlertMap } from './alert-map.tsx';
import { caseTexts as texts } from './texts.pt.ts';
import { VesselCard } from './vessel-card.tsx';

/** Subject of the case: the map of the place with tracks and area, and a card of each vessel. */
export default function CasePanel({ alert }: { readonly alert: VesselAlert }) {
  return (
    <>
      <section aria-label={texts.map}>
        <h3 className={styles.subtitle}>{texts.map}</h3>
        {alert.location === null ? (
          <p className={styles.note}>{fishingTexts.noLocation}</p>
        ) : (
          <AlertMap alert={alert} />
        )}
      </section>
      <div className={styles.columns}>
        {alert.vessels.map((vessel) => (
          <VesselCard key={vessel.id} vessel={vessel} alert={alert} />
        ))}
      </div>
    </>
  );
}
