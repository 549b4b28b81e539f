import { authLogout, authLogoutAll } from '@kianda/contract/people/identity/identity.contract';
import { useApplication } from '../client/context.tsx';
import { toFailure } from '../client/failure.ts';
import { notify } from '../platform/notices.ts';
import { shellTexts } from './texts.pt.ts';

/** Signs out here, or everywhere. */
export function useSignOut(): (everywhere: boolean) => Promise<void> {
  const { client, keeper, announceSignOut } = useApplication();
  return async (everywhere) => {
    announceSignOut();
    try {
      if (everywhere) await client.call(authLogoutAll, {});
      else {
        const refreshToken = keeper.tokens()?.refreshToken;
        await client.call(authLogout, { body: refreshToken === undefined ? {} : { refreshToken } });
      }
    } catch (thrown) {
      // The other sessions are still open: whoever asked to end them must know, and stay to try again.
      if (everywhere) {
        notify({ tone: 'error', message: shellTexts.signOutEverywhereFailed(toFailure(thrown).message) });
        return;
      }
      console.warn('kianda: o servidor não confirmou o fim da sessão', thrown);
    }
    keeper.end('signed-out');
  };
}
