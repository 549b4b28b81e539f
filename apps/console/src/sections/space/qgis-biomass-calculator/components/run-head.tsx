import { allows, type DataOf } from '@kianda/contract';
import { type biomassOverview, startBiomass } from '@kianda/contract/space/biomass/biomass.contract';
import { type BiomassRun, biomassDays } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber } from '@kianda/format';
import { Instant } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { RunProgress } from '../../../shared/connectors/run-progress.tsx';
import { isUnderWay, useBiomassActs } from '../api/use-biomass.ts';
import styles from '../page.module.css';
import { biomassTexts as texts } from '../texts.pt.ts';

const choices = [biomassDays.least, 14, biomassDays.usual, 60, biomassDays.most] as const;

/** The button that computes anew, for whoever may, with the days that it takes; while one goes on, the way to stop it. */
export function Recalculate({ newest }: { readonly newest: BiomassRun | null }) {
  const { role } = useAccount();
  const { recalculate, stop, isStarting } = useBiomassActs();
  const [days, setDays] = useState<number>(biomassDays.usual);
  if (!allows(startBiomass.access, role)) return null;
  const isRunning = isUnderWay(newest);
  return (
    <>
      {isRunning ? null : (
        <NativeSelect
          aria-label={texts.days}
          value={String(days)}
          data={choices.map((value) => ({ value: String(value), label: texts.daysOf(formatNumber(value)) }))}
          onChange={({ currentTarget: { value } }) => setDays(Number(value))}
        />
      )}
      <Button
        leftSection={<IconCalculator size={16} aria-hidden="true" />}
        loading={isStarting}
        disabled={isRunning}
        onClick={() => void recalculate(days)}
      >
        {isRunning || isStarting ? texts.recalculating : texts.recalculate}
      </Button>
      {isRunning && newest !== null ? (
        <Button variant="default" onClick={() => void stop(newest.id)}>
          {texts.stop}
        </Button>
      ) : null}
    </>
  );
}

type Props = {
  readonly overview: DataOf<typeof biomassOverview>;
  readonly isOlder: boolean;
  readonly onNewest: () => void;
};

/** Which calculation is shown, and what became of a newer one. */
export function RunHead({ overview: { run, newest }, isOlder, onNewest }: Props) {
  return (
    <div className={styles.run} role="status">
      {run === null ? null : (
        <p>
          <strong>{texts.run(formatNumber(run.number))}</strong> ·{' '}
          {texts.ran(texts.daysOf(formatNumber(run.days)), run.requestedBy)} ·{' '}
          <Instant at={run.endedAt ?? run.requestedAt} />
        </p>
      )}
      {isOlder ? (
        <p className={styles.quiet}>
          {texts.older}{' '}
          <Button size="compact-xs" variant="default" onClick={onNewest}>
            {texts.seeNewest}
          </Button>
        </p>
      ) : null}
      {newest === null ? null : <Newest run={newest} />}
    </div>
  );
}

function Newest({ run }: { readonly run: BiomassRun }) {
  const number = formatNumber(run.number);
  if (run.state === 'queued' || run.state === 'running') {
    return <RunProgress run={{ ...run, state: run.state }} name={texts.run(number)} />;
  }
  if (run.state === 'failed') return <p className={styles.failed}>{texts.failed(number, run.error ?? '')}</p>;
  if (run.state === 'cancelled') return <p className={styles.quiet}>{texts.cancelled(number)}</p>;
  return null;
}
