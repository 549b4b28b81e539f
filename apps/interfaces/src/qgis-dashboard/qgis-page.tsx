import { PanelFailure, PanelFrame, SkeletonLines, useNow } from '@kianda/ui';
import { lazy, Suspense } from 'react';
import { PageFrame } from '../page-frame/page-frame.tsx';
import { SideLayout } from '../page-frame/side-layout.tsx';
import { useAddress } from '../page-frame/use-address.ts';
import styles from './qgis.module.css';
import { qgisFields } from './state.ts';
import { qgisTexts as texts } from './texts.pt.ts';
import { useAnalysis } from './use-analysis.ts';
import { useLayers } from './use-layers.ts';
import { useTime } from './use-time.ts';

// The fields of the side, the bar of the dates, the analysis and the files come while the layers are read.
const TimeFilters = lazy(() => import('./layer-side.tsx').then((module) => ({ default: module.TimeFilters })));
const LayerList = lazy(() => import('./layer-side.tsx').then((module) => ({ default: module.LayerList })));
const TimeBar = lazy(() => import('./time-bar.tsx'));
const analysisPanel = () => import('./analysis-panel.tsx');
const AnalysisForm = lazy(() => analysisPanel().then((module) => ({ default: module.AnalysisForm })));
const AnalysisResult = lazy(() => analysisPanel().then((module) => ({ default: module.AnalysisResult })));
const ExportForm = lazy(() => import('./export-form.tsx').then((module) => ({ default: module.ExportForm })));
const QgisMap = lazy(() => import('./qgis-map.tsx'));
const dayMs = 86_400_000;

/** Layers of the sea through time, and the platform's spatial analysis over them. */
export function QgisPage() {
  const [state, change, fragment] = useAddress(qgisFields);
  const fromMs = Math.floor(useNow(3_600) / dayMs) * dayMs - Number(state.dias) * dayMs;
  const from = new Date(fromMs).toISOString();
  const time = useTime(state, change, fromMs);
  const layers = useLayers(state, from);
  const analysis = useAnalysis(state, change);
  const { shown, failure } = time.fields.field;
  return (
    <PageFrame
      title={texts.title}
      purpose={texts.purpose}
      help={texts.help}
      fragment={fragment}
      shortcuts={[
        { key: ' ', label: texts.keys.play, run: () => time.fields.playback.setPlaying(!time.fields.playback.playing) },
        { key: 'a', label: texts.keys.older, run: () => time.show(time.index - 1) },
        { key: 'd', label: texts.keys.newer, run: () => time.show(time.index + 1) },
        { key: 'c', label: texts.keys.run, run: () => void analysis.run() },
      ]}
    >
      <SideLayout
        side={
          <>
            <Suspense fallback={<SkeletonLines lines={10} />}>
              <TimeFilters state={state} change={change} />
              <LayerList state={state} change={change} layers={layers} />
            </Suspense>
            <Suspense fallback={<SkeletonLines lines={8} />}>
              <AnalysisForm state={state} change={change} of={analysis} />
              <ExportForm state={state} of={analysis} from={from} />
            </Suspense>
          </>
        }
      >
        <div className={styles.pair}>
          <PanelFrame title={texts.map} busy={!time.fields.field.isCurrent} provenance={shown?.provenance}>
            {failure === null ? null : <PanelFailure error={failure} onRetry={time.fields.store.retry} />}
            <Suspense fallback={<SkeletonLines lines={14} />}>
              <QgisMap
                {...{ state, change, layers }}
                field={shown?.field ?? null}
                momentMs={time.fields.momentMs}
                source={shown?.slice.provider ?? ''}
                of={analysis}
              />
            </Suspense>
            <Suspense fallback={<SkeletonLines lines={3} />}>
              <TimeBar time={time} state={state} change={change} />
            </Suspense>
          </PanelFrame>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <AnalysisResult state={state} change={change} of={analysis} />
          </Suspense>
        </div>
      </SideLayout>
    </PageFrame>
  );
}
