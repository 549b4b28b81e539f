/** Requests signed by Amazon's own signer, as clients send them. */
import { SignatureV4 } from '@smithy/signature-v4';
import { SignerHash } from '../../apps/server/src/platform/crypto/signer-hash.ts';

export type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string };
type Signed = { readonly path: string; readonly headers: Readonly<Record<string, string>> };

/** A GET of a path and a query, signed in its headers: good for 15 minutes. */
export async function signedGet(
  origin: string,
  credentials: Credentials,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Signed> {
  const { host, hostname } = new URL(origin);
  const signer = new SignatureV4({
    ...{ credentials, region: 'us-east-1', service: 's3', sha256: SignerHash, uriEscapePath: false },
  });
  const { headers } = await signer.sign({
    ...{ method: 'GET', protocol: 'http:', hostname, path, query },
    headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  });
  const search = new URLSearchParams(query).toString();
  return { path: search === '' ? path : `${path}?${search}`, headers };
}
