import { type Workspace, workspaceIds } from '@kianda/contract/operations/home/workspaces';
import { Dialog } from '@kianda/ui';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';

const texts = homeTexts.workspaces;
type Props = { readonly onChoose: (workspace: Workspace) => void; readonly onClose: () => void };

/** The four workspaces, one of which is then looked at. */
export default function WorkspaceDialog({ onChoose, onClose }: Props) {
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className={styles.lead}>{texts.text}</p>
      <ul className={styles.works}>
        {workspaceIds.map((workspace) => (
          <li key={workspace}>
            <button
              type="button"
              className={styles.work}
              aria-label={texts.choose(texts.names[workspace])}
              onClick={() => onChoose(workspace)}
            >
              <strong>{texts.names[workspace]}</strong>
              <span>{texts.about[workspace]}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
