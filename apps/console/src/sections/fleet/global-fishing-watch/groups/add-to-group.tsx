import { changeGroupMembers } from '@kianda/contract/fleet/surveillance/groups.contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import styles from '../page.module.css';
import { groupTexts as texts } from './texts.pt.ts';
import { groupAnswers, useGroups } from './use-groups.ts';

type Props = { readonly selected: ReadonlySet<string>; readonly onDone: () => void };

/** Bulk action on the chosen vessels: puts them into a group. */
export function AddToGroup({ selected, onDone }: Props) {
  const { known } = useGroups();
  const [chosen, setChosen] = useState('');
  const change = useAction(changeGroupMembers, groupAnswers);
  const fit = known.filter(({ mayChange }) => mayChange);
  const group = fit.find(({ id }) => id === chosen);
  const add = async () => {
    if (group === undefined) return;
    const outcome = await change.run({ params: { id: group.id }, body: { add: [...selected] } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.added(group.name) });
    onDone();
  };
  return (
    <>
      <NativeSelect
        label={texts.addTo}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[{ value: '', label: texts.choose }, ...fit.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Button
        className={styles.own ?? ''}
        disabled={group === undefined}
        loading={change.isRunning}
        onClick={() => void add()}
      >
        {texts.add}
      </Button>
    </>
  );
}
