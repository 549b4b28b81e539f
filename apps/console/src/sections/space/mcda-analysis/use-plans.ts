import { type CriteriaPlan, mostPlans } from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber } from '@kianda/format';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { toFailure } from '../../../client/failure.ts';
import { useMySettings } from '../../../client/use-my-settings.ts';
import { notify } from '../../../platform/notices.ts';
import { newJudge } from './plan.rules.ts';
import { criteriaTexts as texts } from './texts.pt.ts';

const none: { plans: CriteriaPlan[] } = { plans: [] };
const emptyPlan = (name: string, judge: string): CriteriaPlan => ({
  name,
  criteria: [],
  judges: [newJudge(judge, 0)],
  power: 1,
});

/** Plans of the account: those it keeps, and the one that is open with what was changed since. */
export function usePlans() {
  const { id, name } = useAccount();
  const [kept, save] = useMySettings('criteria-plans', id, none);
  const [place, setPlace] = useState(0);
  const [changed, setChanged] = useState<CriteriaPlan | null>(null);
  const [isSaving, setSaving] = useState(false);
  const plans = kept?.plans ?? [];
  const plan = changed ?? plans[place] ?? emptyPlan(texts.firstName, name.slice(0, 60));

  const store = async (next: readonly CriteriaPlan[], said: string): Promise<readonly CriteriaPlan[] | null> => {
    setSaving(true);
    try {
      const stored = await save({ plans: [...next] });
      notify({ tone: 'success', message: said });
      return stored.plans;
    } catch (thrown) {
      notify({ tone: 'error', message: texts.failed(toFailure(thrown).message) });
      return null;
    } finally {
      setSaving(false);
    }
  };
  return {
    isLoading: kept === undefined,
    plans,
    place,
    plan,
    isSaving,
    isChanged: changed !== null,
    isFull: plans.length >= mostPlans,
    change: setChanged,
    open: (next: number) => {
      setChanged(null);
      setPlace(next);
    },
    begin: () => {
      setPlace(plans.length);
      setChanged(emptyPlan(texts.untitled(formatNumber(plans.length + 1)), name.slice(0, 60)));
    },
    save: async () => {
      const next = place < plans.length ? plans.with(place, plan) : [...plans, plan];
      const stored = await store(next, texts.saved);
      if (stored === null) return;
      setChanged(null);
      // Plans of another machine come with the answer and may stand before this one.
      const at = stored.findIndex((one) => JSON.stringify(one) === JSON.stringify(plan));
      if (at >= 0) setPlace(at);
    },
    remove: async () => {
      const rest = plans.filter((_, index) => index !== place);
      if ((await store(rest, texts.removed)) === null) return;
      setChanged(null);
      setPlace(0);
    },
  };
}
export type Plans = ReturnType<typeof usePlans>;
