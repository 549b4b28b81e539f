import type { Config } from '../config/env.ts';

/** What the console is told of the installation it talks to. */
export function installationOf(config: Config, version: string) {
  return {
    version,
    mode: config.mode,
    operatorName: config.operator.name,
    supportEmail: config.operator.supportEmail ?? '',
    interfacesUrl: config.interfacesUrl,
    serviceUrls: Object.fromEntries(Object.entries(config.services).filter(([, url]) => url !== null)) as Record<
      string,
      string
    >,
  };
}
