import { setUsageChoice, usageChoice } from '@kianda/contract/people/usage/usage-recording.contract';
import { Switch } from '@mantine/core';
import { useAction } from '../client/use-action.ts';
import { useEndpoint } from '../client/use-endpoint.ts';
import { browserRefusesTracking } from '../platform/usage-reporter.ts';
import styles from './header.module.css';
import { shellTexts as texts } from './texts.pt.ts';

const afterwards = [usageChoice] as const;

/** Whether this account's use is recorded: everybody's own to choose. */
export function UsageChoice() {
  const choice = useEndpoint(usageChoice, {}, { refetchSeconds: 0 });
  const change = useAction(setUsageChoice, afterwards);
  const known = choice.sourced?.value;
  const reason =
    choice.error?.message ??
    (known?.enabled === false ? texts.usageOff : browserRefusesTracking(window) ? texts.usageBrowser : null);
  return (
    <div className={styles.field}>
      <Switch
        label={texts.usageChoice}
        aria-label={texts.usageChoice}
        description={`${texts.usageChoiceText} ${texts.usageChoiceForget}`}
        checked={known?.enabled === true && !known.optedOut}
        disabled={known === undefined || !known.enabled || change.isRunning}
        onChange={(event) => void change.run({ body: { optedOut: !event.currentTarget.checked } }, { offline: 'fail' })}
      />
      {reason === null ? null : <p className={styles.alertText}>{reason}</p>}
      {change.failure === null ? null : <p role="alert">{change.failure.message}</p>}
    </div>
  );
}
