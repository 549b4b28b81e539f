import { createServiceClient } from '@kianda/connectors/services/service-client';
import type { Platform } from '../../../platform/module.ts';
import { createS3Account } from '../../../platform/storage/s3-account.ts';
import { createRemoteService, externalTimeoutMs } from '../external-services/index.ts';
import { createExternalStorageService } from './external-storage.service.ts';
import type { StorageAudit } from './storage.types.ts';
import type { UsageRepository } from './usage.repository.ts';

export type ExternalStorageSettings = {
  readonly baseUrl: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly userAgent: () => string;
  /** Longest wait for an answer, in ms. */
  readonly timeoutMs?: number;
};

/** Connects to the external S3 that settings name; the caller closes it. */
export function openExternalStorage(
  { baseUrl, region, accessKey, secretKey, userAgent, timeoutMs = externalTimeoutMs }: ExternalStorageSettings,
  { platform, audit, usages }: { platform: Platform; audit: StorageAudit; usages: UsageRepository },
) {
  const { clock, log, random } = platform;
  const serviceClient = createServiceClient({ baseUrl, userAgent, timeoutMs, nowMs: () => clock.nowMs(), random });
  const account = createS3Account({
    endpoint: baseUrl,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    forcePathStyle: true,
    timeoutMs,
  });
  const variable = 'KIANDA_SERVICE_STORAGE';
  const outside = createRemoteService(
    {
      name: 'S3',
      baseUrl,
      setting: `${variable}_URL`,
      credentials: `${variable}_ACCESS_KEY e ${variable}_SECRET_KEY`,
      timeoutMs,
    },
    { clock, log },
  );
  return {
    host: outside.host,
    service: createExternalStorageService({ account, serviceClient, outside, audit, clock, usages }),
    close: () => serviceClient.close(),
  };
}
