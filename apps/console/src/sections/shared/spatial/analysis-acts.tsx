import { allows } from '@kianda/contract';
import {
  changeAnalysis,
  type ResultFormat,
  removeAnalysis,
  rerunAnalysis,
  resultFormats,
} from '@kianda/contract/space/spatial/analyses.contract';
import { analysisReaders, readersSchema, type SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { Button, Menu, NativeSelect } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { notify } from '../../../platform/notices.ts';
import { NameConfirmDialog } from '../name-confirm-dialog.tsx';
import styles from './analysis.module.css';
import { analysisTexts, exportTexts, scheduleTexts } from './texts.pt.ts';
import { analysisAnswers, isUnderWay, useResultFile } from './use-analyses.ts';

const QgisDialog = lazy(() => import('./qgis-dialog.tsx'));
const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx'));
const texts = { ...analysisTexts, ...exportTexts };

type Props = {
  readonly analysis: SpatialAnalysis;
  readonly onRepeat: () => void;
  readonly onOpen: (id: string) => void;
  readonly onGone: () => void;
};

/** Files of a result, QGIS, and what its owner may do with it. */
export function AnalysisActs({ analysis, onRepeat, onOpen, onGone }: Props) {
  const { role } = useAccount();
  const [dialog, setDialog] = useState<'qgis' | 'schedule' | 'remove' | null>(null);
  const rerun = useAction(rerunAnalysis, analysisAnswers);
  const mayRun = allows(rerunAnalysis.access, role);
  const isOver = !isUnderWay(analysis);
  const again = async () => {
    const outcome = await rerun.run({ params: { id: analysis.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.rerunAsked });
    onOpen(outcome.data.id);
  };
  return (
    <div className={styles.row}>
      {analysis.results === null ? null : (
        <>
          <DownloadMenu analysis={analysis} />
          <Button size="xs" variant="default" onClick={() => setDialog('qgis')}>
            {texts.qgis}
          </Button>
        </>
      )}
      {mayRun && isOver ? (
        <>
          <Button size="xs" variant="default" loading={rerun.isRunning} onClick={() => void again()}>
            {texts.rerun}
          </Button>
          <Button size="xs" variant="default" onClick={onRepeat}>
            {texts.duplicate}
          </Button>
          <Button size="xs" variant="default" onClick={() => setDialog('schedule')}>
            {scheduleTexts.schedule}
          </Button>
        </>
      ) : null}
      {mayRun && analysis.isManageable ? (
        <>
          <Readers analysis={analysis} />
          {isOver ? (
            <Button size="xs" variant="default" onClick={() => setDialog('remove')}>
              {texts.remove}
            </Button>
          ) : null}
        </>
      ) : null}
      {dialog === 'qgis' ? (
        <Suspense>
          <QgisDialog analysis={analysis} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {dialog === 'schedule' ? (
        <Suspense>
          <ScheduleDialog name={analysis.name} of={{ analysisId: analysis.id }} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {dialog === 'remove' ? (
        <RemoveDialog analysis={analysis} onClose={() => setDialog(null)} onGone={onGone} />
      ) : null}
    </div>
  );
}

const wholeFormats: readonly ResultFormat[] = ['gpkg', 'qgz'];
const vectorFormats: readonly ResultFormat[] = ['geojson', 'fgb', 'parquet', 'shp', 'csv', 'kml'];

/** Every file of a result: the whole, and each layer in the formats that hold one. */
function DownloadMenu({ analysis }: { readonly analysis: SpatialAnalysis }) {
  const save = useResultFile();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default">
          {texts.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{texts.whole}</Menu.Label>
        {wholeFormats.map((format) => (
          <Menu.Item key={format} onClick={() => save(analysis, format)}>
            {resultFormats[format]}
          </Menu.Item>
        ))}
        {(analysis.results?.layers ?? []).map(({ id, title, kind }) => (
          <div key={id}>
            <Menu.Label>{title}</Menu.Label>
            {(kind === 'raster' ? (['tif'] as const) : vectorFormats).map((format) => (
              <Menu.Item
                key={format}
                aria-label={texts.ofLayer(resultFormats[format], title)}
                onClick={() => save(analysis, format, id)}
              >
                {resultFormats[format]}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Who reads the analysis. */
function Readers({ analysis }: { readonly analysis: SpatialAnalysis }) {
  const { run, isRunning } = useAction(changeAnalysis, analysisAnswers);
  const change = async (value: string) => {
    const readers = readersSchema.parse(value);
    const outcome = await run({ params: { id: analysis.id }, body: { readers } }, { offline: 'fail' });
    if (outcome.state === 'done') notify({ tone: 'success', message: texts.readersChanged });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.readers}
      disabled={isRunning}
      value={analysis.readers}
      data={Object.entries(analysisReaders).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) => void change(currentTarget.value)}
    />
  );
}

type RemoveProps = Pick<Props, 'analysis' | 'onGone'> & { readonly onClose: () => void };

function RemoveDialog({ analysis: { id, name }, onClose, onGone }: RemoveProps) {
  const { run } = useAction(removeAnalysis, analysisAnswers);
  return (
    <NameConfirmDialog
      title={texts.removeTitle}
      body={texts.removeBody}
      confirm={texts.remove}
      label={texts.removeConfirm(name)}
      name={name}
      onClose={onClose}
      onConfirm={async (typed) => {
        const outcome = await run({ params: { id }, query: { confirm: typed } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removed });
        onGone();
        return null;
      }}
    />
  );
}
