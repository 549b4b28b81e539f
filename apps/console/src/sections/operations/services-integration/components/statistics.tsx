import { formatBytes, formatQuantity } from '@kianda/format';
import { Panel, SkeletonLines } from '@kianda/ui';
import { FigureList } from '../../../shared/figure-list.tsx';
import { pick } from '../../../shared/sourced.ts';
import type { useIntegration } from '../api/use-integration.ts';
import { integrationTexts } from '../texts.pt.ts';
import { itemsOf } from './previews.tsx';

const texts = integrationTexts.statistics;

/** Totals over the eight services. */
export function Statistics({ data }: { readonly data: ReturnType<typeof useIntegration> }) {
  const { status, collections, buckets, workers } = data;
  const onlineOf = (value: number | string) => `${value} / ${status.sourced?.value.summary.total ?? 0}`;
  return (
    <Panel title={texts.title} source={status} skeleton={<SkeletonLines lines={6} />}>
      {(_value, provenance) => (
        <FigureList
          within={provenance}
          rows={[
            { label: texts.online, value: pick(status, ({ summary }) => summary.online), display: onlineOf },
            {
              label: texts.warning,
              value: pick(status, ({ summary }) => summary.total - summary.online - summary.offline),
            },
            { label: texts.offline, value: pick(status, ({ summary }) => summary.offline) },
            {
              label: texts.health,
              value: pick(status, ({ summary }) => summary.health_percentage),
              display: (value) => formatQuantity(Number(value), '%'),
            },
            {
              label: texts.items,
              value: pick(collections, (value) => total(value.collections.map(itemsOf)), texts.uncounted),
            },
            {
              label: texts.space,
              value: pick(buckets, (value) => value.reduce((sum, { size }) => sum + size, 0)),
              display: (value) => formatBytes(Number(value)),
            },
            {
              label: texts.active,
              value: pick(workers, (value) => value.data.reduce((sum, worker) => sum + worker.active, 0)),
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** Null where any of them is unknown: a part is not the whole. */
function total(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0 as number | null);
}
