import { allows } from '@kianda/contract';
import { changeStudy, revertStudy, studyFile } from '@kianda/contract/models/studies/studies.contract';
import { formatInstant } from '@kianda/format';
import { Panel, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useFileDownload } from '../../../shared/intake/use-file-download.ts';
import styles from '../components/registry.module.css';
import { ParameterPanel } from './parameter-panel.tsx';
import { studyPageTexts as texts } from './texts.pt.ts';
import { TuningPanel } from './tuning-panel.tsx';
import { type StepProps, studyAnswers, useStudy } from './use-study.ts';
import { VariablePanel } from './variable-panel.tsx';

const RecordPanel = lazy(() => import('./record-panel.tsx'));
const MapPanel = lazy(() => import('./map-panel.tsx'));

/** One study, its steps below each other in their order. */
export default function StudyPage({ id }: { readonly id: string }) {
  const { role } = useAccount();
  const study = useStudy(id);
  const mayChange = allows(changeStudy.access, role);
  return (
    <Panel
      id="estudo"
      title={study.sourced?.value.name ?? ''}
      description={study.sourced?.value.species}
      source={study}
    >
      {(detail) => (
        <div className={styles.stack}>
          <History study={detail} mayChange={mayChange} />
          <Suspense>
            <RecordPanel study={detail} />
          </Suspense>
          <ParameterPanel key={detail.revision} study={detail} mayChange={mayChange} />
          <VariablePanel study={detail} mayChange={mayChange} />
          <TuningPanel study={detail} mayChange={mayChange} />
          <Suspense>
            <MapPanel study={detail} mayChange={mayChange} />
          </Suspense>
        </div>
      )}
    </Panel>
  );
}

/** The way back to a saved state and forth again, and the files. */
function History({ study, mayChange }: StepProps) {
  const { timeZone } = usePreferences();
  const { run, isRunning } = useAction(revertStudy, studyAnswers);
  const save = useFileDownload();
  const { revision, revisions } = study;
  const shown = revisions.find((one) => one.revision === revision);
  const goTo = (to: number) => void run({ params: { id: study.id }, body: { revision: to } }, { offline: 'fail' });
  const hasResults = study.tunings.length > 0;
  const download = (format: FileFormat) =>
    save(studyFile, { params: { id: study.id }, query: { format } }, `${study.name}-${format}`);
  return (
    <div className={styles.marks}>
      {mayChange ? (
        <>
          <Button size="xs" variant="default" disabled={revision === 1 || isRunning} onClick={() => goTo(revision - 1)}>
            {texts.undo}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={revision === revisions.length || isRunning}
            onClick={() => goTo(revision + 1)}
          >
            {texts.redo}
          </Button>
        </>
      ) : null}
      {shown === undefined ? null : (
        <span className={styles.quiet}>
          {texts.revision(texts.steps[shown.step], formatInstant(shown.changedAt, timeZone))}
        </span>
      )}
      {fileFormats
        .filter(([, , needsResults]) => hasResults || !needsResults)
        .map(([format, label]) => (
          <Button key={format} size="xs" variant="subtle" onClick={() => download(format)}>
            {label}
          </Button>
        ))}
    </div>
  );
}

type FileFormat = 'records.csv' | 'records.geojson' | 'results.csv' | 'report.html' | 'report.pdf';
const fileFormats: readonly (readonly [FileFormat, string, boolean])[] = [
  ['records.csv', texts.files.recordsCsv, false],
  ['records.geojson', texts.files.recordsGeojson, false],
  ['results.csv', texts.files.results, true],
  ['report.html', texts.files.html, false],
  ['report.pdf', texts.files.pdf, false],
];
