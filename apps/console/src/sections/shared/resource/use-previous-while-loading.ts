import { useRef } from 'react';
import type { EndpointResult } from '../../../client/use-endpoint.ts';

/** An answer whose question may change: the last one stays until the next is there, so that no filter loses its focus. */
export function usePreviousWhileLoading<T>(result: EndpointResult<T>): EndpointResult<T> {
  const last = useRef(result.sourced);
  if (result.sourced !== undefined) last.current = result.sourced;
  if (result.sourced !== undefined || result.error !== null || last.current === undefined) return result;
  return { ...result, sourced: last.current, isLoading: false, isRefreshing: true };
}
