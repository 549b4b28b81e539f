import { intakeFileResource } from '@kianda/contract/ingestion/connectors/files.resource';
import { exportIntakeFiles, intakeFiles } from '@kianda/contract/ingestion/connectors/intake.contract';
import { EmptyState } from '@kianda/ui';
import type { ListState } from '../../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../../shared/resource/resource-list.tsx';
import { FileState, rowsText } from './file-facts.tsx';
import styles from './intake.module.css';
import { intakeTexts } from './texts.pt.ts';

const texts = intakeTexts.file;

type Props = {
  readonly connectorId: string;
  readonly state: ListState;
  readonly onOpen: (fileId: string) => void;
};

/** Received files of every way; one that is being stored is followed closely. */
export function FilesTable({ connectorId, state: listState, onOpen }: Props) {
  return (
    <ResourceList
      list={intakeFileResource}
      endpoint={intakeFiles}
      file={exportIntakeFiles}
      state={listState}
      params={{ id: connectorId }}
      refetchSeconds={15}
      title={texts.list}
      description={() => texts.listDescription}
      rowId={({ id }) => id}
      cells={{
        name: ({ name }) => (
          <span className={styles.fileName} title={name}>
            {name}
          </span>
        ),
        state: ({ state }) => <FileState state={state} />,
        rows: ({ rowsTotal }) => rowsText(rowsTotal),
        rejected: ({ rowsRejected }) => rowsText(rowsRejected),
      }}
      onOpenRow={({ id }) => onOpen(id)}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
    />
  );
}
