import { allows } from '@kianda/contract';
import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { lazy, useState } from 'react';
import { useAccount } from '../client/context.tsx';
import { useEndpoint } from '../client/use-endpoint.ts';
import { LazyBoundary } from './lazy-boundary.tsx';
import { HeldSpace, useHeldSpace } from './notice-space.tsx';

const SupportForm = lazy(async () => ({ default: (await import('./support-form.tsx')).SupportForm }));

/** Asks whoever may configure the platform, from the first sign-in on, whom people turn to for help, while nobody is named. */
export function SupportNotice() {
  const { role } = useAccount();
  const { sourced, error } = useEndpoint(platformInfo, {}, { refetchSeconds: 0 });
  const info = sourced?.value;
  const [isLater, setLater] = useState(false);
  useHeldSpace(info === undefined && error === null);
  if (info?.supportEmail !== '' || isLater || !allows('config:write', role)) return null;
  return (
    <LazyBoundary onClose={() => setLater(true)} waiting={<HeldSpace />}>
      <SupportForm onLater={() => setLater(true)} />
    </LazyBoundary>
  );
}
