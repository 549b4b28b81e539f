import type { Provenance, Sourced } from '@kianda/contract';
import { formatNumber } from '@kianda/format';
import { Tile, TileGrid } from '@kianda/ui';
import { Progress } from '@mantine/core';
import { IconAlertTriangle, IconFish, IconGauge, IconShieldX } from '@tabler/icons-react';
import { quotaOf, useQuota } from './api/quota.ts';
import type { Overview } from './api/use-fishing.ts';
import { fishingTexts } from './texts.pt.ts';

const texts = fishingTexts.cards;
const wholeNumber = { maxDecimals: 0 } as const;

const unknown = (reason: string): Sourced<null> => ({
  value: null,
  provenance: { state: 'fallback', reason },
  missingReason: reason,
});
const sourced = (value: number, provenance: Provenance): Sourced<number> => ({ value, provenance });

const failed = (result: Pick<Overview['fleet'], 'error'>) =>
  result.error === null ? undefined : unknown(result.error.message);

/** Vessels heard, open alerts, violations of a day, and how much of the provider's quota is used. */
export function SummaryTiles({ overview }: { readonly overview: Overview }) {
  return (
    <TileGrid>
      {countTiles(overview).map((tile) => (
        <Tile key={tile.id} format={wholeNumber} {...tile} />
      ))}
      <QuotaTile />
    </TileGrid>
  );
}

function countTiles({ fleet, open, areas, mayWatch }: Overview) {
  const vessels = fleet.figure('active') ?? failed(fleet);
  const alerts = !mayWatch
    ? unknown(texts.noAlertsAccess)
    : open.sourced === undefined
      ? failed(open)
      : sourced(open.sourced.value.total, open.sourced.provenance);
  const violations = !mayWatch
    ? unknown(texts.noAlertsAccess)
    : areas.sourced === undefined
      ? failed(areas)
      : sourced(
          areas.sourced.value.areas.reduce((sum, area) => sum + area.violations, 0),
          areas.sourced.provenance,
        );
  return [
    {
      id: 'embarcacoes-ativas',
      label: texts.vessels,
      value: vessels,
      icon: <IconFish size={18} />,
      note:
        fleet.sourced === undefined
          ? undefined
          : texts.vesselsNote(formatNumber(fleet.sourced.value.known, wholeNumber)),
    },
    {
      id: 'alertas-ativos',
      label: texts.alerts,
      value: alerts,
      icon: <IconAlertTriangle size={18} />,
      tone: (alerts?.value ?? 0) > 0 ? ('attention' as const) : ('plain' as const),
    },
    {
      id: 'violacoes',
      label: texts.violations,
      value: violations,
      icon: <IconShieldX size={18} />,
      note: texts.violationsNote,
    },
  ];
}

function QuotaTile() {
  const answer = useQuota(300);
  const quota = answer.sourced === undefined ? null : quotaOf(answer.sourced.value);
  const usage =
    answer.sourced === undefined
      ? failed(answer)
      : quota === null
        ? unknown(answer.sourced.value.reason ?? texts.noUsage)
        : sourced(quota.used, answer.sourced.provenance);
  return (
    <Tile
      id="uso-da-api"
      label={texts.usage}
      value={usage}
      format={wholeNumber}
      icon={<IconGauge size={18} />}
      note={
        quota === null ? undefined : (
          <>
            {texts.usageNote(formatNumber(quota.limit, wholeNumber))}
            <Progress
              mt={6}
              w="100%"
              maw={160}
              size="sm"
              value={Math.min(100, (100 * quota.used) / quota.limit)}
              aria-label={texts.usageBar}
            />
          </>
        )
      }
    />
  );
}
