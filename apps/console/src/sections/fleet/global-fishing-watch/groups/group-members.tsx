import {
  changeGroupMembers,
  type VesselGroup,
  vesselGroupDetail,
} from '@kianda/contract/fleet/surveillance/groups.contract';
import { Panel, SkeletonLines } from '@kianda/ui';
import { Button } from '@mantine/core';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import styles from '../page.module.css';
import { groupTexts as texts } from './texts.pt.ts';
import { groupAnswers } from './use-groups.ts';

/** The vessels of a group, and the way out of it for each. */
export function GroupMembers({ group }: { readonly group: VesselGroup }) {
  const detail = useEndpoint(vesselGroupDetail, { params: { id: group.id } });
  const change = useAction(changeGroupMembers, groupAnswers);
  const takeOut = async (vesselId: string) => {
    const outcome = await change.run({ params: { id: group.id }, body: { remove: [vesselId] } }, { offline: 'fail' });
    if (outcome.state === 'failed') notify({ tone: 'error', message: outcome.failure.message });
  };
  return (
    <Panel title={texts.members(group.name)} source={detail} skeleton={<SkeletonLines lines={6} />}>
      {({ vessels }) =>
        vessels.length === 0 ? (
          <p className={styles.note}>{texts.noMembers}</p>
        ) : (
          <ul className={styles.list} aria-label={texts.members(group.name)}>
            {vessels.map(({ vesselId, name, addedBy }) => (
              <li key={vesselId} className={styles.item}>
                <div className={styles.main}>
                  <span className={styles.name}>{name ?? texts.noName}</span>
                  <span className={styles.facts}>
                    <span className="k-mono">{vesselId}</span>
                    <span>{texts.addedBy(addedBy)}</span>
                  </span>
                </div>
                {group.mayChange ? (
                  <Button
                    variant="default"
                    size="xs"
                    disabled={change.isRunning}
                    aria-label={texts.takeOutOf(name ?? vesselId)}
                    onClick={() => void takeOut(vesselId)}
                  >
                    {texts.takeOut}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}
