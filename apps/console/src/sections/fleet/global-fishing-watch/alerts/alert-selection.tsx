import { allows } from '@kianda/contract';
import {
  alertSteps,
  listVesselAlerts,
  stepVesselAlerts,
  type VesselAlert,
  vesselAlertDetail,
} from '@kianda/contract/fleet/surveillance/alerts.contract';
import { formatCount } from '@kianda/format';
import { Button, Checkbox, Group } from '@mantine/core';
import { use, useEffect, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { NarrowPlaceContext } from '../../../shared/resource/resource-filters.tsx';
import { alertTexts as texts } from './texts.pt.ts';

type Target = 'acknowledged' | 'investigating';
const targets = ['acknowledged', 'investigating'] as const satisfies readonly Target[];
const changed = [listVesselAlerts, vesselAlertDetail] as const;
/** Key that acknowledges the alert that has the focus. */
const acknowledgeKey = 'r';

const mayBecome = (alert: VesselAlert, to: Target): boolean => alertSteps[alert.state].includes(to);

export type AlertSelection = ReturnType<typeof useAlertSelection>;

/** The chosen alerts of a page, and the steps that several of them take at once. */
export function useAlertSelection(alerts: readonly VesselAlert[]) {
  const { role } = useAccount();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const action = useAction(stepVesselAlerts, changed);
  const chosen = alerts.filter(({ id }) => ids.has(id));
  const mayAct = allows(stepVesselAlerts.access, role);

  async function take(which: readonly VesselAlert[], to: Target): Promise<void> {
    const able = which.filter((alert) => mayBecome(alert, to));
    if (able.length === 0 || action.isRunning) return;
    const body = { to, alerts: able.map(({ id, state }) => ({ id, from: state })) };
    const outcome = await action.run({ body }, { offline: 'fail' });
    if (outcome.state === 'failed') return notify({ tone: 'error', message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    const { changed: done, refused } = outcome.data;
    setIds(new Set(refused.map(({ id }) => id)));
    const count = formatCount(done.length, texts.changedOne, texts.changedMany);
    const [first] = refused;
    if (first === undefined) notify({ tone: 'success', message: `${count}.` });
    else notify({ tone: 'warning', message: texts.partly(count, refused.length, first.reason) });
  }

  return {
    mayAct,
    chosen,
    isRunning: action.isRunning,
    isChosen: ({ id }: VesselAlert) => ids.has(id),
    toggle: ({ id }: VesselAlert, on: boolean) =>
      setIds((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id))),
    chooseAll: (on: boolean) => setIds(new Set(on ? alerts.map(({ id }) => id) : [])),
    take,
  };
}

type BarProps = { readonly alerts: readonly VesselAlert[]; readonly selection: AlertSelection };

/** Chooses every alert of the page, and takes the chosen ones a step further. */
export function SelectionBar({ alerts, selection }: BarProps) {
  const { chosen, chooseAll, take, isRunning, mayAct } = selection;
  const isNarrow = use(NarrowPlaceContext);
  if (!mayAct || alerts.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={texts.several}>
      <Checkbox
        label={texts.chooseAll}
        checked={chosen.length === alerts.length}
        indeterminate={chosen.length > 0 && chosen.length < alerts.length}
        onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
      />
      {targets.map((to) => {
        const able = chosen.filter((alert) => mayBecome(alert, to)).length;
        return (
          <Button
            key={to}
            variant="default"
            size={isNarrow ? 'compact-sm' : 'xs'}
            loading={isRunning}
            disabled={able === 0}
            title={able === 0 ? texts.chooseSome : undefined}
            onClick={() => void take(chosen, to)}
          >
            {texts.takeTo[to](able)}
          </Button>
        );
      })}
    </Group>
  );
}

/** Acknowledges the alert whose row has the focus, by one key; not while something is being written. */
export function useAcknowledgeKey(alerts: readonly VesselAlert[], { mayAct, take }: AlertSelection): void {
  useEffect(() => {
    if (!mayAct) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== acknowledgeKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const focused = document.activeElement;
      if (focused === null || focused.matches('input:not([type=checkbox]), textarea, select')) return;
      const id = focused.closest('main [data-alert]')?.getAttribute('data-alert');
      const alert = alerts.find((one) => one.id === id);
      if (alert !== undefined) void take([alert], 'acknowledged');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [alerts, mayAct, take]);
}
