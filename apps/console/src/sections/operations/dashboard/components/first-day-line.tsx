import { allows } from '@kianda/contract';
import { firstDay } from '@kianda/contract/ingestion/connectors/first-day.contract';
import { platformInfo } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { Button } from '@mantine/core';
import { useAccount } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useSectionLink } from '../../../shared/use-section-link.ts';
import { dashboardTexts } from '../texts.pt.ts';

const texts = dashboardTexts.firstDay;

/** While an installation in production waits for the first data of a connector: how many, and the way to what to do. */
export function FirstDayLine() {
  const { role } = useAccount();
  const info = useEndpoint(platformInfo, {}, { refetchSeconds: 0 }).sourced?.value;
  if (info?.mode !== 'production' || !allows('connectors:read', role)) return null;
  return <Undelivered />;
}

function Undelivered() {
  const count = useEndpoint(firstDay, {}, { refetchSeconds: 120 }).sourced?.value.undelivered ?? 0;
  const open = useSectionLink('first-day');
  if (count === 0 || open === undefined) return null;
  return (
    <p role="status">
      {texts.undelivered(count)}{' '}
      <Button size="compact-sm" variant="default" onClick={open}>
        {texts.open}
      </Button>
    </p>
  );
}
