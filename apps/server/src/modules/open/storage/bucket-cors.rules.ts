import type { CorsRule } from '@kianda/contract/open/storage/bucket-settings.contract';

type Asked = { readonly origin: string; readonly method: string };

/** Headers by which a page of another origin may read an answer; none where no rule is about it. */
export function corsHeaders(rules: readonly CorsRule[], asked: Asked): Readonly<Record<string, string>> {
  const rule = rules.find((each) => isAbout(each, asked));
  return rule === undefined ? {} : headersOf(rule, asked);
}

/** Answer to a browser that asks before it sends; null where no rule allows it. */
export function preflightHeaders(
  rules: readonly CorsRule[],
  asked: Asked & { readonly headers: readonly string[] },
): Readonly<Record<string, string>> | null {
  const allows = (rule: CorsRule) =>
    isAbout(rule, asked) && asked.headers.every((name) => rule.headers.some((pattern) => matches(pattern, name, true)));
  const rule = rules.find(allows);
  if (rule === undefined) return null;
  return {
    ...headersOf(rule, asked),
    ...(asked.headers.length === 0 ? {} : { 'access-control-allow-headers': asked.headers.join(', ') }),
    ...(rule.maxAgeSeconds === null ? {} : { 'access-control-max-age': String(rule.maxAgeSeconds) }),
  };
}

const isAbout = ({ origins, methods: allowed }: CorsRule, { origin, method }: Asked): boolean =>
  allowed.some((each) => each === method) && origins.some((pattern) => matches(pattern, origin, false));

function headersOf(rule: CorsRule, { origin }: Asked): Readonly<Record<string, string>> {
  const isAnyone = rule.origins.includes('*');
  return {
    'access-control-allow-origin': isAnyone ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(rule.exposed.length === 0 ? {} : { 'access-control-expose-headers': rule.exposed.join(', ') }),
    ...(isAnyone ? {} : { 'access-control-allow-credentials': 'true' }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/** Whether a text is of a pattern with at most one `*`. */
function matches(pattern: string, text: string, ignoreCase: boolean): boolean {
  const [wanted, given] = ignoreCase ? [pattern.toLowerCase(), text.toLowerCase()] : [pattern, text];
  const cut = wanted.indexOf('*');
  if (cut < 0) return wanted === given;
  const [head, tail] = [wanted.slice(0, cut), wanted.slice(cut + 1)];
  return given.length >= head.length + tail.length && given.startsWith(head) && given.endsWith(tail);
}
