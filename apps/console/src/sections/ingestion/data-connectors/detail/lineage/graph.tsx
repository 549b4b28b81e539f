import { formatInstant, type TimeZone } from '@kianda/format';
import { cx, usePreferences } from '@kianda/ui';
import { useMemo } from 'react';
import { detailTexts } from '../texts.pt.ts';
import { box, type Lineage, type LineageNode, layOut, type Placed, relatedTo } from './layout.ts';
import styles from './lineage.module.css';

const texts = detailTexts.lineage;

type GraphProps = {
  readonly lineage: Lineage;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
};

/** The way of data, layer by layer; each element is a button that singles out its sources and its uses. */
export function Graph({ lineage, chosen, onChoose }: GraphProps) {
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

/** Label with its instants in the reader's time, without the word that already stands above it. */
export function labelOf(node: LineageNode, zone: TimeZone): string {
  return node.label
    .replace(/^Execução de /, '')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/, (instant) => formatInstant(instant, zone));
}
