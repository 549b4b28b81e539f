/** Settings with which a platform in production mode takes the simulator for the real providers. */
import { connectors, simulatorSettings } from '@kianda/connectors';
import { credentialVariable, providerUrlVariable } from '../../../apps/server/src/config/settings.ts';

/** Addresses and credentials of every provider, all of them at the simulator. */
export function productionSettings(simulatorUrl: string): Record<string, string> {
  const settings: Record<string, string> = {
    KIANDA_MODE: 'production',
    KIANDA_LOG_FORMAT: 'pretty',
    KIANDA_LOG_LEVEL: 'warn',
    KIANDA_ALLOWED_PRIVATE_HOSTS: new URL(simulatorUrl).host,
  };
  for (const { id, credentialNames } of connectors) {
    const { baseUrl, extraBaseUrls = {} } = simulatorSettings(id, simulatorUrl);
    settings[providerUrlVariable(id)] = baseUrl;
    for (const [name, url] of Object.entries(extraBaseUrls)) settings[providerUrlVariable(id, name)] = url;
    for (const name of credentialNames) settings[credentialVariable(id, name)] = 'uma-credencial-de-ensaio';
  }
  return settings;
}
