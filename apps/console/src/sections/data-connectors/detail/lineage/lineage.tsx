import { connectorLineage } from '@kianda/contract/connectors/operations.contract';
import { cx, EmptyState, formatInstant, Panel, type TimeZone, usePreferences } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import detail from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';
import type { ViewProps } from '../view-props.ts';
import { box, type Lineage, type LineageNode, layOut, type Placed, relatedTo } from './layout.ts';
import styles from './lineage.module.css';

const texts = detailTexts.lineage;

/** Way of a connector's data: provider, run, original page, table, and the screens that use them. */
export default function LineageView({ connector }: ViewProps) {
  const lineage = useEndpoint(
    connectorLineage,
    { params: { id: connector.id } },
    { refetchSeconds: 120, staleSeconds: 60 },
  );
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Panel
      title={texts.title}
      description={texts.description}
      source={lineage}
      isEmpty={({ edges }) => edges.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyBody}</EmptyState>}
      actions={
        chosen === null ? undefined : (
          <Button size="compact-sm" variant="default" onClick={() => setChosen(null)}>
            {texts.clear}
          </Button>
        )
      }
    >
      {(value) => (
        <>
          <Graph lineage={value} chosen={chosen} onChoose={setChosen} />
          <details className={cx(detail.details, styles.listFold)}>
            <summary>{texts.list}</summary>
            <List lineage={value} />
          </details>
        </>
      )}
    </Panel>
  );
}

type GraphProps = {
  readonly lineage: Lineage;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
};

function Graph({ lineage, chosen, onChoose }: GraphProps) {
  const { timeZone } = usePreferences();
  const { placed, width, height } = useMemo(() => layOut(lineage), [lineage]);
  const related = useMemo(() => (chosen === null ? null : relatedTo(lineage, chosen)), [lineage, chosen]);
  const at = new Map(placed.map((one) => [one.node.id, one]));
  const isFaint = (id: string) => related !== null && !related.has(id);
  return (
    <section className={styles.scroller} aria-label={texts.graph}>
      <div className={styles.graph} style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          {lineage.edges.map(({ from, to }) => {
            const [start, end] = [at.get(from), at.get(to)];
            if (start === undefined || end === undefined) return null;
            return (
              <path
                key={`${from}>${to}`}
                className={cx(styles.edge, (isFaint(from) || isFaint(to)) && styles.faint)}
                d={curve(start, end)}
              />
            );
          })}
        </svg>
        {placed.map(({ node, x, y }) => (
          <button
            key={node.id}
            type="button"
            className={cx(styles.node, isFaint(node.id) && styles.faint)}
            style={{ left: x, top: y, width: box.width, height: box.height }}
            aria-pressed={chosen === node.id}
            title={node.detail === null ? labelOf(node, timeZone) : `${labelOf(node, timeZone)}\n${node.detail}`}
            onClick={() => onChoose(chosen === node.id ? null : node.id)}
          >
            <span className={styles.kind}>{texts.kinds[node.kind]}</span>
            <span className={styles.label}>{labelOf(node, timeZone)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function curve(start: Placed, end: Placed): string {
  const [x1, y1] = [start.x + box.width / 2, start.y + box.height];
  const [x2, y2] = [end.x + box.width / 2, end.y];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

function List({ lineage }: { readonly lineage: Lineage }) {
  const { timeZone } = usePreferences();
  const byId = new Map(lineage.nodes.map((node) => [node.id, node]));
  const names = (ids: readonly string[]) =>
    ids.length === 0
      ? texts.nothing
      : ids
          .flatMap((id) => byId.get(id) ?? [])
          .map((node) => labelOf(node, timeZone))
          .join(', ');
  return (
    <ul className={styles.list}>
      {lineage.nodes.map((node) => (
        <li key={node.id}>
          <strong>
            {texts.kinds[node.kind]}: {labelOf(node, timeZone)}
          </strong>
          <br />
          {texts.comesFrom}: {names(lineage.edges.flatMap(({ from, to }) => (to === node.id ? [from] : [])))}
          <br />
          {texts.feeds}: {names(lineage.edges.flatMap(({ from, to }) => (from === node.id ? [to] : [])))}
        </li>
      ))}
    </ul>
  );
}

/** Label with its instants in the reader's time, without the word that already stands above it. */
function labelOf(node: LineageNode, zone: TimeZone): string {
  return node.label
    .replace(/^Execução de /, '')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/, (instant) => formatInstant(instant, zone));
}
