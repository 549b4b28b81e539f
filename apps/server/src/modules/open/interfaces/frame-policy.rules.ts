/** Which header keeps `framer` from framing a page of `origin`; null when none does. */
export function framingRefusal(
  headers: Headers,
  origin: string,
  framer: string,
): 'x_frame_options' | 'frame_ancestors' | null {
  const lists = ancestorLists(headers.get('content-security-policy') ?? '');
  // Browsers ignore X-Frame-Options where frame-ancestors is present; of several policies each must allow.
  if (lists.length > 0) {
    const [page, console] = [new URL(origin), new URL(framer)];
    const allowed = lists.every((sources) => sources.some((source) => matches(source, console, page)));
    return allowed ? null : 'frame_ancestors';
  }
  return optionRefuses(headers.get('x-frame-options') ?? '', origin === framer) ? 'x_frame_options' : null;
}

/** Sources of every frame-ancestors directive: several policies come in one header, separated by commas. */
function ancestorLists(header: string): string[][] {
  return header.split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
    const ancestors = directives.find(([name]) => name?.toLowerCase() === 'frame-ancestors');
    return ancestors === undefined ? [] : [ancestors.slice(1)];
  });
}

const hostSource = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(?:\/.*)?$/i;

/** CSP 3 §6.7.2.8, as far as frame-ancestors goes. */
function matches(source: string, framer: URL, page: URL): boolean {
  if (source.toLowerCase() === "'self'") return framer.origin === page.origin;
  if (source === '*') return true;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return isScheme(source, framer);
  const [, scheme, host = '', port] = hostSource.exec(source) ?? [];
  if (host === '' || source.startsWith("'")) return false;
  if (!isScheme(scheme === undefined ? page.protocol : `${scheme}:`, framer)) return false;
  const isHost = host.startsWith('*')
    ? framer.hostname.endsWith(host.slice(1).toLowerCase())
    : framer.hostname === host.toLowerCase();
  // A URL has no port where it is its scheme's own.
  const isPort = port === '*' || portOf(framer) === (port ?? defaultPorts[framer.protocol]);
  return isHost && isPort;
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function portOf(url: URL): string | undefined {
  return url.port === '' ? defaultPorts[url.protocol] : url.port;
}

/** A source allowed over HTTP is also allowed over HTTPS. */
function isScheme(scheme: string, url: URL): boolean {
  const wanted = scheme.toLowerCase();
  return url.protocol === wanted || (wanted === 'http:' && url.protocol === 'https:');
}

/** HTML §7.7: contradictory values refuse, unknown ones (ALLOW-FROM) are ignored. */
function optionRefuses(header: string, isSame: boolean): boolean {
  const values = new Set(header.split(',').map((value) => value.trim().toLowerCase()));
  const known = ['deny', 'sameorigin', 'allowall'].filter((value) => values.has(value));
  if (known.length > 0 && values.size > 1) return true;
  return values.has('deny') || (values.has('sameorigin') && !isSame);
}
