const verifierKey = 'kianda.oidc-verifier';

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** base64url(SHA-256(verifier)), as the code flow with proof key asks (RFC 7636 §4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

/** Makes and keeps the secret of one sign-in in this tab; answers its challenge. */
export async function beginOidc(storage: Storage): Promise<string> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(48)));
  storage.setItem(verifierKey, verifier);
  return challengeOf(verifier);
}

/** The secret of the sign-in begun in this tab, which serves once. */
export function takeVerifier(storage: Storage): string | null {
  const verifier = storage.getItem(verifierKey);
  storage.removeItem(verifierKey);
  return verifier;
}

/** Result of the provider in the address: `#code=…` or `#error=…`. */
export function readOidcReturn(hash: string): { readonly code: string } | { readonly error: string } | null {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const code = parameters.get('code');
  if (code !== null && code !== '') return { code };
  const error = parameters.get('error');
  return error === null || error === '' ? null : { error };
}
