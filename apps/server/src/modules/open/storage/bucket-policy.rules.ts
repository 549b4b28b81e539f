import { z } from 'zod';

/** The acts that a policy may open to everyone, or close. */
const policyActions = ['s3:GetObject', 's3:GetObjectVersion', 's3:ListBucket', 's3:GetBucketLocation'] as const;
export type PolicyAction = (typeof policyActions)[number];
const objectActions: ReadonlySet<PolicyAction> = new Set(['s3:GetObject', 's3:GetObjectVersion']);
export const longestPolicy = 20 * 1024;
const mostStatements = 50;
const arn = 'arn:aws:s3:::';

export type PolicyStatement = {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly PolicyAction[];
  /** Of the bucket, or of objects, without the beginning that all have; `*` and `?` stand for any text and any letter. */
  readonly resources: readonly string[];
};
export type BucketPolicy = readonly PolicyStatement[];
/** Why a policy is refused: it is none, or it says things that would not be held. */
export type PolicyFault = { readonly kind: 'malformed' | 'unsupported'; readonly message: string };

const texts = z.union([z.string(), z.array(z.string()).min(1).max(100)]);
const document = z.strictObject({
  Version: z.enum(['2012-10-17', '2008-10-17']).optional(),
  Id: z.string().optional(),
  Statement: z.union([
    z.record(z.string(), z.unknown()),
    z.array(z.record(z.string(), z.unknown())).min(1).max(mostStatements),
  ]),
});
const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.union([z.string(), z.record(z.string(), texts)]),
  Action: texts,
  Resource: texts,
});
/** Members that S3 knows and this storage does not hold to. */
const unsupported = ['Condition', 'NotAction', 'NotResource', 'NotPrincipal'];

/** The statements of a policy as a client writes it; what can't be held to is refused whole. */
export function readPolicy(text: string, bucket: string): { readonly policy: BucketPolicy } | PolicyFault {
  if (Buffer.byteLength(text) > longestPolicy) return malformed(`A política passa de ${longestPolicy / 1024} KiB.`);
  const checked = document.safeParse(jsonOf(text));
  if (!checked.success) return malformed('A política não é um documento JSON com Version e Statement.');
  const written = Array.isArray(checked.data.Statement) ? checked.data.Statement : [checked.data.Statement];
  const policy: PolicyStatement[] = [];
  for (const each of written) {
    const read = readStatement(each, bucket);
    if ('kind' in read) return read;
    policy.push(read);
  }
  return { policy };
}

function readStatement(written: Record<string, unknown>, bucket: string): PolicyStatement | PolicyFault {
  const foreign = unsupported.find((name) => Object.hasOwn(written, name));
  if (foreign !== undefined)
    return { kind: 'unsupported', message: `«${foreign}» não se cumpriria aqui: a política é recusada inteira.` };
  const checked = statement.safeParse(written);
  if (!checked.success) return malformed('Uma declaração tem Effect, Principal, Action e Resource.');
  const { Effect: effect, Principal, Action, Resource } = checked.data;
  if (!isEveryone(Principal)) {
    const message = 'Só «Principal»: «*», que é toda a gente: quem tem conta entra pelo perfil e pelas suas chaves.';
    return { kind: 'unsupported', message };
  }
  const actions: PolicyAction[] = [];
  for (const name of listOf(Action)) {
    const known = policyActions.find((each) => each.toLowerCase() === name.toLowerCase());
    if (known === undefined) {
      const message = `«${name.slice(0, 60)}» não se abre nem fecha por política, só ${policyActions.join(', ')}.`;
      return /^s3:[\w*?]+$|^\*$/i.test(name) ? { kind: 'unsupported', message } : malformed(message);
    }
    actions.push(known);
  }
  const resources = listOf(Resource).map((name) => (name.startsWith(arn) ? name.slice(arn.length) : null));
  const isOfBucket = (name: string | null) => name === bucket || name?.startsWith(`${bucket}/`) === true;
  if (!resources.every(isOfBucket)) return malformed(`Os recursos são ${arn}${bucket} e ${arn}${bucket}/….`);
  const named = resources.filter((name) => name !== null);
  const isUsed = (action: PolicyAction) => named.some((name) => (name === bucket) !== objectActions.has(action));
  const idle = actions.find((action) => !isUsed(action));
  if (idle !== undefined) return malformed(`«${idle}» não se aplica a nenhum dos recursos da declaração.`);
  return { effect, actions, resources: named };
}

/** Whether a policy opens an act to everyone, closes it to everyone, or is silent; a refusal counts more than any opening. */
export function policyVerdict(
  policy: BucketPolicy,
  action: PolicyAction,
  resource: { readonly bucket: string; readonly key: string },
): 'allow' | 'deny' | 'silent' {
  const name = objectActions.has(action) ? `${resource.bucket}/${resource.key}` : resource.bucket;
  const about = policy.filter(
    ({ actions, resources }) => actions.includes(action) && resources.some((pattern) => matchesPattern(pattern, name)),
  );
  if (about.some(({ effect }) => effect === 'Deny')) return 'deny';
  return about.length > 0 ? 'allow' : 'silent';
}

/** Whether anything is open to everyone. */
export const isPublicPolicy = (policy: BucketPolicy): boolean => policy.some(({ effect }) => effect === 'Allow');

/** Whether a text is of a pattern in which `*` is any text, and `?` any letter; in time that grows with both lengths only. */
export function matchesPattern(pattern: string, text: string): boolean {
  let [at, inText, star, mark] = [0, 0, -1, 0];
  while (inText < text.length) {
    if (pattern[at] === '*') {
      star = at;
      mark = inText;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[inText])) {
      at += 1;
      inText += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      inText = mark;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

function isEveryone(principal: string | Readonly<Record<string, string | readonly string[]>>): boolean {
  if (typeof principal === 'string') return principal === '*';
  const { AWS, ...others } = principal;
  return Object.keys(others).length === 0 && AWS !== undefined && [AWS].flat().every((name) => name === '*');
}

const listOf = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);
const malformed = (message: string): PolicyFault => ({ kind: 'malformed', message });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
