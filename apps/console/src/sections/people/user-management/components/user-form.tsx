import { type Role, roleNames, roles } from '@kianda/contract';
import type { AccessLink, User } from '@kianda/contract/people/identity/identity.contract';
import { usersCreate, usersUpdate } from '@kianda/contract/people/identity/users.contract';
import { Dialog } from '@kianda/ui';
import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CallFailure } from '../../../../client/failure.ts';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import { afterUserChange } from '../../../shared/access/after-user-change.ts';
import { DialogFoot } from '../../../shared/dialog-foot.tsx';
import { userTexts as texts } from '../texts.pt.ts';

type Given = { readonly name: string; readonly email: string; readonly role: Role };
type Props = {
  readonly title: string;
  readonly confirm?: string;
  readonly note?: string;
  readonly initial: Given;
  readonly twoStepRoles: readonly Role[];
  readonly failure: CallFailure | null;
  readonly isRunning: boolean;
  readonly onSubmit: (given: Given) => void;
  readonly onClose: () => void;
};

function UserForm({ title, confirm, note, initial, twoStepRoles, failure, isRunning, onSubmit, onClose }: Props) {
  const [given, setGiven] = useState(initial);
  const set = (part: Partial<Given>) => setGiven((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRunning) onSubmit(given);
  };
  return (
    <Dialog size="md" onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {note === undefined ? null : <p>{note}</p>}
          <TextInput
            label={texts.name}
            required
            maxLength={120}
            data-autofocus
            value={given.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            type="email"
            label={texts.email}
            required
            maxLength={254}
            autoComplete="off"
            value={given.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.role}
            value={given.role}
            {...(twoStepRoles.includes(given.role) ? { description: texts.twoStepNote } : {})}
            onChange={(event) => set({ role: roles.find((role) => role === event.currentTarget.value) ?? 'cliente' })}
            data={roles.map((role) => ({ value: role, label: roleNames[role] }))}
          />
          <DialogFoot
            failure={failure === null ? null : (failure.issues?.[0]?.message ?? failure.message)}
            {...(confirm === undefined ? {} : { confirm })}
            isRunning={isRunning}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

type InviteProps = {
  readonly canMail: boolean;
  readonly twoStepRoles: readonly Role[];
  readonly onInvited: (link: AccessLink) => void;
  readonly onClose: () => void;
};

/** Invites someone: the account opens by a link. */
export function InviteDialog({ canMail, twoStepRoles, onInvited, onClose }: InviteProps) {
  const create = useAction(usersCreate, afterUserChange);
  const submit = async (given: Given) => {
    const outcome = await create.run({ body: { ...given } }, { offline: 'fail' });
    if (outcome.state === 'done') onInvited(outcome.data.link);
  };
  return (
    <UserForm
      title={texts.inviteTitle}
      note={texts.inviteBody(canMail)}
      confirm={texts.inviteConfirm}
      initial={{ name: '', email: '', role: 'cliente' }}
      twoStepRoles={twoStepRoles}
      failure={create.failure}
      isRunning={create.isRunning}
      onSubmit={(given) => void submit(given)}
      onClose={onClose}
    />
  );
}

/** Changes name, e-mail and role of an account; only what differs is sent. */
export function EditDialog({
  user,
  twoStepRoles,
  onSaved,
  onClose,
}: {
  readonly user: User;
  readonly twoStepRoles: readonly Role[];
  readonly onSaved: (user: User) => void;
  readonly onClose: () => void;
}) {
  const update = useAction(usersUpdate, afterUserChange);
  const submit = async ({ name, email, role }: Given) => {
    const body = {
      ...(name === user.name ? {} : { name }),
      ...(email === user.email ? {} : { email }),
      ...(role === user.role ? {} : { role }),
    };
    if (Object.keys(body).length === 0) return onClose();
    const outcome = await update.run({ params: { id: user.id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    onSaved(outcome.data);
  };
  return (
    <UserForm
      title={texts.editTitle(user.name)}
      initial={user}
      twoStepRoles={twoStepRoles}
      failure={update.failure}
      isRunning={update.isRunning}
      onSubmit={(given) => void submit(given)}
      onClose={onClose}
    />
  );
}
