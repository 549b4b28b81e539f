import { formatMilliseconds, formatNumber, formatQuantity } from '@kianda/format';
import { EmptyState, FirstOf, PanelGrid, RelativeTime, SkeletonCards, StatusPill, type StatusTone } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { SourcedValue } from '../../../shared/figure-list.tsx';
import { pick } from '../../../shared/sourced.ts';
import { type Check, type Component, type Health, shownChecks } from '../api/use-system-health.ts';
import { healthTexts } from '../texts.pt.ts';
import { CheckBar } from './check-bar.tsx';
import styles from './component-cards.module.css';

const texts = healthTexts.components;
/** Components shown at once, and with them every one that is not well. */
const firstComponents = 8;
const tones = { online: 'good', warning: 'caution', offline: 'bad' } as const satisfies Record<string, StatusTone>;

const isWell = ({ status }: Component) => status === 'online';

type Props = {
  readonly health: EndpointResult<Health>;
  /** By component id; undefined while loading. */
  readonly checks: ReadonlyMap<string, readonly Check[]> | undefined;
};

/** One card a component: state, detail, latency, last check, and its newest checks. */
export function ComponentCards({ health, checks }: Props) {
  const components = health.sourced?.value.components;
  return (
    <section aria-labelledby="componentes">
      <h2 id="componentes" className={styles.heading}>
        {texts.title}
      </h2>
      {components === undefined ? (
        <SkeletonCards />
      ) : components.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>
      ) : (
        <FirstOf
          items={components.toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))}
          first={Math.max(firstComponents, components.filter((component) => !isWell(component)).length)}
          of={texts.title}
        >
          {(shown) => (
            <PanelGrid minWidth={260}>
              {shown.map((component) => (
                <ComponentCard
                  key={component.id}
                  component={component}
                  health={health}
                  checks={checks === undefined ? undefined : (checks.get(component.id) ?? [])}
                />
              ))}
            </PanelGrid>
          )}
        </FirstOf>
      )}
    </section>
  );
}

type CardProps = {
  readonly component: Component;
  readonly health: EndpointResult<Health>;
  readonly checks: readonly Check[] | undefined;
};

function ComponentCard({ component, health, checks }: CardProps) {
  const { id, label, status, detail } = component;
  return (
    <article aria-labelledby={`componente-${id}`} className={styles.card} data-status={status}>
      <header className={styles.header}>
        <h3 id={`componente-${id}`} className={styles.name}>
          {label}
        </h3>
        <StatusPill tone={tones[status]}>{texts[status]}</StatusPill>
      </header>
      <p className={styles.detail}>{detail}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.latency}</dt>
          <dd>
            <SourcedValue
              value={pick(health, () => component.latency_ms, texts.noLatency)}
              display={(ms) => formatMilliseconds(Number(ms))}
            />
          </dd>
        </div>
        <div>
          <dt>{texts.checked}</dt>
          <dd>
            <RelativeTime at={component.checked_at} />
          </dd>
        </div>
        <div>
          <dt>{texts.availability}</dt>
          <dd>{checks === undefined || checks.length === 0 ? '—' : formatQuantity(availability(checks), '%')}</dd>
        </div>
      </dl>
      {checks === undefined || checks.length === 0 ? (
        <p className={styles.caption}>{checks === undefined ? ' ' : texts.noChecks}</p>
      ) : (
        <>
          <CheckBar name={label} checks={checks} slots={shownChecks} />
          <p className={styles.caption}>
            <span>{texts.recent(formatNumber(checks.length, { maxDecimals: 0 }))}</span>
            <RelativeTime at={checks[0]?.at} />
          </p>
        </>
      )}
    </article>
  );
}

/** Share of checks that were not offline, percent. */
function availability(checks: readonly Check[]): number {
  return (100 * checks.filter((check) => check.status !== 'offline').length) / checks.length;
}
