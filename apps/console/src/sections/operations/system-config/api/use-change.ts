import type { InputOf } from '@kianda/contract';
import {
  type Configuration,
  changeConfiguration,
  configurationHistory,
  readConfiguration,
} from '@kianda/contract/operations/configuration/configuration.contract';
import { operatingMode } from '@kianda/contract/operations/configuration/mode.contract';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { configTexts as texts } from '../texts.pt.ts';

export const changedByConfiguration = [readConfiguration, configurationHistory, operatingMode] as const;

type Wanted = Omit<InputOf<typeof changeConfiguration>['body'], 'version'>;

/** Changes the configuration that was read. `run` answers what went wrong, or null. */
export function useChange({ version }: Pick<Configuration, 'version'>) {
  const action = useAction(changeConfiguration, changedByConfiguration);
  const run = async (wanted: Wanted): Promise<string | null> => {
    const outcome = await action.run({ body: { version, ...wanted } }, { offline: 'fail' });
    if (outcome.state === 'failed') {
      const { failure } = outcome;
      return failure.issues === undefined || failure.issues.length === 0
        ? failure.message
        : failure.issues.map(({ message }) => message).join(' ');
    }
    if (outcome.state === 'done')
      notify({ tone: 'success', message: outcome.data.isRestartPending ? texts.savedRestart : texts.saved });
    return null;
  };
  return { run, isRunning: action.isRunning };
}
