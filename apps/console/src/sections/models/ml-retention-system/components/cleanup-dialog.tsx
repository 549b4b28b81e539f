import type { DataOf } from '@kianda/contract';
import { cleanupActs, runCleanup } from '@kianda/contract/models/retention/policies.contract';
import { retainedTables } from '@kianda/contract/models/retention/retention.contract';
import { formatNumber } from '@kianda/format';
import { Dialog, EmptyState, FactList, PanelFailure, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { policyAnswers } from '../api/use-retention.ts';
import { sizeText } from '../api/words.ts';
import styles from '../page.module.css';
import { policyTexts } from '../texts.pt.ts';

const texts = policyTexts.cleanup;
const whole = (count: number) => formatNumber(count, { maxDecimals: 0 });
type Plan = DataOf<typeof runCleanup>;
const nothing: readonly [] = [];

/** A rehearsal of all policies, and the button that then does just that. */
export function CleanupDialog({ onClose }: { readonly onClose: () => void }) {
  const { run: rehearse, failure } = useAction(runCleanup, nothing);
  const clean = useAction(runCleanup, policyAnswers);
  const [plan, setPlan] = useState<Plan | null>(null);
  useEffect(() => {
    void rehearse({ body: { dryRun: true } }, { offline: 'fail' }).then((outcome) => {
      if (outcome.state === 'done') setPlan(outcome.data);
    });
  }, [rehearse]);
  const run = async () => {
    const outcome = await clean.run({ body: {} }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', title: texts.failed, message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    const { archived_count, expired_count, deleted_count } = outcome.data;
    const message = texts.done(whole(archived_count), whole(expired_count), whole(deleted_count));
    notify({ tone: 'success', message });
    onClose();
  };
  const isEmpty = plan !== null && plan.by_policy.length === 0;
  return (
    <Dialog title={texts.title} size="xl" onClose={onClose}>
      {failure === null ? null : <PanelFailure error={failure} onRetry={onClose} />}
      {plan === null && failure === null ? <SkeletonLines lines={6} /> : null}
      {isEmpty ? <EmptyState title={texts.nothing} /> : null}
      {plan === null || isEmpty ? null : (
        <>
          <PlanBody plan={plan} />
          <Button color="red" mt="md" loading={clean.isRunning} onClick={() => void run()}>
            {texts.run}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function PlanBody({ plan }: { readonly plan: Plan }) {
  return (
    <>
      <p>{texts.body}</p>
      <FactList
        items={[
          [texts.archive, whole(plan.archived_count)],
          [texts.expire, whole(plan.expired_count)],
          [texts.purge, whole(plan.deleted_count)],
          [texts.freed, sizeText(plan.freed_space_mb)],
        ]}
      />
      <h3 className={styles.sub}>{texts.list}</h3>
      <p className={styles.quiet}>{texts.first}</p>
      <div className={styles.scroll}>
        <ul className={styles.list}>
          {plan.records.map(({ id, act, table_name, label, size_mb, policy_id }) => (
            <li key={id} className={styles.item}>
              <span>{`${cleanupActs[act]}: ${label}`}</span>
              <span className={styles.quiet}>
                {[retainedTables[table_name], policy_id, sizeText(size_mb)].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
