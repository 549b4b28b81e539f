import { inject } from 'vitest';

/** A platform that other journeys use too, before and after: what is left there must not trouble them. */
export type SharedPlatform = {
  readonly url: string;
  /** Of its administrator, who has chosen a password already. */
  readonly email: string;
  readonly password: string;
};

export function sharedPlatform(): SharedPlatform {
  return inject('platform');
}
