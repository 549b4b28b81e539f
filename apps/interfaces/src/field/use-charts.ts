import { type ChartId, chartIds, fieldChart, fieldCharts } from '@kianda/contract/ingestion/field/field.contract';
import { useCallback, useEffect, useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient } from '../client/use-read.ts';
import { browserClock } from '../platform/clock.ts';
import type { Chart, PhoneStore } from './queue/phone-store.ts';

export type KeptChart = { readonly chart: Chart; readonly at: number; readonly bytes: number };
export type OfferedChart = { readonly id: ChartId; readonly name: string; readonly bytes: number };

const nameOf = (id: ChartId) => `chart-${id}` as const;

/** Charts that the phone keeps, and those that it may fetch once they have been asked for. */
export function useCharts(phone: PhoneStore) {
  const client = useClient();
  const [kept, setKept] = useState<readonly KeptChart[]>([]);
  const [offered, setOffered] = useState<readonly OfferedChart[] | null>(null);
  const [busy, setBusy] = useState<ChartId | 'list' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const look = useCallback(async () => {
    const found = await Promise.all(
      chartIds.map(async (id) => {
        const one = await phone.kept(nameOf(id));
        return one === undefined ? [] : [{ chart: one.value, at: one.at, bytes: await phone.sizeOf(nameOf(id)) }];
      }),
    );
    setKept(found.flat());
  }, [phone]);
  useEffect(() => void look(), [look]);

  const during = useCallback(async (what: ChartId | 'list', act: () => Promise<void>) => {
    setBusy(what);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(error instanceof CallFailure ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  }, []);
  const list = useCallback(
    () => during('list', async () => setOffered((await client.read(fieldCharts, {})).data.charts)),
    [client, during],
  );
  return {
    ...{ kept, offered, busy, failure, list },
    keep: (id: ChartId) =>
      during(id, async () => {
        const { data } = await client.read(fieldChart, { params: { id } });
        await phone.keep(nameOf(id), { at: browserClock(), value: data });
        await look();
      }),
    async drop(id: ChartId) {
      await phone.drop(nameOf(id));
      await look();
    },
  };
}
