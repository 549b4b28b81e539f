import { join } from 'node:path';
import { serviceNames } from '@kianda/contract/operations/services/service-names';
import type { Config } from '../config/config.ts';

/** Facts of the installation that the console shows. */
export function installationOf(config: Config, version: string) {
  return {
    version,
    mode: config.mode,
    publicUrl: config.publicUrl,
    get operatorName() {
      return config.operator.name;
    },
    get supportEmail() {
      return config.operator.supportEmail ?? '';
    },
    interfacesUrl: config.interfacesUrl,
    serviceUrls: Object.fromEntries(Object.entries(config.services).filter(([, url]) => url !== null)) as Record<
      string,
      string
    >,
  };
}

/** Address at which this process answers; that of the installation where it serves no API. */
export function ownUrlOf(config: Config): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.roles.includes('api') ? `http://${host}:${config.port}` : config.publicUrl;
}

/** Address at which this process reaches the interfaces' pages: its own where it serves them. */
function ownPagesUrlOf(config: Config): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return config.roles.includes('interfaces') ? `http://${host}:${config.interfacesPort}` : config.interfacesUrl;
}

/** Addresses of the scientific interfaces, and the origins that may embed them. */
export function interfaceOptions(config: Config) {
  return {
    pagesDir: join(config.rootDir, 'apps/interfaces/dist'),
    baseUrl: config.interfacesUrl,
    ownUrl: ownPagesUrlOf(config),
    consoleUrl: config.publicUrl,
    operatorName: () => config.operator.name,
    allowedOrigins: [config.interfacesUrl, config.publicUrl, ...Object.values(config.services)]
      .filter((url) => url !== null)
      .map((url) => new URL(url).origin),
  };
}

/** The console and the scientific interfaces, as a browser asks for them. */
export function checkedPages(config: Config) {
  const own = (port: number) => `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  const [api, pages] = [config.roles.includes('api'), config.roles.includes('interfaces')];
  const interfaces = pages ? own(config.interfacesPort) : config.interfacesUrl;
  return [
    { id: 'console', label: serviceNames.console, url: api ? `${own(config.port)}/` : config.publicUrl },
    { id: 'interfaces', label: serviceNames.interfaces, url: `${interfaces}/config.json` },
    { id: 'stac-browser', label: serviceNames['stac-browser'], url: `${interfaces}/stac_oceanographic.html` },
  ];
}
