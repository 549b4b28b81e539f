import { type OceanRegion, oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import { analysisQuestions, analysisTypeNames, analysisTypes } from '@kianda/contract/space/spatial/analysis-types';
import { formatNumber, formatQuantity } from '@kianda/format';
import { EmptyState, FactList, Panel, PanelFrame, RelativeTime, StatusPill, type StatusTone } from '@kianda/ui';
import { Button, NativeSelect, Progress } from '@mantine/core';
import { inputsFor } from './analysis-request.ts';
import styles from './qgis.module.css';
import { type ChangeQgis, type QgisState, qgisFields } from './state.ts';
import { qgisTexts as texts } from './texts.pt.ts';
import type { Analysis, useAnalysis } from './use-analysis.ts';

type Props = {
  readonly state: QgisState;
  readonly change: ChangeQgis;
  readonly of: ReturnType<typeof useAnalysis>;
};

/** Choice of an analysis and of its region, and the button that runs it. */
export function AnalysisForm({ state, change, of }: Props) {
  const isWholeOnly = inputsFor(state.analise, 'centro') === null;
  return (
    <>
      <h2 className={styles.sideTitle}>{texts.analysis}</h2>
      <NativeSelect
        label={texts.type}
        description={analysisQuestions[state.analise]}
        value={state.analise}
        onChange={({ currentTarget }) => change({ analise: qgisFields.analise.read(currentTarget.value) ?? 'buffer' })}
        data={analysisTypeNames.map((value) => ({ value, label: analysisTypes[value] }))}
      />
      <NativeSelect
        label={texts.region}
        {...(isWholeOnly ? { description: texts.wholeOnly } : {})}
        value={isWholeOnly ? 'zee' : state.regiao}
        disabled={isWholeOnly}
        onChange={({ currentTarget }) => change({ regiao: qgisFields.regiao.read(currentTarget.value) ?? 'zee' })}
        data={(Object.keys(oceanRegions) as OceanRegion[]).map((value) => ({
          value,
          label: oceanRegions[value].label,
        }))}
      />
      <Button onClick={() => void of.run()} loading={of.isSending}>
        {texts.run}
      </Button>
      {of.fault === null ? null : (
        <p role="alert" className={styles.fault}>
          {of.fault}
        </p>
      )}
    </>
  );
}

/** The analysis of the address: how far it is, its figures, and its layers. */
export function AnalysisResult({ state, change, of }: Props) {
  if (state.resultado === '') {
    return (
      <PanelFrame title={texts.result}>
        <EmptyState title={texts.noResult}>{texts.noResultNote}</EmptyState>
      </PanelFrame>
    );
  }
  return (
    <Panel
      title={texts.result}
      source={of.source}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={() => change({ resultado: '' })}>
          {texts.clear}
        </Button>
      }
    >
      {(analysis) => (
        <div className={styles.result}>
          <Progressing analysis={analysis} of={of} />
          {analysis.results === null ? null : <Figures analysis={analysis} of={of} />}
        </div>
      )}
    </Panel>
  );
}

const tones: Readonly<Record<Analysis['status'], StatusTone>> = {
  pending: 'unknown',
  running: 'unknown',
  completed: 'good',
  failed: 'bad',
  cancelled: 'caution',
};

type PartProps = { readonly analysis: Analysis; readonly of: Props['of'] };

function Progressing({ analysis, of }: PartProps) {
  const isGoing = analysis.status === 'pending' || analysis.status === 'running';
  return (
    <>
      <p className={styles.name}>
        <strong>{analysis.name}</strong>{' '}
        <StatusPill tone={tones[analysis.status]}>{analysisStates[analysis.status]}</StatusPill>{' '}
        <RelativeTime at={analysis.createdAt} />
      </p>
      {isGoing ? (
        <>
          <Progress
            value={100 * (analysis.progress ?? 0)}
            animated={analysis.progress === null}
            aria-label={texts.running}
          />
          <p role="status">{analysis.message ?? texts.running}</p>
          <Button variant="default" size="compact-md" onClick={() => void of.cancel()} loading={of.isSending}>
            {texts.cancel}
          </Button>
        </>
      ) : null}
      {analysis.error === null ? null : <p role="alert">{analysis.error}</p>}
    </>
  );
}

function Figures({ analysis, of }: PartProps) {
  const { results } = analysis;
  if (results === null) return null;
  const layer = of.layer;
  return (
    <>
      <FactList
        items={results.statistics.map(({ label, value, unit, reason }) => [
          label,
          value === null ? (
            <span key="value" title={reason ?? undefined}>
              —
            </span>
          ) : typeof value === 'number' ? (
            unit === null ? (
              formatNumber(value, { maxDecimals: 3 })
            ) : (
              formatQuantity(value, unit, { maxDecimals: 2 })
            )
          ) : (
            value
          ),
        ])}
      />
      {results.warnings.length === 0 ? null : (
        <ul className={styles.warnings} aria-label={texts.warnings}>
          {results.warnings.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
      <NativeSelect
        label={texts.resultLayer}
        value={layer?.id ?? ''}
        onChange={({ currentTarget }) => of.setLayerId(currentTarget.value)}
        data={of.layers.map(({ id, title, kind, count }) => ({
          value: id,
          label: `${title} (${kind === 'raster' ? texts.cellsOf(formatNumber(count)) : texts.featuresOf(formatNumber(count))})`,
        }))}
      />
      {layer === null ? <p>{texts.noFeatures}</p> : <Legend layer={layer} />}
    </>
  );
}

function Legend({ layer }: { readonly layer: NonNullable<Props['of']['layer']> }) {
  if (layer.kind === 'raster' || layer.legend.length === 0) return null;
  return (
    <ul className={styles.legend}>
      {layer.legend.map(({ label, colour }) => (
        <li key={label}>
          <span style={{ background: colour }} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
