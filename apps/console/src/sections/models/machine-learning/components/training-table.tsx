import { allows, type DataOf } from '@kianda/contract';
import {
  cancelTraining,
  type getModel,
  type ModelTraining,
  modelTypes,
} from '@kianda/contract/models/registry/models.contract';
import { formatInstant, formatNumber, formatQuantity, type TimeZone, UNKNOWN } from '@kianda/format';
import {
  type Column,
  DataTable,
  EmptyState,
  named,
  Panel,
  StatusPill,
  type StatusTone,
  usePreferences,
} from '@kianda/ui';
import { Anchor, Button } from '@mantine/core';
import { useAccount } from '../../../../client/context.tsx';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { isUnderWay, useTraining } from '../../../shared/models/use-models.ts';
import { trainingTexts as texts, versionTexts } from '../texts.pt.ts';
import styles from './registry.module.css';

const tones: Readonly<Record<ModelTraining['state'], StatusTone>> = {
  queued: 'unknown',
  running: 'info',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'unknown',
};

type Props = {
  readonly result: EndpointResult<DataOf<typeof getModel>>;
  readonly onOpenVersion: (version: number) => void;
};

/** Trainings of a model: how each goes or ended, why it failed, and the button that cancels one. */
export function TrainingTable({ result, onOpenVersion }: Props) {
  const { role } = useAccount();
  const { timeZone } = usePreferences();
  return (
    <Panel
      id="treinos"
      title={texts.title}
      description={texts.text}
      source={result}
      isEmpty={({ trainings }) => trainings.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
      flush
    >
      {({ trainings }) => (
        <DataTable
          id="treinos"
          label={texts.title}
          columns={columnsOf(timeZone, allows(cancelTraining.access, role), onOpenVersion)}
          rows={trainings}
          rowId={({ id }) => id}
          initialSort="-requested"
        />
      )}
    </Panel>
  );
}

function columnsOf(
  timeZone: TimeZone,
  mayCancel: boolean,
  onOpenVersion: Props['onOpenVersion'],
): readonly Column<ModelTraining>[] {
  const act: Column<ModelTraining> = {
    id: 'act',
    label: texts.columns.act,
    render: (training) => <CancelButton training={training} at={formatInstant(training.requestedAt, timeZone)} />,
  };
  return [
    {
      id: 'requested',
      label: texts.columns.requestedAt,
      value: ({ requestedAt }) => requestedAt,
      render: ({ requestedAt }) => formatInstant(requestedAt, timeZone),
    },
    { id: 'by', label: texts.columns.requestedBy, value: ({ requestedBy }) => requestedBy },
    {
      id: 'state',
      label: texts.columns.state,
      value: ({ state }) => texts.states[state],
      render: ({ state }) => <StatusPill tone={tones[state]}>{texts.states[state]}</StatusPill>,
    },
    {
      id: 'progress',
      label: texts.columns.progress,
      value: ({ progress }) => (progress === null ? null : Math.round(progress * 100)),
      render: (training) => <Progress training={training} />,
    },
    {
      id: 'ended',
      label: texts.columns.endedAt,
      value: ({ endedAt }) => endedAt,
      render: ({ endedAt }) =>
        endedAt === null ? <abbr title={texts.notEnded}>{UNKNOWN}</abbr> : formatInstant(endedAt, timeZone),
    },
    {
      id: 'version',
      label: texts.columns.version,
      value: ({ version }) => version,
      render: ({ version }) =>
        version === null ? (
          <abbr title={texts.noVersion}>{UNKNOWN}</abbr>
        ) : (
          <Anchor component="button" type="button" onClick={() => onOpenVersion(version)}>
            {versionTexts.name(formatNumber(version))}
          </Anchor>
        ),
    },
    {
      id: 'note',
      label: texts.columns.note,
      value: ({ error, message }) => error ?? message,
      render: ({ error, message }) => error ?? message ?? <abbr title={texts.noNote}>{UNKNOWN}</abbr>,
    },
    ...(mayCancel ? [act] : []),
  ];
}

function Progress({ training }: { readonly training: ModelTraining }) {
  if (isUnderWay(training)) {
    return (
      <div className={styles.progress}>
        <RunProgress run={training} name={modelTypes[training.modelType]} />
      </div>
    );
  }
  if (training.progress === null) return <abbr title={texts.unknownProgress}>{UNKNOWN}</abbr>;
  return <span>{formatQuantity(training.progress * 100, '%', { maxDecimals: 0 })}</span>;
}

function CancelButton({ training, at }: { readonly training: ModelTraining; readonly at: string }) {
  const { cancel, isCancelling } = useTraining({ type: training.modelType, name: modelTypes[training.modelType] });
  if (!isUnderWay(training)) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={isCancelling}
      aria-label={named(texts.cancel, at)}
      onClick={() => void cancel(training.id)}
    >
      {texts.cancel}
    </Button>
  );
}
