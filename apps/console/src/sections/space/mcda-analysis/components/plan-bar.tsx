import { mostPlans } from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber } from '@kianda/format';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import styles from '../page.module.css';
import { criteriaTexts as texts } from '../texts.pt.ts';
import type { Plans } from '../use-plans.ts';

/** The plan that is open, by name, and what may be done with it. */
export function PlanBar({ plans }: { readonly plans: Plans }) {
  const { plan, place } = plans;
  const [isRemoving, setRemoving] = useState(false);
  const isKept = place < plans.plans.length;
  return (
    <section aria-label={texts.plan} className={styles.stack}>
      <div className={styles.bar}>
        {plans.plans.length === 0 ? null : (
          <NativeSelect
            label={texts.plan}
            value={String(place)}
            data={[
              ...plans.plans.map(({ name }, index) => ({ value: String(index), label: name })),
              ...(isKept ? [] : [{ value: String(place), label: plan.name }]),
            ]}
            onChange={({ currentTarget }) => plans.open(Number(currentTarget.value))}
          />
        )}
        <TextInput
          label={texts.planName}
          className={styles.grow ?? ''}
          value={plan.name}
          maxLength={120}
          onChange={({ currentTarget }) => plans.change({ ...plan, name: currentTarget.value })}
        />
        <Button
          loading={plans.isSaving}
          disabled={!plans.isChanged || plan.name.trim() === '' || (!isKept && plans.isFull)}
          onClick={() => void plans.save()}
        >
          {texts.save}
        </Button>
        {isKept && !plans.isFull ? (
          <Button variant="default" onClick={plans.begin}>
            {texts.newPlan}
          </Button>
        ) : null}
        {isKept ? (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {texts.remove}
          </Button>
        ) : null}
      </div>
      <p className={styles.quiet} role="status">
        {plans.isFull && !isKept
          ? texts.full(formatNumber(mostPlans))
          : plans.isChanged
            ? texts.unsaved
            : isKept
              ? texts.isSaved
              : ''}
      </p>
      {isRemoving ? (
        <ConfirmDialog
          title={texts.remove}
          body={texts.removeBody}
          confirm={texts.remove}
          isDangerous
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await plans.remove();
            return null;
          }}
        />
      ) : null}
    </section>
  );
}
