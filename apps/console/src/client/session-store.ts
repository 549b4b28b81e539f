import { envelopeOf, pathOf } from '@kianda/contract';
import { authRefresh, tokenPairSchema } from '@kianda/contract/people/identity/identity.contract';
import { CallFailure, toFailure } from './failure.ts';
import { clientTexts } from './texts.pt.ts';
import type { Exclusive, TokenStore, Tokens } from './tokens.ts';
import type { Transport } from './transport.ts';

export type SessionStore = {
  readonly tokens: () => Tokens | null;
  /** New tokens in place of `failed`. Throws a `signed-out` failure when the session is over. */
  readonly renew: (failed: Pick<Tokens, 'accessToken'>) => Promise<Tokens>;
  readonly start: (tokens: Tokens) => void;
  readonly end: (reason: 'signed-out' | 'expired') => void;
};

type Deps = {
  /** Origin of the server; empty for the page's own. */
  readonly base: string;
  readonly store: TokenStore;
  readonly transport: Transport;
  readonly exclusive: Exclusive;
  readonly newId: () => string;
  /** Called when the session ended here: the application then goes to the sign-in page, in every tab. */
  readonly onEnd: (reason: 'signed-out' | 'expired') => void;
  /** Called when a new pair of tokens is stored. */
  readonly onRenewed?: () => void;
};

const answerSchema = envelopeOf(tokenPairSchema);

function signedOut(): CallFailure {
  return new CallFailure({ kind: 'signed-out', message: clientTexts.signedOut, status: 401 });
}

/**
 * Keeps the token pair. A refresh token serves once, and one used twice ends every session that descends from it:
 * so the tabs take turns, and the second finds the pair that the first obtained.
 */
export function createSessionStore({ base, store, transport, exclusive, newId, onEnd, onRenewed }: Deps): SessionStore {
  const end: SessionStore['end'] = (reason) => {
    store.clear();
    onEnd(reason);
  };
  return {
    tokens: () => store.read(),
    start: (tokens) => store.write(tokens),
    end,
    renew: (failed) =>
      exclusive('kianda.refresh', async () => {
        const current = store.read();
        if (current === null) throw signedOut();
        if (current.accessToken !== failed.accessToken) return current;
        try {
          const response = await transport({
            url: base + pathOf(authRefresh),
            method: authRefresh.method,
            body: { refreshToken: current.refreshToken },
            accessToken: null,
            requestId: newId(),
            timeoutMs: 10_000,
          });
          const { data } = answerSchema.parse(await response.json());
          store.write(data);
          onRenewed?.();
          return data;
        } catch (thrown) {
          const failure = toFailure(thrown);
          // No answer says nothing about the session: it stays, and the call fails as any other without a network.
          if (failure.status !== 401) throw failure;
          end('expired');
          throw signedOut();
        }
      }),
  };
}
