import { PanelFrame } from '@kianda/ui';
import type { SectionId } from '../../../sections.ts';
import { SectionLinks } from '../../../shared/section-links.tsx';
import styles from '../page.module.css';
import { viewTexts as texts } from '../texts.pt.ts';

const parts = {
  temporal: { title: texts.temporal, text: texts.temporalText, section: 'qgis-temporal-visualization' },
  biomass: { title: texts.biomass, text: texts.biomassText, section: 'qgis-biomass-calculator' },
} as const satisfies Record<string, { title: string; text: string; section: SectionId }>;

/** A part of the panel that has a section of its own: what it is, and the way to it. */
export function OtherTab({ of }: { readonly of: keyof typeof parts }) {
  const { title, text, section } = parts[of];
  return (
    <PanelFrame id={of} title={title}>
      <div className={styles.stack}>
        <p>{text}</p>
        <div>
          <SectionLinks ids={[section]} />
        </div>
      </div>
    </PanelFrame>
  );
}
