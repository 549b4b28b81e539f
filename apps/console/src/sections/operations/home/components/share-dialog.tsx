import { allows, type Role, roleNames, roles } from '@kianda/contract';
import { homeLayout, shareHomeLayout, unshareHomeLayout } from '@kianda/contract/operations/home/home.contract';
import type { HomeTile } from '@kianda/contract/operations/home/home-tiles';
import { Dialog } from '@kianda/ui';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { notify } from '../../../../platform/notices.ts';
import styles from '../home.module.css';
import { homeTexts } from '../texts.pt.ts';

const texts = homeTexts.share;
const refreshed = [homeLayout] as const;

/** A layout as a link for anyone, and for administrators as the home of a role. */
export default function ShareDialog({
  tiles,
  onClose,
}: {
  readonly tiles: readonly HomeTile[];
  readonly onClose: () => void;
}) {
  const { role } = useAccount();
  const link = `${window.location.origin}/?section=home&tiles=${tiles.join(',')}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      notify({ tone: 'success', message: texts.copied });
    } catch {
      // Browsers refuse outside a secure address, or when the person said no.
      notify({ tone: 'warning', message: texts.notCopied });
    }
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className={styles.lead}>{texts.linkText}</p>
      <Group gap="xs" align="end" wrap="wrap">
        <TextInput label={texts.link} value={link} readOnly className={styles.linkField ?? ''} />
        <Button onClick={() => void copy()}>{texts.copy}</Button>
      </Group>
      {allows(shareHomeLayout.access, role) ? <RoleForm tiles={tiles} /> : null}
    </Dialog>
  );
}

function RoleForm({ tiles }: { readonly tiles: readonly HomeTile[] }) {
  const [role, setRole] = useState<Role>('operador');
  const giving = useAction(shareHomeLayout, refreshed);
  const withdrawing = useAction(unshareHomeLayout, refreshed);
  const failure = giving.failure ?? withdrawing.failure;
  const told = async (run: Promise<{ readonly state: string }>, message: string) => {
    if ((await run).state === 'done') notify({ tone: 'success', message });
  };
  return (
    <>
      <p className={styles.lead}>{texts.roleText}</p>
      <Group gap="xs" align="end" wrap="wrap">
        <NativeSelect
          label={texts.role}
          value={role}
          onChange={(event) => setRole(roles.find((one) => one === event.currentTarget.value) ?? role)}
          data={roles.map((one) => ({ value: one, label: roleNames[one] }))}
        />
        <Button
          loading={giving.isRunning}
          onClick={() =>
            void told(giving.run({ params: { role }, body: { tiles: [...tiles] } }), texts.given(roleNames[role]))
          }
        >
          {texts.give}
        </Button>
        <Button
          variant="default"
          loading={withdrawing.isRunning}
          onClick={() => void told(withdrawing.run({ params: { role } }), texts.withdrawn(roleNames[role]))}
        >
          {texts.withdraw}
        </Button>
      </Group>
      {failure === null ? null : <p role="alert">{failure.message}</p>}
    </>
  );
}
