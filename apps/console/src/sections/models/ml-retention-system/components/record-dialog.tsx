import type { DataOf } from '@kianda/contract';
import {
  getRetained,
  holdRetained,
  recordActs,
  recordStates,
  retainedTables,
} from '@kianda/contract/models/retention/retention.contract';
import { formatNumber } from '@kianda/format';
import { Dialog, FactList, Instant, PanelFailure, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { recordAnswers } from '../api/use-retention.ts';
import { percentText, sizeText } from '../api/words.ts';
import styles from '../page.module.css';
import { detailTexts as texts, viewerTexts } from '../texts.pt.ts';

const staleSeconds = 120;
const reasonLength = 5;
type Detail = DataOf<typeof getRetained>;
type Props = { readonly id: string; readonly mayManage: boolean; readonly onClose: () => void };

/** Everything about one record, and the order that holds it. */
export function RecordDialog({ id, mayManage, onClose }: Props) {
  const detail = useEndpoint(getRetained, { params: { id } }, { refetchSeconds: 0, staleSeconds });
  const [isHolding, setHolding] = useState(false);
  const { error } = detail;
  const failure = error?.message;
  useEffect(() => {
    if (failure === undefined) return;
    notify({ tone: 'error', title: texts.detailError, message: failure || texts.detailFailed });
  }, [failure]);
  const value = detail.sourced?.value;
  return (
    <>
      <Dialog title={texts.title} size="xl" onClose={onClose}>
        {value === undefined && error !== null ? <PanelFailure error={error} onRetry={detail.refresh} /> : null}
        {value === undefined && error === null ? <SkeletonLines lines={8} /> : null}
        {value === undefined ? null : <DetailBody detail={value} />}
        {value === undefined || !mayManage ? null : (
          <Button variant="default" mt="md" onClick={() => setHolding(true)}>
            {isHeld(value) ? texts.release : texts.hold}
          </Button>
        )}
      </Dialog>
      {isHolding && value !== undefined ? <HoldDialog detail={value} onClose={() => setHolding(false)} /> : null}
    </>
  );
}

const isHeld = ({ holds }: Detail): boolean => holds.some(({ kind }) => kind === 'legal_hold');

function DetailBody({ detail }: { readonly detail: Detail }) {
  const of = viewerTexts.columns;
  return (
    <>
      <FactList
        items={[
          [
            of.id,
            <span key="id" className="k-mono">
              {detail.id}
            </span>,
          ],
          [of.label, detail.label],
          [of.table_name, `${retainedTables[detail.table_name]} (${detail.table_name})`],
          [of.status, recordStates[detail.status]],
          [of.created_at, <Instant key="created_at" at={detail.created_at} />],
          [of.last_accessed, <Instant key="last_accessed" at={detail.last_accessed} />],
          [of.access_count, formatNumber(detail.access_count, { maxDecimals: 0 })],
          [of.size_mb, sizeText(detail.size_mb)],
          [of.quality_score, percentText(detail.quality_score)],
          [texts.policy, policyText(detail)],
          ...(detail.purge_after === null
            ? []
            : [[texts.purge, <Instant key="purge_after" at={detail.purge_after} />] as const]),
          [texts.models, detail.related_models.join(', ') || texts.none],
        ]}
      />
      <h3 className={styles.sub}>{texts.metadata}</h3>
      <FactList
        items={Object.entries(detail.metadata).map(([name, one]) => [name, String(one ?? texts.none)] as const)}
      />
      <h3 className={styles.sub}>{texts.dependencies}</h3>
      <ul className={styles.list}>
        {detail.dependencies.map(({ name, watermark }) => (
          <li key={watermark} className="k-mono">{`${name}: ${watermark}`}</li>
        ))}
      </ul>
      {detail.holds.length === 0 ? null : <Holds holds={detail.holds} />}
      <h3 className={styles.sub}>{texts.history}</h3>
      <ul className={styles.list}>
        {detail.access_history.map(({ action, timestamp, user_id }) => (
          <li key={`${action} ${timestamp}`} className={styles.item}>
            <span>{recordActs[action]}</span>
            <span className={styles.quiet}>
              {user_id}, <Instant at={timestamp} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function policyText({ policy_id, retention_days }: Detail): string {
  if (policy_id === null || retention_days === null) return texts.noPolicy;
  return `${policy_id}, ${texts.days(formatNumber(retention_days, { maxDecimals: 0 }))}`;
}

function Holds({ holds }: Pick<Detail, 'holds'>) {
  return (
    <>
      <h3 className={styles.sub}>{texts.holds}</h3>
      <ul className={styles.list}>
        {holds.map(({ kind, by, reason, at }) => (
          <li key={`${kind} ${at}`}>
            {`${texts.kinds[kind]}: ${reason} `}
            <span className={styles.quiet}>
              {by}, <Instant at={at} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function HoldDialog({ detail, onClose }: { readonly detail: Detail; readonly onClose: () => void }) {
  const action = useAction(holdRetained, recordAnswers);
  const held = isHeld(detail);
  return (
    <ConfirmDialog
      title={held ? texts.release : texts.hold}
      body={held ? texts.releaseBody : texts.holdBody}
      confirm={held ? texts.release : texts.hold}
      reasonLength={reasonLength}
      onConfirm={async (reason) => {
        const outcome = await action.run(
          { params: { id: detail.id }, body: { isHeld: !held, reason } },
          { offline: 'fail' },
        );
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: held ? texts.released : texts.held });
        return null;
      }}
      onClose={onClose}
    />
  );
}
