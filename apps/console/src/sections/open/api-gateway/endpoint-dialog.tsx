import { formatMilliseconds, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { Dialog, FactList, Instant } from '@kianda/ui';
import { Button, CopyButton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { accessText, type EndpointRow } from './endpoint-row.ts';
import { gatewayTexts as texts } from './texts.pt.ts';

/** One endpoint with everything that is known of it. */
export function EndpointDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: EndpointRow;
  readonly onClose: () => void;
}) {
  const { method, path, description, access, status, responseTime, responseTimeP95, errorRate, lastAccessed } =
    endpoint;
  const measured = (text: ReactNode, isKnown: boolean) =>
    isKnown ? text : <abbr title={texts.noRequests}>{UNKNOWN}</abbr>;
  return (
    <Dialog onClose={onClose} title={description}>
      <Stack gap="sm">
        <p className="k-mono" style={{ overflowWrap: 'anywhere' }}>{`${method} ${path}`}</p>
        <FactList
          items={[
            [texts.id, endpoint.id],
            [texts.service, endpoint.service],
            [texts.access, `${accessText(endpoint)} (${access})`],
            [texts.state, texts.states[status]],
            [texts.requests, formatNumber(endpoint.requestCount, { maxDecimals: 0 })],
            [texts.p50, measured(formatMilliseconds(responseTime), responseTime !== null)],
            [texts.p95, measured(formatMilliseconds(responseTimeP95), responseTimeP95 !== null)],
            [texts.errors, measured(formatQuantity(errorRate, '%'), errorRate !== null)],
            [texts.last, measured(<Instant key="last" at={lastAccessed} />, lastAccessed !== null)],
          ]}
        />
        <CopyButton value={path}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Dialog>
  );
}
