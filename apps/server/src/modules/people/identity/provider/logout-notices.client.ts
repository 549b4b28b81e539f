import { createHttpClient } from '@kianda/connectors';
import { authority } from '@kianda/connectors/core/guard';
import type { IdentityContext } from '../core/identity-context.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 16_384;

/**
 * POSTs a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.5). No redirect is followed and no private address
 * dialled: the address is an administrator's choice, the network is the server's. Throws `ProviderError`.
 */
export async function postLogoutToken({ platform, config }: IdentityContext, url: string, token: string) {
  const client = createHttpClient({
    userAgent: config.outgoing.userAgent(),
    allowedHosts: [authority(new URL(url))],
    allowPrivateHosts: config.outgoing.allowPrivateHosts,
    nowMs: () => platform.clock.nowMs(),
    random: platform.random,
    maxAttempts: 1,
    maxRedirects: 0,
    maxBytes: maxAnswerBytes,
    timeoutMs,
  });
  try {
    await client.request({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
  } finally {
    await client.close();
  }
}
