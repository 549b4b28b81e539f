import { hash, verify } from '@node-rs/argon2';

/** argon2id, the package's default variant, at OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Same characters, same hash, whichever way the keyboard composes an accent. */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), cost);
}

export type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>;

/**
 * Checks a password against a hash; with no hash it takes as long and answers false, so that the time of the answer
 * does not tell whether an account exists.
 */
export function createPasswordCheck(): PasswordCheck {
  const decoy = hashPassword(`decoy ${crypto.randomUUID()}`);
  return async (passwordHash, password) => {
    const matches = await verify(passwordHash ?? (await decoy), canonical(password));
    return matches && passwordHash !== null;
  };
}
