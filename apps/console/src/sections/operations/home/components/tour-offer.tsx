import type { UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { Button } from '@mantine/core';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import styles from '../home.module.css';
import { firstStepTexts } from './texts.pt.ts';

const texts = firstStepTexts.tour;
type Steps = UserSettings<'first-steps'>;
type Props = { readonly onChange: (tour: Steps['tour']) => Promise<void> };

/** Offers the tour, once to each person: taken or declined, it is found in the help. */
export function TourOffer({ onChange }: Props) {
  const mayTour = useSectionLink('demo-enhanced') !== undefined;
  const open = useOpenSection();
  if (!mayTour) return null;
  return (
    <section className={`k-no-print ${styles.notice}`} aria-label={texts.label}>
      <p className={styles.noticeText}>{texts.text}</p>
      <div className={styles.noticeActions}>
        <Button size="sm" onClick={() => void onChange('taken').then(() => open('demo-enhanced'))}>
          {texts.take}
        </Button>
        <Button size="sm" variant="default" onClick={() => void onChange('declined')}>
          {texts.decline}
        </Button>
      </div>
    </section>
  );
}
