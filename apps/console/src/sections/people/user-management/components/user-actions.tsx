import type { AccessLink, User } from '@kianda/contract/people/identity/identity.contract';
import {
  userHoldings,
  usersDelete,
  usersForcePassword,
  usersResetPassword,
  usersResetTotp,
  usersUpdate,
} from '@kianda/contract/people/identity/users.contract';
import { formatNumber } from '@kianda/format';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import { afterUserChange } from '../../../shared/access/after-user-change.ts';
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx';
import { NameConfirmDialog } from '../../../shared/name-confirm-dialog.tsx';
import styles from '../page.module.css';
import { userTexts } from '../texts.pt.ts';

const texts = userTexts.actions;
type Act = 'suspend' | 'reset' | 'force' | 'two-step' | 'remove';

type Props = {
  readonly user: User;
  readonly onEdit: () => void;
  readonly onLink: (link: AccessLink) => void;
  readonly onRemoved: () => void;
};

const say = (message: string) => notify({ tone: 'success', message });

/** Acts on one account; each answers with the failure's message, or null once done. */
function useUserActs({ id }: User, onLink: Props['onLink']) {
  const update = useAction(usersUpdate, afterUserChange);
  const reset = useAction(usersResetPassword, afterUserChange);
  const force = useAction(usersForcePassword, afterUserChange);
  const resetTwoStep = useAction(usersResetTotp, afterUserChange);
  const params = { id };
  const setStatus = async (status: 'active' | 'suspended') => {
    const outcome = await update.run({ params, body: { status } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    say(status === 'active' ? texts.reactivated : texts.suspended);
    return null;
  };
  const doReset = async () => {
    const outcome = await reset.run({ params }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done') onLink(outcome.data.link);
    return null;
  };
  const doForce = async () => {
    const outcome = await force.run({ params }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    say(texts.forced);
    return null;
  };
  const doResetTwoStep = async () => {
    const outcome = await resetTwoStep.run({ params }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    if (outcome.state === 'done' && outcome.data.link !== null) onLink(outcome.data.link);
    else say(texts.twoStepReset);
    return null;
  };
  return { update, setStatus, doReset, doForce, doResetTwoStep };
}

/** Everything that an administrator may do with an account, confirmed first where it ends something. */
export function UserActions(props: Props) {
  const { user, onLink } = props;
  const [act, setAct] = useState<Act | null>(null);
  const acts = useUserActs(user, onLink);
  const { update } = acts;
  return (
    <>
      <Group gap="xs">
        <ActButtons {...props} onAct={setAct} acts={acts} />
      </Group>
      {update.failure === null || act !== null ? null : (
        <p role="alert" className={styles.error}>
          {update.failure.message}
        </p>
      )}
      {act === null ? null : <ActDialog {...props} act={act} acts={acts} onClose={() => setAct(null)} />}
    </>
  );
}

type Acts = ReturnType<typeof useUserActs>;
const isInvitedOnly = ({ status, hasPassword }: User): boolean => status === 'inactive' && !hasPassword;

type ButtonsProps = Props & { readonly acts: Acts; readonly onAct: (act: Act) => void };

function ActButtons({ user, onEdit, acts: { update, setStatus }, onAct }: ButtonsProps) {
  const { id: ownId } = useAccount();
  const isOwn = user.id === ownId;
  const isInvited = isInvitedOnly(user);
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        {userTexts.edit}
      </Button>
      {user.status === 'active' ? (
        <Button variant="default" onClick={() => onAct('suspend')}>
          {texts.suspend}
        </Button>
      ) : isInvited ? null : (
        <Button variant="default" loading={update.isRunning} onClick={() => void setStatus('active')}>
          {texts.reactivate}
        </Button>
      )}
      {user.isProgram || isOwn || user.status === 'suspended' ? null : (
        <Button variant="default" onClick={() => onAct('reset')}>
          {isInvited ? texts.resendInvitation : texts.resetAccess}
        </Button>
      )}
      {user.hasPassword && !user.mustChangePassword ? (
        <Button variant="default" onClick={() => onAct('force')}>
          {texts.force}
        </Button>
      ) : null}
      {user.totpEnabled && !(isOwn && user.twoStepRequired) ? (
        <Button variant="default" onClick={() => onAct('two-step')}>
          {texts.resetTwoStep}
        </Button>
      ) : null}
      <Button variant="light" color="red" onClick={() => onAct('remove')}>
        {texts.remove}
      </Button>
    </>
  );
}

type DialogProps = Props & { readonly act: Act; readonly acts: Acts; readonly onClose: () => void };

function ActDialog({ user, act, acts, onRemoved, onClose: close }: DialogProps) {
  const isInvited = isInvitedOnly(user);
  switch (act) {
    case 'suspend':
      return (
        <ConfirmDialog
          title={texts.suspendTitle(user.name)}
          body={texts.suspendText}
          confirm={texts.suspend}
          isDangerous
          onConfirm={() => acts.setStatus('suspended')}
          onClose={close}
        />
      );
    case 'reset':
      return (
        <ConfirmDialog
          title={isInvited ? texts.invitationTitle(user.name) : texts.resetTitle(user.name)}
          body={isInvited ? texts.invitationText : texts.resetText}
          confirm={isInvited ? texts.resendInvitation : texts.resetAccess}
          isDangerous={!isInvited}
          onConfirm={acts.doReset}
          onClose={close}
        />
      );
    case 'force':
      return (
        <ConfirmDialog
          title={texts.forceTitle(user.name)}
          body={texts.forceText}
          confirm={texts.force}
          onConfirm={acts.doForce}
          onClose={close}
        />
      );
    case 'two-step':
      return (
        <ConfirmDialog
          title={texts.resetTwoStepTitle(user.name)}
          body={texts.resetTwoStepText(user.twoStepRequired)}
          confirm={texts.resetTwoStep}
          isDangerous
          onConfirm={acts.doResetTwoStep}
          onClose={close}
        />
      );
    case 'remove':
      return <RemoveDialog user={user} onRemoved={onRemoved} onClose={close} />;
  }
}

/** Lists what the account owns and what happens to it; deletes only once the e-mail is typed. */
function RemoveDialog({
  user,
  onRemoved,
  onClose,
}: {
  readonly user: User;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}) {
  const holdings = useEndpoint(userHoldings, { params: { id: user.id } }, { refetchSeconds: 0, staleSeconds: 0 });
  const remove = useAction(usersDelete, afterUserChange);
  const owned = holdings.sourced?.value.holdings.filter(({ count }) => count > 0);
  const confirm = async () => {
    const outcome = await remove.run({ params: { id: user.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.removed });
    onRemoved();
    return null;
  };
  return (
    <NameConfirmDialog
      title={texts.removeTitle(user.name)}
      body={texts.removeText}
      confirm={texts.remove}
      label={texts.typeEmail(user.email)}
      name={user.email}
      ignoresCase
      isFit={owned !== undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      {owned === undefined ? (
        <p role="status">{holdings.error?.message ?? texts.removeLoading}</p>
      ) : owned.length === 0 ? (
        <p>{texts.removeNothing}</p>
      ) : (
        <ul className={styles.holdings}>
          {owned.map(({ id, label, count, fate, note }) => (
            <li key={id}>
              <strong>
                {formatNumber(count)} {label}
              </strong>{' '}
              ({texts.fates[fate]}). {note}
            </li>
          ))}
        </ul>
      )}
    </NameConfirmDialog>
  );
}
