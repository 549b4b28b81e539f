import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { useEndpoint } from '../../client/use-endpoint.ts';

/** Version, mode and addresses of this installation. */
export const usePlatform = () => useEndpoint(platformInfo, {}, { refetchSeconds: 0 });
