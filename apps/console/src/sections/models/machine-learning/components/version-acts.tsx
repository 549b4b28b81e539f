import {
  approveModelVersion,
  getModelVersion,
  type ModelType,
  type ModelVersion,
  removeModelVersion,
  rollBackModel,
} from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { modelAnswers } from '../../../shared/models/use-models.ts';
import { NameConfirmDialog } from '../../../shared/name-confirm-dialog.tsx';
import { actTexts as texts } from '../texts.pt.ts';

const changed = [...modelAnswers, getModelVersion] as const;
/** Least length of a reason, as the contract has it. */
const reasonLength = 5;

type Props = { readonly type: ModelType; readonly version: ModelVersion['version']; readonly onClose: () => void };

type ApproveProps = Props & { readonly allowsOwnApproval: boolean };

/** Makes a version the one in use. */
export function ApproveDialog({ type, version, allowsOwnApproval, onClose }: ApproveProps) {
  const { run } = useAction(approveModelVersion, changed);
  const number = formatNumber(version);
  return (
    <ConfirmDialog
      title={texts.approveTitle(number)}
      body={texts.approveBody}
      confirm={texts.approve}
      reasonLength={reasonLength}
      onClose={onClose}
      onConfirm={async (reason) => {
        const outcome = await run({ params: { type, version }, body: { reason } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.approved(number) });
        return null;
      }}
    >
      {allowsOwnApproval ? null : <p>{texts.approveOwn}</p>}
    </ConfirmDialog>
  );
}

/** Brings back the version that was in use before. */
export function RollBackDialog({ type, onClose }: Pick<Props, 'type' | 'onClose'>) {
  const { run } = useAction(rollBackModel, changed);
  return (
    <ConfirmDialog
      title={texts.rollBackTitle}
      body={texts.rollBackBody}
      confirm={texts.rollBack}
      reasonLength={reasonLength}
      isDangerous
      onClose={onClose}
      onConfirm={async (reason) => {
        const outcome = await run({ params: { type }, body: { reason } }, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        if (outcome.state === 'done') {
          notify({ tone: 'success', message: texts.rolledBack(formatNumber(outcome.data.version)) });
        }
        return null;
      }}
    />
  );
}

/** Deletes a version that is not in use, once its number is typed. */
export function RemoveDialog({ type, version, onClose, onRemoved }: Props & { readonly onRemoved: () => void }) {
  const { run } = useAction(removeModelVersion, modelAnswers);
  const number = formatNumber(version);
  return (
    <NameConfirmDialog
      title={texts.removeTitle(number)}
      body={texts.removeBody}
      confirm={texts.remove}
      label={texts.removeConfirm(String(version))}
      name={String(version)}
      onClose={onClose}
      onConfirm={async (typed) => {
        const input = { params: { type, version }, query: { confirm: typed } };
        const outcome = await run(input, { offline: 'fail' });
        if (outcome.state === 'failed') return outcome.failure.message;
        notify({ tone: 'success', message: texts.removed(number) });
        onRemoved();
        return null;
      }}
    />
  );
}
