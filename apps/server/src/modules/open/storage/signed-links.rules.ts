import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { servicePrefixes } from '@kianda/contract';
import { sharedObject } from '@kianda/contract/open/storage/storage.contract';

export type SharedLink = { readonly bucket: string; readonly key: string; readonly expires: number };

/** Address of a link that opens one object. */
export function linkAddress(links: ReturnType<typeof createLinkSigner>, publicUrl: string, object: SharedLink): string {
  const { bucket, key, expires } = object;
  const search = new URLSearchParams({ bucket, key, expires: String(expires), signature: links.sign(object) });
  return `${publicUrl}${servicePrefixes.storage}${sharedObject.path}?${search}`;
}

/**
 * Signs links that open one object until an instant (s since 1970). The key derives from the master key, and from the
 * `host` of an external storage: a link to one storage must not open an object of another.
 */
export function createLinkSigner(masterKey: Uint8Array, host?: string) {
  const purpose = `kianda/storage/links/v1${host === undefined ? '' : `/${host}`}`;
  const key = new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), purpose, 32));
  const signatureOf = ({ bucket, key: object, expires }: SharedLink): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([bucket, object, expires]))
      .digest();

  return {
    sign: (link: SharedLink): string => signatureOf(link).toString('base64url'),
    /** Whether the signature is the link's. The caller checks the expiry. */
    matches(link: SharedLink, signature: string): boolean {
      const received = Buffer.from(signature, 'base64url');
      const expected = signatureOf(link);
      return received.length === expected.length && timingSafeEqual(received, expected);
    },
  };
}
