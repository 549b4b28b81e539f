import type { Model, ModelType } from '@kianda/contract/models/registry/models.contract';
import { formatInstant, formatNumber, type TimeZone, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, Panel, StatusPill, usePreferences } from '@kianda/ui';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { SummaryTiles } from '../../../shared/models/summary-tiles.tsx';
import { modelTexts } from '../../../shared/models/texts.pt.ts';
import { useModelStats, useModels } from '../../../shared/models/use-models.ts';
import { registryTexts as texts } from '../texts.pt.ts';
import styles from './registry.module.css';

/** Figures of all models, and each with the version in use and the way to its own page. */
export function ModelTable({ onOpen }: { readonly onOpen: (type: ModelType) => void }) {
  const models = useModels();
  const stats = useModelStats();
  const { timeZone } = usePreferences();
  const isIdle = stats.figure('models_active')?.value === 0;
  const isFallback = models.sourced?.provenance.state === 'fallback';
  const error = models.error === null ? null : { ...models.error, message: modelTexts.loadError(models.error.message) };
  return (
    <>
      {isIdle ? null : <SummaryTiles stats={stats} />}
      <Panel
        id="modelos"
        title={texts.models}
        description={isFallback ? modelTexts.usingFallback : texts.modelsText}
        // Of examples nothing is shown in a table, whose figures go into files.
        source={isFallback ? { ...models, sourced: undefined, error } : { ...models, error }}
        isEmpty={(list) => list.length === 0}
        empty={<EmptyState title={texts.empty} />}
        flush
      >
        {(list) => (
          <DataTable
            id="modelos"
            label={texts.models}
            columns={columnsOf(timeZone)}
            rows={list}
            rowId={({ id }) => id}
            onOpenRow={({ id }) => onOpen(id)}
          />
        )}
      </Panel>
      {isIdle ? <SummaryTiles stats={stats} /> : null}
    </>
  );
}

/** '—' with why a figure of a model is not known. */
const unknownOf = ({ absence }: Model) => <abbr title={absence ?? modelTexts.untrained}>{UNKNOWN}</abbr>;

const columnsOf = (timeZone: TimeZone): readonly Column<Model>[] => [
  { id: 'name', label: texts.columns.name, value: ({ name }) => name },
  {
    id: 'algorithm',
    label: texts.columns.algorithm,
    value: ({ algorithm }) => algorithm,
    render: (model) => model.algorithm ?? unknownOf(model),
  },
  {
    id: 'version',
    label: texts.columns.version,
    value: ({ version }) => version,
    render: (model) => model.version ?? unknownOf(model),
  },
  {
    id: 'state',
    label: texts.columns.state,
    value: ({ isDeployed }) => (isDeployed ? texts.active : texts.inactive),
    render: ({ isDeployed, isSimulated }) => (
      <span className={styles.marks}>
        <StatusPill tone={isDeployed ? 'good' : 'unknown'}>{isDeployed ? texts.active : texts.inactive}</StatusPill>
        <SimulatedMark isSimulated={isSimulated} />
      </span>
    ),
  },
  {
    id: 'accuracy',
    label: texts.columns.accuracy,
    value: ({ accuracy }) => accuracy,
    render: (model) => (model.accuracy === null ? unknownOf(model) : formatNumber(model.accuracy, { decimals: 1 })),
    align: 'end',
  },
  {
    id: 'predictions',
    label: texts.columns.predictions,
    value: ({ predictionCount }) => predictionCount,
    render: ({ predictionCount }) => formatNumber(predictionCount, { maxDecimals: 0 }),
    align: 'end',
  },
  {
    id: 'trained',
    label: texts.columns.lastTrained,
    value: ({ lastTrained }) => lastTrained,
    render: (model) => (model.lastTrained === null ? unknownOf(model) : formatInstant(model.lastTrained, timeZone)),
  },
];
