import { allows, type DataOf } from '@kianda/contract';
import { takeForeignModel } from '@kianda/contract/models/registry/foreign.contract';
import {
  type getModel,
  type ModelVersion,
  metricNames,
  type VersionState,
} from '@kianda/contract/models/registry/models.contract';
import { formatInstant, formatNumber, type TimeZone, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, StatusPill, type StatusTone, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { baselineOf, intervalOf, skillFormat } from '../../../shared/models/skill.ts';
import { foreignTexts } from '../foreign.texts.pt.ts';
import { registryTexts, versionTexts as texts } from '../texts.pt.ts';
import styles from './registry.module.css';
import { TagList } from './version-labels.tsx';

const ForeignDialog = lazy(() => import('./foreign-dialog.tsx'));

const tones: Readonly<Record<VersionState, StatusTone>> = {
  candidate: 'caution',
  deployed: 'good',
  retired: 'unknown',
};

/** State of a version, and whether it learned from the simulator or was approved by who trained it. */
export function VersionMarks({ version }: { readonly version: ModelVersion }) {
  return (
    <span className={styles.marks}>
      <StatusPill tone={tones[version.state]}>{texts.states[version.state]}</StatusPill>
      <SimulatedMark isSimulated={version.isSimulated} />
      {version.approvedByTrainer ? <span className={styles.quiet}>{texts.byTrainer}</span> : null}
    </span>
  );
}

type Props = {
  readonly result: EndpointResult<DataOf<typeof getModel>>;
  readonly onOpen: (version: number) => void;
};

/** Every version of a model, the newest first. */
export function VersionTable({ result, onOpen }: Props) {
  const { timeZone } = usePreferences();
  return (
    <Panel
      id="versoes"
      title={texts.title}
      description={texts.text}
      source={result}
      actions={<ForeignButton result={result} onOpen={onOpen} />}
      isEmpty={({ versions }) => versions.length === 0}
      empty={<EmptyState title={registryTexts.noVersion}>{registryTexts.noVersionText}</EmptyState>}
      flush
    >
      {({ versions }) => (
        <DataTable
          id="versoes"
          label={texts.title}
          columns={columnsOf(timeZone)}
          rows={versions}
          rowId={({ version }) => String(version)}
          initialSort="-version"
          onOpenRow={({ version }) => onOpen(version)}
        />
      )}
    </Panel>
  );
}

/** Brings a model from elsewhere, for whoever may train. */
function ForeignButton({ result, onOpen }: Props) {
  const { role } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const detail = result.sourced?.value;
  if (detail === undefined || !allows(takeForeignModel.access, role)) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {foreignTexts.open}
      </Button>
      {isOpen ? (
        <Suspense>
          <ForeignDialog detail={detail} onOpen={onOpen} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}

const columnsOf = (timeZone: TimeZone): readonly Column<ModelVersion>[] => [
  {
    id: 'version',
    label: texts.columns.version,
    value: ({ version }) => version,
    render: ({ version }) => texts.name(formatNumber(version)),
    width: '110px',
  },
  {
    id: 'state',
    label: texts.columns.state,
    value: ({ state }) => texts.states[state],
    render: (version) => <VersionMarks version={version} />,
  },
  {
    id: 'labels',
    label: texts.columns.labels,
    value: ({ aliases, tags }) => [...aliases, ...tags].join(', '),
    render: ({ aliases, tags }) => <TagList values={[...aliases, ...tags]} empty={texts.unlabelled} />,
  },
  {
    id: 'trained',
    label: texts.columns.trainedAt,
    value: ({ trainedAt }) => trainedAt,
    render: ({ trainedAt }) => formatInstant(trainedAt, timeZone),
  },
  { id: 'by', label: texts.columns.trainedBy, value: ({ trainedBy }) => trainedBy },
  {
    id: 'rows',
    label: texts.columns.rows,
    value: ({ rows }) => rows,
    render: ({ rows }) => formatNumber(rows, { maxDecimals: 0 }),
    align: 'end',
  },
  { id: 'metric', label: texts.columns.metric, value: ({ skill }) => metricNames[skill.metric] },
  {
    id: 'validation',
    label: texts.columns.validation,
    value: ({ skill }) => skill.validation,
    render: ({ skill }) => formatNumber(skill.validation, skillFormat),
    align: 'end',
  },
  {
    id: 'interval',
    label: texts.columns.interval,
    value: ({ skill }) => intervalOf(skill),
    render: ({ skill }) => intervalOf(skill) ?? <abbr title={texts.noInterval}>{UNKNOWN}</abbr>,
  },
  { id: 'baseline', label: texts.columns.baseline, value: ({ skill }) => baselineOf(skill) },
  {
    id: 'approved',
    label: texts.columns.approvedBy,
    value: ({ approvedBy }) => approvedBy,
    render: ({ approvedBy }) => approvedBy ?? <abbr title={texts.notApproved}>{UNKNOWN}</abbr>,
  },
  {
    id: 'predictions',
    label: texts.columns.predictions,
    value: ({ predictions }) => predictions,
    render: ({ predictions }) => formatNumber(predictions, { maxDecimals: 0 }),
    align: 'end',
  },
];
