import { probeService } from '@kianda/contract/operations/services/services.contract';
import { formatMilliseconds } from '@kianda/format';
import { Dialog, Panel, PanelFrame, StatusPill } from '@kianda/ui';
import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useApplication } from '../../../../client/context.tsx';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import type { ServiceCardView } from '../api/use-status.ts';
import { statusTexts } from '../texts.pt.ts';

const texts = statusTexts.probe;
const timeoutMs = 5_000;

type Props = { readonly service: ServiceCardView; readonly onClose: () => void };

/** A service checked now, by the server step by step and by this browser. */
export function ProbeDialog({ service, onClose }: Props) {
  const { id, name, checkHref } = service;
  const probe = useEndpoint(probeService, { params: { id } }, { refetchSeconds: 0, staleSeconds: 0 });
  return (
    <Dialog onClose={onClose} title={texts.title(name)}>
      <Stack gap="md">
        <Panel title={texts.server} source={probe}>
          {({ steps }) => (
            <ul>
              {steps.map(({ step, ok, ms, detail }) => (
                <li key={step}>
                  <StatusPill tone={ok ? 'good' : 'bad'}>{ok ? texts.ok : texts.failed}</StatusPill>
                  {` ${texts.steps[step]}: ${detail} (${formatMilliseconds(ms)})`}
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <PanelFrame title={texts.browser}>
          {checkHref === null ? <p>{texts.noAddress}</p> : <BrowserCheck href={checkHref} />}
        </PanelFrame>
      </Stack>
    </Dialog>
  );
}

type Outcome = { readonly status: number; readonly ms: number } | 'failed';

function BrowserCheck({ href }: { readonly href: string }) {
  const { askHost, clock } = useApplication();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const startedMs = clock();
    askHost(href, AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)])).then(
      ({ status }) => setOutcome({ status, ms: clock() - startedMs }),
      () => {
        if (!stop.signal.aborted) setOutcome('failed');
      },
    );
    return () => stop.abort();
  }, [askHost, clock, href]);
  if (outcome === null) return <p role="status">{texts.running}</p>;
  if (outcome === 'failed') return <StatusPill tone="bad">{texts.browserFailed}</StatusPill>;
  return (
    <StatusPill tone={outcome.status < 500 ? 'good' : 'bad'}>
      {texts.browserOk(outcome.status, formatMilliseconds(outcome.ms))}
    </StatusPill>
  );
}
