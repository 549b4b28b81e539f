import {
  type ModelFeature,
  type ModelSkill,
  type ModelVersionDetail,
  metricNames,
  splitNames,
} from '@kianda/contract/models/registry/models.contract';
import { formatBytes, formatDate, formatDuration, formatNumber, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, FactList, Instant, Panel, StatusPill, usePreferences } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { BarList } from '../../../shared/bar-list.tsx';
import { baselineOf, intervalOf, skillFormat } from '../../../shared/models/skill.ts';
import { versionTexts as texts } from '../texts.pt.ts';
import { parameterText, rangeOf } from '../version-values.ts';
import { LineageGraph } from './lineage-graph.tsx';
import styles from './registry.module.css';
import { VersionMarks } from './version-table.tsx';

type Props = { readonly result: EndpointResult<ModelVersionDetail> };

const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;
const whole = { maxDecimals: 0 } as const;

/** The measure of a version by area and by season, on the rows held out. */
export function SlicePanel({ result }: Props) {
  const { slices: own } = texts;
  return (
    <Panel
      id="por-area-e-epoca"
      title={own.title}
      description={own.text}
      source={result}
      isEmpty={({ slices }) => slices.length === 0}
      empty={<p className={styles.quiet}>{own.none}</p>}
    >
      {({ slices, skill }) => (
        <FactList
          items={slices.map(({ name, rows, value }) => [
            name,
            value === null
              ? unknown(own.few(formatNumber(rows, whole)))
              : own.value(
                  `${metricNames[skill.metric]} ${formatNumber(value, skillFormat)}`,
                  formatNumber(rows, whole),
                ),
          ])}
        />
      )}
    </Panel>
  );
}

/** State of a version, what it is for, how it was trained and measured, and who approved it. */
export function SummaryPanel({ result }: Props) {
  const { facts } = texts;
  return (
    <Panel
      id="versao"
      title={result.sourced === undefined ? texts.unknown : texts.name(formatNumber(result.sourced.value.version))}
      description={result.sourced?.value.purpose}
      source={result}
    >
      {(version) => (
        <div className={styles.stack}>
          <div className={styles.marks}>
            <VersionMarks version={version} />
            <SkillVerdict skill={version.skill} />
          </div>
          <FactList
            items={[
              [facts.algorithm, version.algorithm],
              [
                facts.trained,
                <span key="treino">
                  <Instant at={version.trainedAt} /> {facts.by(version.trainedBy)}
                </span>,
              ],
              [facts.duration, formatDuration(version.trainingSeconds)],
              [facts.rows, formatNumber(version.rows, whole)],
              [
                facts.metric,
                `${metricNames[version.skill.metric]} ${formatNumber(version.skill.validation, skillFormat)}`,
              ],
              [facts.interval, intervalOf(version.skill) ?? unknown(texts.noInterval)],
              [
                facts.training,
                version.skill.training === null
                  ? unknown(texts.foreignTraining)
                  : formatNumber(version.skill.training, skillFormat),
              ],
              [facts.baseline, baselineOf(version.skill)],
              [facts.split, splitNames[version.skill.split]],
              [
                facts.approved,
                version.approvedBy === null ? (
                  unknown(texts.notApproved)
                ) : (
                  <span key="aprovada">
                    <Instant at={version.approvedAt} /> {facts.by(version.approvedBy)}
                  </span>
                ),
              ],
              [facts.reason, version.approvalReason ?? unknown(texts.notApproved)],
              [facts.predictions, formatNumber(version.predictions, whole)],
            ]}
          />
        </div>
      )}
    </Panel>
  );
}

/** Whether a version predicts better than the simple method, as far as its interval tells. */
function SkillVerdict({ skill }: { readonly skill: ModelSkill }) {
  if (skill.baselineValidation === null) return null;
  const isBetter = (skill.low ?? skill.validation) > skill.baselineValidation;
  return <StatusPill tone={isBetter ? 'good' : 'bad'}>{isBetter ? texts.better : texts.worse}</StatusPill>;
}

const featureColumns: readonly Column<ModelFeature>[] = [
  { id: 'name', label: texts.features.name, value: ({ label }) => label },
  {
    id: 'unit',
    label: texts.features.unit,
    value: ({ unit }) => unit,
    render: ({ unit }) => unit ?? unknown(texts.features.noUnit),
  },
  {
    id: 'range',
    label: texts.features.range,
    value: (feature) => rangeOf(feature),
    render: (feature) => rangeOf(feature) ?? unknown(texts.features.category),
  },
  {
    id: 'importance',
    label: texts.features.importance,
    value: ({ importance }) => importance,
    render: ({ importance }) =>
      importance === null ? unknown(texts.features.unmeasured) : formatNumber(importance, { maxDecimals: 3 }),
    align: 'end',
  },
];

/** Variables of a version with unit, range and importance, and those left out with why. */
export function FeaturePanel({ result }: Props) {
  return (
    <Panel id="variaveis" title={texts.features.title} description={texts.features.text} source={result}>
      {({ features, leftOut }) => (
        <div className={styles.stack}>
          <Importances features={features} />
          <DataTable
            id="variaveis"
            label={texts.features.title}
            columns={featureColumns}
            rows={features}
            rowId={({ name }) => name}
          />
          <h3 className={styles.part}>{texts.leftOut.title}</h3>
          {leftOut.length === 0 ? (
            <p className={styles.quiet}>{texts.leftOut.none}</p>
          ) : (
            <>
              <p className={styles.quiet}>{texts.leftOut.text}</p>
              <ul className={styles.list}>
                {leftOut.map(({ name, reason }) => (
                  <li key={name}>
                    <strong>{name}</strong>: {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Panel>
  );
}

/** The variables whose importance was measured, the greatest first. */
function Importances({ features }: { readonly features: readonly ModelFeature[] }) {
  const bars = features
    .flatMap(({ name, label, importance }) => (importance === null ? [] : [{ id: name, label, value: importance }]))
    .toSorted((a, b) => b.value - a.value);
  if (bars.length === 0) return <p className={styles.quiet}>{texts.features.unmeasured}</p>;
  return (
    <BarList
      caption={texts.features.importance}
      labelHeader={texts.features.name}
      valueHeader={texts.features.importance}
      format={{ maxDecimals: 3 }}
      bars={bars}
    />
  );
}

export function ParameterPanel({ result }: Props) {
  return (
    <Panel
      id="parametros"
      title={texts.parameters.title}
      source={result}
      isEmpty={({ parameters }) => Object.keys(parameters).length === 0}
      empty={<p className={styles.quiet}>{texts.parameters.none}</p>}
    >
      {({ parameters }) => (
        <FactList items={Object.entries(parameters).map(([name, value]) => [name, parameterText(value)])} />
      )}
    </Panel>
  );
}

type Source = ModelVersionDetail['lineage']['sources'][number];

/** The rows that a version learned from, by provider, and what makes it the same version again. */
export function LineagePanel({ result }: Props) {
  const { lineage: own } = texts;
  const { timeZone } = usePreferences();
  const period = ({ from, to }: Source) =>
    from === null || to === null ? null : texts.features.ranges(formatDate(from, timeZone), formatDate(to, timeZone));
  const columns: readonly Column<Source>[] = [
    { id: 'source', label: own.source, value: ({ name }) => name },
    {
      id: 'rows',
      label: own.rows,
      value: ({ rows }) => rows,
      render: ({ rows }) => formatNumber(rows, whole),
      align: 'end',
    },
    {
      id: 'licence',
      label: own.licence,
      value: ({ licence }) => licence,
      render: ({ licence }) => licence ?? unknown(own.noLicence),
    },
    {
      id: 'period',
      label: own.period,
      value: period,
      render: (source) => period(source) ?? unknown(own.noPeriod),
    },
  ];
  const hash = (text: string) => (
    <span key={text} className={styles.hash}>
      {text}
    </span>
  );
  return (
    <Panel id="linhagem" title={own.title} description={own.text} source={result}>
      {({ lineage, ...version }) => (
        <div className={styles.stack}>
          <LineageGraph version={{ ...version, lineage }} />
          <DataTable
            id="linhagem"
            label={own.title}
            columns={columns}
            rows={lineage.sources}
            rowId={({ name, licence }) => `${name} ${licence ?? ''}`}
          />
          <FactList
            items={[
              [own.data, hash(lineage.dataSha256)],
              [own.artefact, hash(lineage.artefactSha256)],
              [own.size, formatBytes(lineage.artefactBytes)],
              [own.seed, hash(String(lineage.seed))],
              [own.code, hash(lineage.codeVersion)],
            ]}
          />
        </div>
      )}
    </Panel>
  );
}

export function LimitPanel({ result }: Props) {
  return (
    <Panel
      id="limites"
      title={texts.limits.title}
      source={result}
      isEmpty={({ limits }) => limits.length === 0}
      empty={<p className={styles.quiet}>{texts.limits.none}</p>}
    >
      {({ limits }) => (
        <ul className={styles.list}>
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
