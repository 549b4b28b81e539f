import { PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import type { SectionId } from '../../../sections.ts';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import styles from '../page.module.css';
import { mlDashboardTexts } from '../texts.pt.ts';

const texts = mlDashboardTexts.actions;
const actions = [
  ['predictive-filters', texts.filters],
  ['machine-learning', texts.registry],
  ['data-ingestion', texts.ingestion],
] as const satisfies readonly (readonly [SectionId, string])[];

/** Ways to the sections that models live from. */
export function QuickActions() {
  return (
    <PanelFrame title={texts.title}>
      <div className={styles.actions}>
        {actions.map(([id, label]) => (
          <QuickAction key={id} id={id} label={label} />
        ))}
      </div>
    </PanelFrame>
  );
}

/** Not offered to who may not open it. */
function QuickAction({ id, label }: { readonly id: SectionId; readonly label: string }) {
  const open = useSectionLink(id);
  if (open === undefined) return null;
  return (
    <Button variant="default" onClick={open}>
      {label}
    </Button>
  );
}
