import type { Endpoint } from '@kianda/contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { PanelGrid } from '@kianda/ui';
import { useEffect } from 'react';
import { PublicUrls } from '../../../shared/public-urls/public-urls.tsx';
import { SystemInfo } from './system-info.tsx';

const refreshed = [listConnectors] as const;

type Props = {
  /** Told which answers the page's own refresh asks for again from now on. */
  readonly onRefreshed: (endpoints: readonly Endpoint[]) => void;
};

/** At the end of the dashboard: what this installation holds, and its addresses. */
export default function Below({ onRefreshed }: Props) {
  useEffect(() => onRefreshed(refreshed), [onRefreshed]);
  return (
    <PanelGrid minWidth={420}>
      <SystemInfo />
      <PublicUrls />
    </PanelGrid>
  );
}
