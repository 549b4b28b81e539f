import {
  type StacLoad,
  stacAllLoads,
  stacDismissLoad,
  stacResumeLoad,
  stacStopLoad,
} from '@kianda/contract/open/catalogue/stac-loads.contract';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { loadTexts as texts } from './load-texts.pt.ts';

const changed = [stacAllLoads] as const;
const wordings = {
  stop: { title: texts.stopTitle, body: texts.stopBody, done: texts.stopped },
  resume: { title: texts.resumeTitle, body: texts.resumeBody, done: texts.resumed },
  discard: { title: texts.discardTitle, body: texts.discardBody, done: texts.discarded },
};

type Props = {
  readonly act: 'stop' | 'resume' | 'discard';
  readonly load: StacLoad;
  readonly onClose: () => void;
};

/** Asks before a load is stopped, gone on with, or given up. */
export function LoadAct({ act, load, onClose }: Props) {
  const acts = {
    stop: useAction(stacStopLoad, changed),
    resume: useAction(stacResumeLoad, changed),
    discard: useAction(stacDismissLoad, changed),
  };
  const { title, body, done } = wordings[act];
  const confirm = async () => {
    const params = { collectionId: load.collection, loadId: load.jobID };
    const outcome = await acts[act].run({ params }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: done });
    return null;
  };
  return (
    <ConfirmDialog
      title={title}
      body={body}
      confirm={texts[act]}
      isDangerous={act !== 'resume'}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
