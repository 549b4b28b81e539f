import { backfillCost } from '@kianda/contract/ingestion/connectors/history-cost.contract';
import { formatBytes, formatDuration, formatNumber } from '@kianda/format';
import { useEndpoint } from '../../../../../client/use-endpoint.ts';
import styles from '../detail.module.css';
import { detailTexts } from '../texts.pt.ts';

const texts = detailTexts.backfill.cost;

type Plan = { readonly stream: string; readonly from: string; readonly to: string; readonly windowDays: number };

/** Cost of a history by the windows of the stream that were obtained; a dash with the reason where none was. */
export function PlanCost({ connectorId, plan }: { readonly connectorId: string; readonly plan: Plan }) {
  const query = { ...plan, windowDays: String(plan.windowDays) };
  const { sourced, failure } = useEndpoint(backfillCost, { params: { id: connectorId }, query });
  const cost = sourced?.value;
  if (cost === undefined) return failure === null ? null : <p className={styles.note}>{failure.message}</p>;
  return (
    <section aria-label={texts.title}>
      <dl className={styles.row}>
        <div>
          <dt className={styles.note}>{texts.requests}</dt>
          <dd>{formatNumber(cost.requests)}</dd>
        </div>
        <div>
          <dt className={styles.note}>{texts.bytes}</dt>
          <dd>{formatBytes(cost.bytes)}</dd>
        </div>
        <div>
          <dt className={styles.note}>{texts.time}</dt>
          <dd>{formatDuration(cost.seconds)}</dd>
        </div>
      </dl>
      <p className={styles.note}>
        {cost.measured === null ? cost.absence : texts.measured(cost.measured.windows, cost.measured.days)}
      </p>
    </section>
  );
}
