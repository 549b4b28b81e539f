import { zeeBoundary } from '@kianda/contract/sea/geography/geography.contract';
import { type FieldSlice, fieldGrid, listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import { useNow } from '@kianda/ui';
import { decodeField, type Field } from '@kianda/viz/field/decode.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Client } from '../client/client.ts';
import { useClient, useRead } from '../client/use-read.ts';
import { type Area, figuresOf, type Ground, maskedField, maskOf, thinned } from './region-figures.ts';
import type { DashboardState } from './state.ts';

const dayMs = 86_400_000;
/** Dates whose field is read for a part of the zone; for the whole of it the server keeps the figures of every date. */
const mostDates = 24;
/** Every second cell each way: the mean of a region moves by less than what its cells are uncertain. */
const seriesStride = 2;

/** Dates of the parameter in the period, oldest first. */
export function useSlices({ dias, parametro, atualizar }: DashboardState) {
  // From midnight, so that the question stays the same through the day.
  const today = Math.floor(useNow(3_600) / dayMs) * dayMs;
  const from = new Date(today - Number(dias) * dayMs).toISOString();
  const source = useRead(listFields, { query: { variable: parametro, from, limit: 1000 } }, secondsOf(atualizar));
  const fields = source.sourced?.value.fields;
  const slices = useMemo(() => (fields ?? []).toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time)), [fields]);
  return { source, slices };
}

export const secondsOf = (interval: string) => (interval === '0' ? undefined : Number(interval));

/** Outline of the zone and the depth of its sea floor; null until both are there. */
export function useGround() {
  const zee = useRead(zeeBoundary, {});
  const floor = useRead(fieldGrid, { params: { variable: 'seabedDepth' } });
  const outline = zee.sourced?.value.boundary;
  const depths = floor.sourced?.value;
  const ground = useMemo<Ground | null>(
    () =>
      outline === undefined || depths === undefined
        ? null
        : { zee: outline.features.map(({ geometry }) => geometry), floor: decodeField(depths) },
    [outline, depths],
  );
  return { zee, floor, ground };
}

export type AreaPoint = {
  readonly time: string;
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
};
export type AreaSeries = {
  readonly points: readonly AreaPoint[];
  /** Dates to read, where the page reads them itself; the points so far are of the first of them. */
  readonly total: number;
  readonly failed: number;
};

/** The statistics that the server keeps of the whole zone. */
export function zeePoints(slices: readonly FieldSlice[]): AreaSeries {
  const points = slices.map(({ time, zeeMean, zeeMin, zeeMax }) => ({
    time,
    mean: zeeMean,
    low: zeeMin,
    high: zeeMax,
  }));
  return { points, total: points.length, failed: 0 };
}

const nothing: AreaSeries = { points: [], total: 0, failed: 0 };

/** Mean and extremes of a part of the zone through the period, from fields that are read one after the other. */
export function useAreaSeries(slices: readonly FieldSlice[], area: Area, ground: Ground | null): AreaSeries {
  const client = useClient();
  const isWhole = area.region === 'zee' && area.depth === 'todas';
  const [read, setRead] = useState<AreaSeries>(nothing);
  const { region, depth } = area;
  useEffect(() => {
    setRead(nothing);
    if (isWhole || ground === null || slices.length === 0) return undefined;
    const stop = new AbortController();
    void readSeries(
      client,
      { slices: thinned(slices, mostDates), area: { region, depth }, ground },
      stop.signal,
      setRead,
    );
    return () => stop.abort();
  }, [client, slices, isWhole, region, depth, ground]);
  return useMemo(() => (isWhole ? zeePoints(slices) : read), [isWhole, slices, read]);
}

type Plan = { readonly slices: readonly FieldSlice[]; readonly area: Area; readonly ground: Ground };

async function readSeries(
  client: Client,
  { slices, area, ground }: Plan,
  signal: AbortSignal,
  onProgress: (series: AreaSeries) => void,
): Promise<void> {
  const points: AreaPoint[] = [];
  const masks = new Map<string, readonly boolean[]>();
  let failed = 0;
  for (const { variable, time } of slices) {
    const input = { params: { variable }, query: { time, stride: seriesStride } };
    const field = await client.read(fieldGrid, input, signal).then(
      ({ data }) => decodeField(data),
      () => null,
    );
    if (signal.aborted) return;
    if (field === null) failed += 1;
    else points.push({ time, ...extremesOf(field, masks, area, ground) });
    onProgress({ points: [...points], total: slices.length, failed });
  }
}

function extremesOf(field: Field, masks: Map<string, readonly boolean[]>, area: Area, ground: Ground) {
  const key = JSON.stringify(field.grid);
  const mask = masks.get(key) ?? maskOf(field.grid, area, ground);
  masks.set(key, mask);
  const figures = figuresOf(maskedField(field, mask));
  return { mean: figures?.mean ?? null, low: figures?.min ?? null, high: figures?.max ?? null };
}
