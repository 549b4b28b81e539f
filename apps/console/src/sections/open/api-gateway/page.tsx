import type { DataOf } from '@kianda/contract';
import { listEndpoints } from '@kianda/contract/operations/health/health.contract';
import { formatCount } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, Panel, Tile, TileGrid } from '@kianda/ui';
import { Button, Group, NativeSelect, Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useLinkTargets } from '../../../client/use-link-targets.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { pick } from '../../shared/sourced.ts';
import touch from '../../shared/touch.module.css';
import { EndpointDialog } from './endpoint-dialog.tsx';
import type { EndpointRow } from './endpoint-row.ts';
import { EndpointTable } from './endpoint-table.tsx';
import { gatewayTexts as texts } from './texts.pt.ts';

const searchSchema = z.object({
  service: z.string().max(40).optional().catch(undefined),
  used: z.enum(['1']).optional().catch(undefined),
  q: z.string().max(200).catch('').default(''),
  sort: z.string().max(40).catch('-requests').default('-requests'),
});

/** Section `api-gateway`: the contract's endpoints with their live use, searchable, sortable and exportable. */
export default function ApiGatewayPage() {
  const [{ service, used, q, sort }, change] = useSectionSearch(searchSchema);
  const [opened, setOpened] = useState<EndpointRow | null>(null);
  const endpoints = useEndpoint(listEndpoints, {});
  const targets = useLinkTargets();
  const all = endpoints.sourced?.value.endpoints;
  const services = useMemo(() => [...new Set((all ?? []).map((one) => one.service))].toSorted(), [all]);
  const hours = endpoints.sourced?.value.hours;
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <Group gap="xs">
              {targets === undefined ? null : (
                <Button
                  component="a"
                  variant="default"
                  href={`${targets.interfacesUrl}/api-docs.html`}
                  target="_blank"
                  rel="noopener"
                >
                  {texts.docs} <span className="k-visually-hidden">{texts.newTab}</span>
                </Button>
              )}
              <Button component="a" variant="default" href="/admin-api/openapi.json" target="_blank" rel="noopener">
                {texts.openApi} <span className="k-visually-hidden">{texts.newTab}</span>
              </Button>
            </Group>
          }
        />
        <Totals endpoints={endpoints} />
        <Panel
          id="enderecos"
          title={texts.list}
          description={hours === undefined ? undefined : texts.window(formatCount(hours, ...texts.hours))}
          source={endpoints}
          isEmpty={(value) => value.endpoints.length === 0}
          flush
        >
          {(value) => (
            <EndpointTable
              rows={value.endpoints.filter(
                (one) =>
                  (service === undefined || one.service === service) && (used === undefined || one.requestCount > 0),
              )}
              view={{ sort, filter: q }}
              onViewChange={(view) => change({ sort: view.sort, q: view.filter }, { replace: true })}
              onOpen={setOpened}
              empty={<EmptyState title={texts.empty}>{texts.emptyText}</EmptyState>}
              actions={
                <Group gap="sm">
                  <NativeSelect
                    size="xs"
                    aria-label={texts.service}
                    data={[{ value: '', label: texts.allServices }, ...services]}
                    value={service ?? ''}
                    onChange={({ currentTarget: { value: chosen } }) =>
                      change({ service: chosen === '' ? undefined : chosen })
                    }
                  />
                  <Switch
                    size="xs"
                    label={texts.onlyUsed}
                    checked={used !== undefined}
                    onChange={({ currentTarget: { checked } }) => change({ used: checked ? '1' : undefined })}
                  />
                </Group>
              }
            />
          )}
        </Panel>
        {opened === null ? null : <EndpointDialog endpoint={opened} onClose={() => setOpened(null)} />}
      </PageStack>
    </div>
  );
}

type Answer = DataOf<typeof listEndpoints>;
const slowest = ({ endpoints }: Answer) =>
  endpoints.reduce<number | null>(
    (most, { responseTimeP95 }) => (responseTimeP95 === null ? most : Math.max(most ?? 0, responseTimeP95)),
    null,
  );
const sum = ({ endpoints }: Answer) => endpoints.reduce((total, { requestCount }) => total + requestCount, 0);
const countOf = (is: (row: EndpointRow) => boolean) => (value: Answer) => value.endpoints.filter(is).length;

function Totals({ endpoints }: { readonly endpoints: ReturnType<typeof useEndpoint<typeof listEndpoints>> }) {
  const { tiles } = texts;
  const whole = { maxDecimals: 0 } as const;
  return (
    <TileGrid minWidth={170}>
      <Tile
        id="enderecos-total"
        label={tiles.total}
        value={pick(
          endpoints,
          countOf(() => true),
        )}
        format={whole}
      />
      <Tile
        id="enderecos-usados"
        label={tiles.used}
        value={pick(
          endpoints,
          countOf(({ requestCount }) => requestCount > 0),
        )}
        format={whole}
      />
      <Tile id="enderecos-pedidos" label={tiles.requests} value={pick(endpoints, sum)} format={whole} />
      <Tile
        id="enderecos-lentos"
        label={tiles.slow}
        unit="ms"
        value={pick(endpoints, slowest, tiles.slowNone)}
        format={whole}
      />
      <Tile
        id="enderecos-erros"
        label={tiles.failing}
        value={pick(
          endpoints,
          countOf(({ errorRate }) => (errorRate ?? 0) > 0),
        )}
        format={whole}
      />
    </TileGrid>
  );
}
