import { Button } from '@mantine/core';
import { findSection } from '../../../sections.ts';
import { ConditionLine } from '../../../shared/condition/condition-line.tsx';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import styles from '../home.module.css';
import { homeTexts as texts } from '../texts.pt.ts';

/** The one sentence of health, with the way to what is behind it. */
export function ConditionTile() {
  const openHealth = useSectionLink('system-health');
  const openServices = useSectionLink('services-status');
  const go = openHealth ?? openServices;
  const title = findSection(openHealth === undefined ? 'services-status' : 'system-health')?.title ?? '';
  return (
    <div className={styles.condition}>
      <ConditionLine />
      {go === undefined ? null : (
        <Button variant="subtle" size="compact-sm" className={`k-no-print ${styles.openButton}`} onClick={go}>
          {texts.openOf(title)}
        </Button>
      )}
    </div>
  );
}
