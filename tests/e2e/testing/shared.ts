import { inject } from 'vitest';
import { copyFolder, type Platform, startPlatform } from './platform.ts';

/**
 * A platform that other journeys use too, before, after and at the same time: what is left there must not trouble them,
 * and nothing may count on a world in which only this journey acts.
 */
export type SharedPlatform = {
  readonly url: string;
  /** Of its administrator, who has chosen a password already. */
  readonly email: string;
  readonly password: string;
};

export function sharedPlatform(): SharedPlatform {
  return inject('platform');
}

/** A platform for one journey alone, with the data and the administrator of the shared one, and settings of its own. */
export async function ownPlatform(name: string, settings: Readonly<Record<string, string>>): Promise<Platform> {
  const { email, password } = sharedPlatform();
  // Nobody has signed in to the copy: without these, a start would give its first administrator a one-time password.
  const administrator = { KIANDA_ADMIN_EMAIL: email, KIANDA_ADMIN_PASSWORD: password };
  const dataDir = await copyFolder(inject('seeded'), name);
  return startPlatform({ dataDir, settings: { ...administrator, ...settings } });
}
