import type { SettingVault } from '../modules/configuration/index.ts';
import { createCredentialVault } from '../modules/connectors/index.ts';

/** Seals what administrators set of secrets, each bound to its setting, under the master key that no database holds. */
export function settingVault(masterKey: Uint8Array): SettingVault {
  const vault = createCredentialVault(masterKey);
  return {
    seal: (name, value) => vault.seal('settings', name, value).toString('base64'),
    open: (name, sealed) => vault.open('settings', name, Buffer.from(sealed, 'base64')),
  };
}
