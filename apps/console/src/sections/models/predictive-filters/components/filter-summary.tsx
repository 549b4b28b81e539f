import { filterTypes } from '@kianda/contract/models/filters/filter-types';
import type { FilterSummary, PredictiveFilter } from '@kianda/contract/models/filters/filters.contract';
import { metricNames, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { formatCount, formatDuration, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { FactList, Instant, PanelFrame, StatusPill } from '@kianda/ui';
import type { ReactNode } from 'react';
import styles from '../page.module.css';
import { filterTexts, detailTexts as texts } from '../texts.pt.ts';
import { ConfidenceBadge } from './confidence.tsx';

const whole = { maxDecimals: 0 } as const;
const share = (value: number) => formatNumber(value, { decimals: 2 });

/** Facts of a filter and its last result. */
export function FilterFacts({ filter }: { readonly filter: PredictiveFilter }) {
  const { summary, lastUpdated, validUntil, isExpired } = filter;
  const unknown = <abbr title={filter.absence ?? texts.unknown}>{UNKNOWN}</abbr>;
  const of = (select: (summary: FilterSummary) => ReactNode) => (summary === null ? unknown : select(summary));
  const until = validUntil === null ? unknown : <Instant key="validade" at={validUntil} />;
  return (
    <FactList
      items={[
        [texts.type, filterTypes[filter.type]],
        [
          texts.state,
          <StatusPill key="estado" tone={filter.isActive ? 'good' : 'unknown'}>
            {filter.isActive ? filterTexts.active : filterTexts.inactive}
          </StatusPill>,
        ],
        [texts.confidence, <ConfidenceBadge key="confianca" confidence={filter.confidence} />],
        [texts.lastUpdate, lastUpdated === null ? unknown : <Instant key="atualizado" at={lastUpdated} />],
        [
          texts.validUntil,
          <span key="valido">
            {until}
            {isExpired ? ` (${filterTexts.expired})` : ''}
          </span>,
        ],
        [
          texts.model,
          of(({ modelType, modelVersion, algorithm }) =>
            texts.modelOf(modelTypes[modelType], formatNumber(modelVersion), algorithm),
          ),
        ],
        [texts.method, of(({ method }) => method)],
        [
          texts.area,
          of(({ areaKm2, regions }) =>
            texts.areaOf(formatQuantity(areaKm2, 'km²', whole), formatCount(regions, texts.region, texts.regions)),
          ),
        ],
        [texts.points, of(({ points }) => formatNumber(points))],
        [texts.sources, of(({ sources }) => sources.join('; '))],
        [texts.revision, formatNumber(filter.revision)],
        ...(filter.createdBy === null ? [] : [[texts.createdBy, filter.createdBy] as const]),
      ]}
    />
  );
}

/** The rule, by the names of the specification. */
export function FilterParameters({ filter }: { readonly filter: PredictiveFilter }) {
  const shown = (value: string | number | boolean | null) =>
    typeof value === 'number' ? formatNumber(value, { maxDecimals: 3 }) : String(value ?? UNKNOWN);
  return (
    <PanelFrame id="parametros" title={texts.parameters}>
      <FactList items={Object.entries(filter.parameters).map(([name, value]) => [name, shown(value)])} />
    </PanelFrame>
  );
}

/** The confidence as a product, with what each factor is. */
export function ConfidencePanel({ summary }: { readonly summary: FilterSummary }) {
  const { skill, metric, coverage, coveredCells, askedCells, age, ageHours, maxAgeHours, value } = summary.confidence;
  const hours = (count: number) => formatDuration(count * 3_600);
  return (
    <PanelFrame id="confianca" title={texts.confidenceTitle} description={texts.confidenceText}>
      <p className={styles.product}>
        {texts.product(share(skill), share(coverage), share(age), formatQuantity(value * 100, '%', { decimals: 1 }))}
      </p>
      <FactList
        items={[
          [texts.skill(metricNames[metric]), share(skill)],
          [
            texts.coverage,
            `${share(coverage)}: ${texts.coverageOf(formatNumber(coveredCells), formatNumber(askedCells))}`,
          ],
          [
            texts.age,
            `${share(age)}: ${ageHours === null ? texts.ageUnknown : texts.ageOf(hours(ageHours), hours(maxAgeHours))}`,
          ],
        ]}
      />
    </PanelFrame>
  );
}

/** The computation step by step, and what a reader must know. */
export function StepsPanel({ summary }: { readonly summary: FilterSummary }) {
  return (
    <PanelFrame id="contas" title={texts.steps} description={summary.method}>
      <FactList
        items={summary.steps.map(({ label, value, note }) => [
          label,
          <span key={label} className={styles.guide}>
            {value}
            {note === null ? null : <span className={styles.quiet}>{note}</span>}
          </span>,
        ])}
      />
      {summary.notes.length === 0 ? null : (
        <ul className={styles.list} aria-label={texts.notes}>
          {summary.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </PanelFrame>
  );
}
