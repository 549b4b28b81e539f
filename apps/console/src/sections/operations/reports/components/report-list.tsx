import { allows } from '@kianda/contract';
import { type ReportType, reportTypes } from '@kianda/contract/operations/reports/report-types';
import {
  type Report,
  reportDelete,
  reportFile,
  reportRetry,
  reportsList,
} from '@kianda/contract/operations/reports/reports.contract';

import { downloadBlob, EmptyState, Example, Instant, Panel, StatusPill } from '@kianda/ui';
import { Button, Group, NativeSelect, Progress, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAccount, useApplication } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { isDemonstration, type ReportsResult } from '../api/use-reports.ts';
import { reportTexts as texts } from '../texts.pt.ts';
import styles from './report-list.module.css';

type Props = {
  readonly reports: ReportsResult;
  readonly type: ReportType | '';
  readonly search: string;
  /** Days that a report is kept; null for ever, undefined while it is not known. */
  readonly retentionDays: number | null | undefined;
  readonly onFilter: (filter: { type?: ReportType | ''; search?: string }) => void;
  readonly onView: (id: string) => void;
  readonly actions: ReactNode;
};

/** Reports of a type whose name or description has those words, whatever their case. */
export function matching(reports: readonly Report[], type: ReportType | '', search: string): Report[] {
  const words = search.trim().toLocaleLowerCase('pt');
  return reports.filter(
    (one) =>
      (type === '' || one.type === type) && `${one.name}\n${one.description}`.toLocaleLowerCase('pt').includes(words),
  );
}

/** The list with its filters. */
export function ReportList({ reports, type, search, retentionDays, onFilter, onView, actions }: Props) {
  const isDemo = isDemonstration(reports);
  const { role } = useAccount();
  const none = allows('reports:write', role) ? texts.emptyNone : texts.emptyReader;
  return (
    <Panel title={texts.list} description={noteOf(retentionDays)} source={reports} actions={actions}>
      {(value) => {
        // Of the demonstration only the example is whole, and each row says that it is one.
        const { reports: all } = reports.example ?? value;
        const shown = matching(all, type, search);
        return (
          <>
            <Group align="end" gap="sm" className={styles.filters ?? ''}>
              <NativeSelect
                label={texts.type}
                data={[
                  { value: '', label: texts.allTypes },
                  ...Object.entries(reportTypes).map(([value, { label }]) => ({ value, label })),
                ]}
                value={type}
                onChange={({ currentTarget }) => onFilter({ type: currentTarget.value as ReportType | '' })}
              />
              <TextInput
                type="search"
                label={texts.search}
                placeholder={texts.searchHint}
                value={search}
                maxLength={120}
                onChange={({ currentTarget }) => onFilter({ search: currentTarget.value })}
              />
              <p role="status" className={styles.count}>
                {isDemo ? null : texts.count(shown.length, all.length)}
              </p>
            </Group>
            {shown.length === 0 ? (
              <EmptyState title={texts.empty}>{all.length === 0 ? none : texts.emptyFiltered}</EmptyState>
            ) : (
              <ul className={styles.list} aria-label={texts.list}>
                {shown.map((report) => (
                  <Row key={report.id} report={report} isDemo={isDemo} onView={() => onView(report.id)} />
                ))}
              </ul>
            )}
          </>
        );
      }}
    </Panel>
  );
}

const noteOf = (days: number | null | undefined): string =>
  days === undefined ? texts.listNote : days === null ? texts.keptForEver : texts.keptFor(days);

const tones = { completed: 'good', generating: 'info', failed: 'bad' } as const;

function Row({ report, isDemo, onView }: { report: Report; isDemo: boolean; onView: () => void }) {
  const { name, status } = report;
  const before = [
    reportTypes[report.type].label,
    report.format,
    ...(report.pages === null ? [] : [texts.pages(report.pages)]),
    ...(status === 'completed' ? [report.size] : []),
  ];
  const after = [...(isDemo ? [] : [texts.by(report.author)]), ...(report.simulated ? [texts.simulated] : [])];
  return (
    <li className={styles.item}>
      <span className={styles.icon} aria-hidden="true">
        {report.icon}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.quiet}>{report.description}</p>
        <p className={styles.quiet}>
          <Instant at={report.generated_at} words={(at) => [...before, at, ...after].join(' · ')} />
        </p>
        {status === 'failed' ? <p className={styles.failed}>{report.error}</p> : null}
        {status === 'generating' ? <Making report={report} /> : null}
      </div>
      {isDemo ? (
        <Example of={texts.status[status]}>{(word) => word}</Example>
      ) : (
        <StatusPill tone={tones[status]}>{texts.status[status]}</StatusPill>
      )}
      <RowActions report={report} isDemo={isDemo} onView={onView} />
    </li>
  );
}

function Making({ report: { progress, message, name } }: { readonly report: Report }) {
  return (
    <div role="status">
      <Progress value={(progress ?? 0) * 100} aria-label={`${texts.status.generating}: ${name}`} />
      <p className={styles.quiet}>
        {message ?? texts.waiting} {texts.refreshes}
      </p>
    </div>
  );
}

const refreshed = [reportsList];

function RowActions({ report, isDemo, onView }: { report: Report; isDemo: boolean; onView: () => void }) {
  const { role } = useAccount();
  const download = useDownload(report, isDemo);
  const { run } = useAction(reportDelete, refreshed);
  const again = useAction(reportRetry, refreshed);
  const [asksRemoval, setAsksRemoval] = useState(false);
  const { name, status } = report;
  const remove = async () => {
    const outcome = await run({ params: { id: report.id } }, { offline: 'fail' });
    return outcome.state === 'failed' ? outcome.failure.message : null;
  };
  const retry = async () => {
    const outcome = await again.run({ params: { id: report.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <Group gap={4} wrap="nowrap" className={styles.actions ?? ''}>
      <Button variant="default" size="compact-sm" aria-label={texts.viewOf(name)} onClick={onView}>
        {texts.view}
      </Button>
      {status === 'completed' ? (
        <Button variant="default" size="compact-sm" aria-label={texts.downloadOf(name)} onClick={() => void download()}>
          {texts.download}
        </Button>
      ) : null}
      {!isDemo && status === 'failed' && report.editable && allows(reportRetry.access, role) ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.retryOf(name)}
          loading={again.isRunning}
          onClick={() => void retry()}
        >
          {texts.retry}
        </Button>
      ) : null}
      {!isDemo && status !== 'generating' && report.editable && allows('reports:write', role) ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={texts.removeOf(name)}
          onClick={() => setAsksRemoval(true)}
        >
          {texts.remove}
        </Button>
      ) : null}
      {asksRemoval ? (
        <ConfirmDialog
          title={texts.removeTitle(name)}
          body={texts.removeBody}
          confirm={texts.remove}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsksRemoval(false)}
        />
      ) : null}
    </Group>
  );
}

/** Saves the file; of a demonstration it says that there is none. */
export function useDownload(report: Pick<Report, 'id' | 'filename' | 'name'>, isDemo: boolean): () => Promise<void> {
  const { client } = useApplication();
  return async () => {
    if (isDemo) {
      notify({ tone: 'info', message: texts.downloadDemo(report.name) });
      return;
    }
    try {
      const blob = await client.download(reportFile, { params: { id: report.id } }, { timeoutSeconds: 120 });
      downloadBlob(report.filename, blob);
    } catch {
      // The specification's words; the call itself is in the log.
      notify({ tone: 'error', message: texts.downloadFailed });
    }
  };
}
