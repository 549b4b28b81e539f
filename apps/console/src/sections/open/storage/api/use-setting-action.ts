import type { Endpoint } from '@kianda/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type Action, useAction } from '../../../../client/use-action.ts';
import { askAgain } from '../../../../client/use-endpoint.ts';

/** A change of settings that may have been changed by another meanwhile: they are then asked for again, to be seen. */
export function useSettingAction<E extends Endpoint>(endpoint: E, refreshed: readonly Endpoint[]): Action<E> {
  const action = useAction(endpoint, refreshed);
  const queries = useQueryClient();
  const run: Action<E>['run'] = async (input, options) => {
    const outcome = await action.run(input, options);
    if (outcome.state === 'failed' && outcome.failure.code === 'precondition_failed') {
      for (const each of refreshed) void askAgain(queries, each);
    }
    return outcome;
  };
  return { ...action, run };
}
