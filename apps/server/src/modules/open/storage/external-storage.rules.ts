import { ProviderError } from '@kianda/connectors';

/** A fault of the S3 client as a fault of an external service; null for any other error. */
export function s3Fault(error: unknown): ProviderError | null {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof Error)) return null;
  const { $metadata: metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: string };
  const status = metadata?.httpStatusCode;
  if (status === 403 || status === 401) {
    // An unknown key and a wrong secret come with the same status as a missing right.
    const isUnknown = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken'].includes(error.name);
    return new ProviderError('auth', error.name, { status: isUnknown ? 401 : 403, cause: error });
  }
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return new ProviderError('timeout', error.message, { cause: error });
  }
  const isNetwork = code !== undefined && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code);
  if (isNetwork && status === undefined) {
    return new ProviderError(code === 'ETIMEDOUT' ? 'timeout' : 'network', error.message, { cause: error });
  }
  if (status === undefined) return null;
  if (status === 301 || status === 307) return new ProviderError('blocked', error.name, { status, cause: error });
  if (status >= 500) return new ProviderError('provider', error.name, { status, cause: error });
  return new ProviderError('request', words[error.name] ?? `${error.name}: ${error.message}`, { status, cause: error });
}

const words: Readonly<Record<string, string>> = {
  BucketNotEmpty: 'a área ainda tem objetos. Elimine-os primeiro.',
  BucketAlreadyExists: 'já existe uma área com esse nome.',
  BucketAlreadyOwnedByYou: 'já existe uma área com esse nome.',
};
