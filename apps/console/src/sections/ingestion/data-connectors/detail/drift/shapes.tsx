import type { DataOf } from '@kianda/contract';
import type { connectorDrift } from '@kianda/contract/ingestion/connectors/engine.contract';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { formatQuantity } from '@kianda/format';
import { type Column, DataTable, PanelFrame, RelativeTime, useClock } from '@kianda/ui';
import { exportNote } from '../../../../shared/connectors/export-note.ts';
import type { Connector } from '../../../../shared/connectors/fallback.ts';
import styles from '../detail.module.css';
import { driftTexts as texts } from './texts.pt.ts';

type Shape = DataOf<typeof connectorDrift>['shapes'][number];
type Field = Shape['fields'][number];

const columns: readonly Column<Field>[] = [
  {
    id: 'field',
    label: texts.field,
    value: (one) => one.field,
    render: (one) => <span className="k-mono">{one.field}</span>,
  },
  { id: 'types', label: texts.shapeTypes, value: (one) => one.types.join(', ') },
  {
    id: 'presence',
    label: texts.presence,
    value: (one) => one.presence,
    render: (one) => formatQuantity(one.presence * 100, '%', { maxDecimals: 1 }),
    align: 'end',
  },
];

type Props = { readonly connector: Connector; readonly shapes: readonly Shape[] };

/** Known shape of each resource of a provider. */
export function Shapes({ connector, shapes }: Props) {
  const clock = useClock();
  return (
    <PanelFrame title={texts.shapes} description={texts.shapesDescription}>
      {shapes.length === 0 ? <p className={styles.note}>{texts.shapesEmpty}</p> : null}
      <div className={styles.stack}>
        {shapes.map((shape) => (
          <details key={`${shape.stream} ${shape.resource}`} className={styles.details}>
            <summary>{texts.shapeOf(streamTitle(shape.stream), shape.resource)}</summary>
            <p className={styles.note}>
              {texts.updated} <RelativeTime at={shape.updatedAt} />
            </p>
            <DataTable
              id={`${connector.id}-${shape.stream}-forma`}
              label={texts.shapeOf(streamTitle(shape.stream), shape.resource)}
              columns={columns}
              rows={shape.fields}
              rowId={(one) => one.field}
              height="420px"
              csvNotes={() => exportNote(connector, clock())}
            />
          </details>
        ))}
      </div>
    </PanelFrame>
  );
}
