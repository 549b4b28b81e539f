import { z } from 'zod';
import { instantSchema } from '../core/provenance.ts';

/**
 * What a scientific interface in a frame and the console say to each other by postMessage.
 *
 * The page says `hello` to its parent (target: the console's origin) when it is ready, and again shortly before its
 * token expires. The console answers with `token`, to exactly the origin that the server names for that interface, and
 * sends `theme` whenever it changes. Each side drops messages from any other origin or window.
 */
export const frameHelloSchema = z.object({ type: z.literal('kianda:hello') });

export const interfaceCredentialSchema = z.object({
  token: z.string().min(1),
  expiresAt: instantSchema,
  permissions: z.array(z.string()),
  /** Origin of the platform's API. */
  apiBaseUrl: z.string(),
});
export type InterfaceCredential = z.infer<typeof interfaceCredentialSchema>;

export const frameThemeSchema = z.enum(['light', 'dark']);
export type FrameTheme = z.infer<typeof frameThemeSchema>;

export const consoleMessageSchema = z.discriminatedUnion('type', [
  interfaceCredentialSchema.extend({ type: z.literal('kianda:token'), theme: frameThemeSchema }),
  z.object({ type: z.literal('kianda:theme'), theme: frameThemeSchema }),
]);
export type ConsoleMessage = z.infer<typeof consoleMessageSchema>;

/**
 * A page opened in a tab of its own, without a token, goes to the console at this section, which comes back with the
 * credential in the fragment: `/?section=open-interface&interface=<id>&query=<the page's own search, without ?>`.
 */
export const openInterfaceSection = 'open-interface';

const fragmentKey = 'kianda-credential';

/** Fragment that carries a credential to a page in its own tab; fragments never reach a server or its log. */
export function credentialFragment(credential: InterfaceCredential): string {
  return `#${fragmentKey}=${encodeURIComponent(JSON.stringify(credential))}`;
}

/** Credential in a fragment, or null. The page must remove it from its address at once. */
export function readCredentialFragment(fragment: string): InterfaceCredential | null {
  const text = new URLSearchParams(fragment.replace(/^#/, '')).get(fragmentKey);
  if (text === null) return null;
  try {
    const parsed = interfaceCredentialSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
