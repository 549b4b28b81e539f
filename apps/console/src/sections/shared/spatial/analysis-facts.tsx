import type { AnalysisResults, PinnedInput, SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import { analysisChoices } from '@kianda/contract/space/spatial/analysis-types';
import { formatInstant, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, FactList, Instant, PanelFrame, usePreferences } from '@kianda/ui';
import { Alert, Button } from '@mantine/core';
import { notify } from '../../../platform/notices.ts';
import styles from './analysis.module.css';
import { parameterFields } from './parameter-fields.ts';
import { PrioritiesPanel } from './priorities-panel.tsx';
import { analysisTexts, resultTexts as texts } from './texts.pt.ts';

const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;

/** All that is needed to judge and to repeat an analysis: figures, warnings, uncertainty, method, parameters, inputs, log. */
export function AnalysisFacts({ analysis }: { readonly analysis: SpatialAnalysis }) {
  const { results } = analysis;
  return (
    <>
      {results === null ? null : (
        <>
          <Figures analysis={analysis} results={results} />
          {results.priorities === null ? null : <PrioritiesPanel priorities={results.priorities} />}
          <Method results={results} />
        </>
      )}
      <Parameters analysis={analysis} />
      {analysis.pinned.length === 0 ? null : <Lineage pinned={analysis.pinned} />}
      <Log analysis={analysis} />
    </>
  );
}

type ResultProps = { readonly analysis: SpatialAnalysis; readonly results: AnalysisResults };

/** Figures of the result, what changed in the inputs, and how far the result can be trusted. */
function Figures({ analysis, results }: ResultProps) {
  const { statistics, warnings } = results;
  return (
    <PanelFrame id="numeros" title={texts.statistics}>
      <div className={styles.stack}>
        {warnings.length === 0 ? null : (
          <Alert color="yellow" title={texts.warnings}>
            <ul className={styles.list}>
              {warnings.map(({ code, message }) => (
                <li key={`${code} ${message}`}>{message}</li>
              ))}
            </ul>
          </Alert>
        )}
        {statistics.length === 0 ? (
          <p className={styles.quiet}>{texts.noStatistics}</p>
        ) : (
          <FactList
            items={statistics.map(({ label, value, unit, reason }) => [
              label,
              value === null
                ? unknown(reason ?? texts.noStatistics)
                : typeof value === 'string'
                  ? value
                  : unit === null
                    ? formatNumber(value, { maxDecimals: 3 })
                    : formatQuantity(value, unit, { maxDecimals: 3 }),
            ])}
          />
        )}
        <div>
          <h3>{texts.uncertainty}</h3>
          <p className={styles.quiet}>{texts.uncertaintyText[analysis.type]}</p>
        </div>
      </div>
    </PanelFrame>
  );
}

/** Method with its publication, how the result is cited, and the sums that tell that nothing was changed. */
function Method({ results }: { readonly results: AnalysisResults }) {
  const copy = async () => {
    await navigator.clipboard.writeText(results.citation);
    notify({ tone: 'success', message: texts.copied });
  };
  return (
    <PanelFrame
      id="metodo"
      title={texts.method}
      actions={
        <Button size="xs" variant="default" onClick={() => void copy()}>
          {texts.copy}
        </Button>
      }
    >
      <FactList
        items={[
          [texts.methods, results.methods.join(' ')],
          [texts.citation, results.citation],
          [texts.seconds, formatQuantity(results.seconds, 's', { maxDecimals: 1 })],
          [texts.code, results.codeVersion],
          [
            texts.result,
            <code key="resultado" className={styles.hash}>
              {results.sha256}
            </code>,
          ],
        ]}
      />
    </PanelFrame>
  );
}

/** Parameters as the analysis completed them. */
function Parameters({ analysis: { type, parameters } }: { readonly analysis: SpatialAnalysis }) {
  return (
    <PanelFrame id="parametros" title={texts.parameters}>
      <FactList
        items={parameterFields(type).map(({ name, label }) => [label, parameterText(name, parameters[name])])}
      />
    </PanelFrame>
  );
}

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = analysisChoices;

/** A parameter as it is read. */
export function parameterText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.noneGiven;
  if (Array.isArray(value)) {
    return value.length === 0
      ? texts.noneGiven
      : value
          .map((one) => (typeof one === 'number' ? formatNumber(one, { maxDecimals: 4 }) : JSON.stringify(one)))
          .join('; ');
  }
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return formatNumber(value, { maxDecimals: 4 });
  return typeof value === 'string' ? (choices[name]?.[value] ?? value) : JSON.stringify(value);
}

/** Every input with the version that it is pinned to. */
function Lineage({ pinned }: { readonly pinned: readonly PinnedInput[] }) {
  const { timeZone } = usePreferences();
  const { columns } = texts;
  const list: readonly Column<PinnedInput>[] = [
    { id: 'role', label: columns.role, value: ({ label }) => label },
    {
      id: 'title',
      label: columns.title,
      value: ({ title, source }) => [title, source].filter((part) => part !== null).join(', '),
      render: ({ title, source, isSimulated }) => (
        <>
          {[title, source].filter((part) => part !== null).join(', ')}
          {isSimulated ? <span className={styles.quiet}> ({analysisTexts.simulated})</span> : null}
        </>
      ),
    },
    {
      id: 'count',
      label: columns.count,
      value: ({ count }) => count,
      render: ({ count }) => formatNumber(count),
      align: 'end',
    },
    {
      id: 'time',
      label: columns.time,
      value: ({ time }) => time,
      render: ({ time }) => (time === null ? unknown(texts.noTime) : formatInstant(time, timeZone)),
    },
    {
      id: 'licence',
      label: columns.licence,
      value: ({ licence }) => licence,
      render: ({ licence }) => licence ?? unknown(texts.noLicence),
    },
    {
      id: 'sha256',
      label: columns.sha256,
      value: ({ sha256 }) => sha256,
      render: ({ sha256 }) => <code className={styles.hash}>{sha256}</code>,
    },
  ];
  return (
    <PanelFrame id="proveniencia" title={texts.lineage} description={texts.lineageText}>
      <DataTable
        id="entradas-da-analise"
        label={texts.lineage}
        columns={list}
        rows={pinned}
        rowId={({ role }) => role}
      />
    </PanelFrame>
  );
}

function Log({ analysis: { log } }: { readonly analysis: SpatialAnalysis }) {
  return (
    <PanelFrame id="registo" title={analysisTexts.log}>
      {log.length === 0 ? (
        <p className={styles.quiet}>{analysisTexts.noLog}</p>
      ) : (
        <ul className={styles.list}>
          {log.map(({ time, message }) => (
            <li key={`${time} ${message}`}>
              <Instant at={time} /> {message}
            </li>
          ))}
        </ul>
      )}
    </PanelFrame>
  );
}
