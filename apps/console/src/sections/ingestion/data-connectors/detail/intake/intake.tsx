import { intakeFile, intakeOverview } from '@kianda/contract/ingestion/connectors/intake.contract';
import { EmptyState, Panel, PanelFrame, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../../../shell/use-section.ts';
import { useSectionList } from '../../../../shared/resource/list-state.ts';
import { connectorSearchSchema, noItem } from '../../search.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import type { ViewProps } from '../view-props.ts';
import { DropZone } from './drop-zone.tsx';
import { FileFacts } from './file-facts.tsx';
import { FilePreview } from './file-preview.tsx';
import { FilesTable } from './files-table.tsx';
import { Templates } from './templates.tsx';
import { intakeTexts } from './texts.pt.ts';
import type { IntakeFile, Overview, Received } from './use-upload.ts';
import { Ways } from './ways.tsx';

/** Files that a national institution hands over: sent here, checked, confirmed; and the ways without a person. */
export default function Intake({ connector, mayRun, mayConfigure }: ViewProps) {
  const { search, change, state } = useSectionList(connectorSearchSchema);
  const overview = useEndpoint(
    intakeOverview,
    { params: { id: connector.id } },
    { refetchSeconds: 30, staleSeconds: 60 },
  );
  const [received, setReceived] = useState<Received | null>(null);
  const open = (file: string | undefined) => change({ file });
  if (overview.sourced === undefined && overview.failure?.code === 'not_found') {
    return (
      <PanelFrame title={intakeTexts.drop.title}>
        <EmptyState
          title={intakeTexts.notTaken}
          action={
            <Button variant="default" onClick={() => change({ ...noItem, view: 'connection' })}>
              {detailTexts.view.connection}
            </Button>
          }
        >
          {intakeTexts.notTakenBody}
        </EmptyState>
      </PanelFrame>
    );
  }
  const value = overview.sourced?.value;
  if (value === undefined) {
    return (
      <Panel title={intakeTexts.drop.title} source={overview} skeleton={<SkeletonLines lines={8} />}>
        {() => null}
      </Panel>
    );
  }
  const onReceived = (answer: Received) => {
    setReceived(answer);
    open(answer.file.id);
  };
  return (
    <div className={styles.stack}>
      {search.file === undefined ? null : (
        <OpenFile
          key={search.file}
          fileId={search.file}
          overview={value}
          received={received?.file.id === search.file ? received : null}
          connectorId={connector.id}
          mayRun={mayRun}
        />
      )}
      {mayRun ? (
        <DropZone connectorId={connector.id} overview={value} onReceived={onReceived} />
      ) : (
        <p className={styles.note}>{intakeTexts.drop.readOnly}</p>
      )}
      <FilesTable connectorId={connector.id} state={state} onOpen={open} />
      <Templates connectorId={connector.id} formats={value.formats} />
      <Ways connectorId={connector.id} overview={value} mayConfigure={mayConfigure} />
    </div>
  );
}

type OpenProps = {
  readonly fileId: string;
  readonly overview: Overview;
  readonly received: Received | null;
  readonly connectorId: string;
  readonly mayRun: boolean;
};

/** The file that the address names: still to decide upon, or with its outcome. */
function OpenFile({ fileId, overview, received, connectorId, mayRun }: OpenProps) {
  const [, change] = useSectionSearch(connectorSearchSchema);
  const asked = useEndpoint(intakeFile, { params: { fileId } }, { refetchSeconds: 15, staleSeconds: 60 });
  const close = () => change({ file: undefined });
  const found = asked.sourced?.value.file;
  const known = [...overview.waiting, ...(found?.connectorId === connectorId ? [found] : [])];
  const file: IntakeFile | undefined = known.find(({ id }) => id === fileId) ?? received?.file;
  if (file === undefined && found === undefined && asked.failure?.code !== 'not_found') {
    return (
      <Panel title={intakeTexts.file.name} source={asked} skeleton={<SkeletonLines lines={6} />}>
        {() => null}
      </Panel>
    );
  }
  if (file === undefined) {
    return (
      <PanelFrame title={intakeTexts.file.name}>
        <EmptyState
          title={intakeTexts.file.missing}
          action={
            <Button variant="default" onClick={close}>
              {intakeTexts.file.close}
            </Button>
          }
        >
          {intakeTexts.file.missingBody}
        </EmptyState>
      </PanelFrame>
    );
  }
  const isOpen = file.state === 'awaiting_confirmation' || file.state === 'awaiting_mapping';
  if (isOpen) {
    return (
      <FilePreview
        file={file}
        formats={overview.formats}
        initial={received?.preview ?? null}
        mayRun={mayRun}
        onClose={close}
        onConfirmed={(runId) => change(runId === null ? { file: undefined } : { ...noItem, view: 'runs', run: runId })}
      />
    );
  }
  return (
    <FileFacts
      file={file}
      onClose={close}
      onRun={(runId) => change({ ...noItem, view: 'runs', run: runId })}
      onRejected={() => change({ ...noItem, view: 'rejected' })}
    />
  );
}
