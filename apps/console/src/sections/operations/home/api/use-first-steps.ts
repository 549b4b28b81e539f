import type { UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { useAccount } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useMySettings } from '../../../../client/use-my-settings.ts';
import { notify } from '../../../../platform/notices.ts';

type Steps = UserSettings<'first-steps'>;
const nothingYet: Steps = { tour: 'new', setup: 'shown' };

/** The first steps that this person has met; undefined until they were read. */
export function useFirstSteps() {
  const { id } = useAccount();
  const [steps, save] = useMySettings('first-steps', id, nothingYet);
  const change = async (part: Partial<Steps>): Promise<void> => {
    if (steps === undefined) return;
    try {
      await save({ ...steps, ...part });
    } catch (thrown) {
      notify({ tone: 'warning', message: toFailure(thrown).message });
    }
  };
  return { steps, change };
}
