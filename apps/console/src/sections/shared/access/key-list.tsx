import { allows } from '@kianda/contract';
import { type ApiKey, apiKeyRevokeAny, apiKeysAll } from '@kianda/contract/people/identity/api-keys.contract';
import { EmptyState, Panel } from '@kianda/ui';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { afterUserChange } from './after-user-change.ts';
import { KeyRows } from './key-rows.tsx';
import { accessTexts } from './texts.pt.ts';

const texts = accessTexts.keys;

/** Keys of everyone, or of one account, with the way to revoke them. */
export function KeyList({ accountId }: { readonly accountId?: string }) {
  const { role } = useAccount();
  const result = useEndpoint(
    apiKeysAll,
    { query: accountId === undefined ? {} : { accountId } },
    { refetchSeconds: 60 },
  );
  const revoke = useAction(apiKeyRevokeAny, afterUserChange);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const confirm = async () => {
    if (ending === null) return null;
    const outcome = await revoke.run({ params: { id: ending.id } }, { offline: 'fail' });
    if (outcome.state === 'failed') return outcome.failure.message;
    notify({ tone: 'success', message: texts.revoked });
    return null;
  };
  return (
    <Panel
      id="chaves"
      title={texts.title}
      description={texts.text}
      source={result}
      isEmpty={({ keys }) => keys.length === 0}
      empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
    >
      {({ keys }) => (
        <>
          <KeyRows
            keys={keys}
            showsOwner={accountId === undefined}
            onRevoke={allows(apiKeyRevokeAny.access, role) ? setEnding : undefined}
          />
          {ending === null ? null : (
            <ConfirmDialog
              title={texts.revokeTitle(ending.name)}
              body={texts.revokeText}
              confirm={texts.revoke}
              isDangerous
              onConfirm={confirm}
              onClose={() => setEnding(null)}
            />
          )}
        </>
      )}
    </Panel>
  );
}
