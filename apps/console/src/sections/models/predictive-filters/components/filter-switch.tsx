import { allows } from '@kianda/contract';
import { activateFilter, type PredictiveFilter } from '@kianda/contract/models/filters/filters.contract';
import { modelTypes } from '@kianda/contract/models/registry/models.contract';
import { named } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { IconBrain, IconPlayerPlay } from '@tabler/icons-react';
import { useAccount } from '../../../../client/context.tsx';
import { useOpenSection } from '../../../../shell/use-section.ts';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { isUnderWay, useFilterActs } from '../api/use-filters.ts';
import styles from '../page.module.css';
import { filterTexts as texts } from '../texts.pt.ts';

type Props = { readonly filter: PredictiveFilter; readonly children?: React.ReactNode };

/** How a filter's run goes or failed, with the buttons that switch and compute it for whoever may. */
export function FilterSwitch({ filter, children }: Props) {
  const { role } = useAccount();
  const { setActive, calculate, isSwitching, isAsking } = useFilterActs(filter);
  const openSection = useOpenSection();
  const { name, isActive, run, needsModel } = filter;
  const isRunning = isAsking || isUnderWay(filter);
  const label = isRunning ? texts.calculating : texts.calculate;
  return (
    <div className={styles.switch}>
      {run !== null && (run.state === 'queued' || run.state === 'running') ? (
        <RunProgress run={{ ...run, state: run.state }} name={name} />
      ) : null}
      {run?.state === 'failed' && filter.summary !== null && run.error !== null ? (
        <p className={styles.failed}>{texts.failed(run.error)}</p>
      ) : null}
      <Group gap="xs">
        {allows(activateFilter.access, role) ? (
          <>
            <Button
              size="xs"
              variant={isActive ? 'default' : 'filled'}
              loading={isSwitching}
              aria-label={named(isActive ? texts.deactivate : texts.activate, name)}
              onClick={() => void setActive(!isActive)}
            >
              {isActive ? texts.deactivate : texts.activate}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerPlay size={15} aria-hidden="true" />}
              disabled={isRunning || needsModel !== null}
              aria-label={named(label, name)}
              onClick={() => void calculate()}
            >
              {label}
            </Button>
          </>
        ) : null}
        {children}
        {needsModel === null ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBrain size={15} aria-hidden="true" />}
            aria-label={named(texts.train(modelTypes[needsModel]), name)}
            onClick={() => openSection('machine-learning', { modelo: needsModel })}
          >
            {texts.train(modelTypes[needsModel])}
          </Button>
        )}
      </Group>
    </div>
  );
}
