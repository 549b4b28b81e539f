/** A platform with an administrator's session, for the benches. */
import { takePossession } from '../../tests/e2e/testing/api.ts';
import { type Platform, startPlatform } from '../../tests/e2e/testing/platform.ts';

/** Above any rate that is measured. */
export const settings = { KIANDA_RATE_LIMIT_PER_MINUTE: '10000000' };

/** Of the administrator, after the first start. */
export const password = 'medir antes de afirmar 1974';

/** First start on an empty folder, with the one-time password changed. */
export async function firstStart(
  dataDir: string,
  over: Readonly<Record<string, string>> = {},
): Promise<{ platform: Platform; token: string; email: string }> {
  const platform = await startPlatform({ dataDir, settings: { ...settings, ...over } });
  const { url, email, oneTimePassword } = platform;
  if (email === null || oneTimePassword === null) throw new Error(`${dataDir}: expected a fresh folder`);
  const { accessToken } = await takePossession(url, email, oneTimePassword, password);
  return { platform, token: accessToken, email };
}
