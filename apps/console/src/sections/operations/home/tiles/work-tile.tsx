import { allows } from '@kianda/contract';
import { type Workspace, workspaceSections } from '@kianda/contract/operations/home/workspaces';
import { PanelFrame } from '@kianda/ui';
import { useAccount } from '../../../../client/context.tsx';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { findSection, type SectionId } from '../../../sections.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';

/** Sections that a kind of work goes to, in its own words: those that the account may open. */
export function WorkTile({ workspace }: { readonly workspace: Workspace }) {
  const { role } = useAccount();
  const open = useOpenSection();
  const texts = homeTexts.workspaces;
  const words: Readonly<Record<string, string>> = texts.links[workspace];
  const sections = workspaceSections[workspace].flatMap((id: SectionId) => {
    const section = findSection(id);
    return section !== undefined && allows(section.access, role) ? [section] : [];
  });
  return (
    <PanelFrame title={homeTexts.tiles[`work-${workspace}`]} className={styles.panel}>
      {sections.length === 0 ? <p className={styles.lead}>{texts.none}</p> : null}
      <ul className={styles.works}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={styles.work} onClick={() => open(id)}>
              <strong>{words[id] ?? title}</strong>
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </PanelFrame>
  );
}
