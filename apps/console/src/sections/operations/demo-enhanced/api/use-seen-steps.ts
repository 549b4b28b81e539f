import type { UserSettings } from '@kianda/contract/people/identity/settings.contract';
import { useAccount } from '../../../../client/context.tsx';
import { toFailure } from '../../../../client/failure.ts';
import { useMySettings } from '../../../../client/use-my-settings.ts';
import { notify } from '../../../../platform/notices.ts';
import { demoTexts } from '../texts.pt.ts';
import type { StepId } from './use-tour.ts';

const nothingSeen: UserSettings<'demo-enhanced'> = { seen: [] };

/** Steps of the tour this account opened, and the ways to mark one and to forget all; undefined until they were read. */
export function useSeenSteps() {
  const { id: accountId } = useAccount();
  const [settings, save] = useMySettings('demo-enhanced', accountId, nothingSeen);
  const keep = (seen: readonly string[]) => {
    save({ seen: [...seen] }).catch((thrown: unknown) =>
      notify({ tone: 'warning', title: demoTexts.tour.notKept, message: toFailure(thrown).message }),
    );
  };
  const mark = (id: StepId) => {
    // Before they were read, a mark of this one alone would replace those that are kept.
    if (settings !== undefined && !settings.seen.includes(id)) keep([...settings.seen, id]);
  };
  return { seen: settings?.seen, mark, restart: () => keep([]) };
}
