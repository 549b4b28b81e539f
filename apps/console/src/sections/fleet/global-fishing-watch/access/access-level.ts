import { type GfwTestResult, gfwErrors } from '@kianda/contract/fleet/vessels/gfw.contract';

/** Advice of the specification about a refused data set; null where it gives none. */
export function hintOf(result: GfwTestResult, isConfigured: boolean): string | null {
  if (result.accessible) return null;
  if (result.status_code === 403) return gfwErrors.forbidden;
  if (result.status_code === 503 || !isConfigured) return gfwErrors.notConfigured;
  return result.status_code === null ? gfwErrors.timeout : null;
}
