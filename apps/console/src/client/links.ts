/** Addresses that the platform's links lead to in this installation, without a trailing slash. */
export type LinkTargets = {
  /** Base of the scientific interfaces. */
  readonly interfacesUrl: string;
  /** Own addresses of services by id: `stac`, `features`, `storage`, `monitor`. */
  readonly serviceUrls: Readonly<Record<string, string>>;
  /** Origin of the console, below which the built-in services answer. */
  readonly consoleUrl: string;
};

/** Local development ports and the service that each stands for. */
const serviceOfPort: Readonly<Record<string, string>> = {
  '8082': 'stac',
  '5555': 'monitor',
  '9001': 'storage',
  '5080': 'features',
};
const interfacesPort = '8085';

const localHosts: readonly string[] = ['localhost', '127.0.0.1', '0.0.0.0', '[::1]'];
/** Hosts of preview deployments of the interfaces. */
const previewSuffixes: readonly string[] = ['.pages.dev', '.vercel.app', '.netlify.app'];

function join(base: string, url: URL): string {
  const path = url.pathname === '/' ? '' : url.pathname;
  return `${base.replace(/\/+$/, '')}${path}${url.search}${url.hash}`;
}

function isHttp(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

/**
 * The address to open for a link: preview hosts and local development ports become the configured services, relative
 * links the interfaces' pages; others stay. Null for what is no web address: a link must never run as code.
 */
export function rewriteUrl(link: unknown, targets: LinkTargets): string | null {
  if (typeof link !== 'string' || link.trim() === '') return null;
  const text = link.trim();
  const relativeTo = `${targets.interfacesUrl.replace(/\/+$/, '')}/`;
  const url = URL.parse(text, relativeTo);
  if (url === null || !isHttp(url)) return null;
  if (!/^https?:/i.test(text)) return url.href;
  if (previewSuffixes.some((suffix) => url.hostname.endsWith(suffix))) return join(targets.interfacesUrl, url);
  if (!localHosts.includes(url.hostname)) return url.href;
  if (url.port === interfacesPort) return join(targets.interfacesUrl, url);
  const service = serviceOfPort[url.port];
  if (service === undefined) return url.href;
  return targets.serviceUrls[service] ?? `${targets.consoleUrl}/${service}`;
}

/** Whether showing `target` in a frame would put the console inside itself. */
export function isCircular(target: string, location: { readonly href: string; readonly origin: string }): boolean {
  const url = URL.parse(target, location.href);
  const here = URL.parse(location.href);
  if (url === null || here === null) return false;
  if (url.origin === here.origin && (url.pathname === here.pathname || url.pathname === '/login')) return true;
  // The console's usual port on this host: the same console by another name.
  return url.port === '3000' && (url.hostname === here.hostname || localHosts.includes(url.hostname));
}
