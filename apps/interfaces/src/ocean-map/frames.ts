import { type Provenance, worstProvenance } from '@kianda/contract';
import { type FieldSlice, fieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Velocity, velocityOf } from '@kianda/viz/currents/velocity.ts';
import { decodeField, type Field, speedField } from '@kianda/viz/field/decode.ts';
import type { Client } from '../client/client.ts';
import { type DrawnBase, flowComponents, isFlow } from './layers.ts';

/** One date of one base layer, ready to draw. */
export type Frame = {
  readonly field: Field;
  /** The flow itself, for currents. */
  readonly velocity: Velocity | null;
  readonly slice: FieldSlice;
  readonly provenance: Provenance;
};

/** Name of a frame in the store. */
export function frameKey(base: DrawnBase, momentMs: number): string {
  return `${base}@${new Date(momentMs).toISOString()}`;
}

/** Fetches and decodes the frame of a key. Throws `CallFailure`, or where the server gave another date. */
export async function loadFrame(client: Client, key: string, signal: AbortSignal): Promise<Frame> {
  const [base, time] = key.split('@') as [DrawnBase, string];
  if (!isFlow(base)) {
    const { data, metadata } = await client.read(fieldGrid, { params: { variable: base }, query: { time } }, signal);
    return { field: decodeField(data), velocity: null, slice: data.slice, provenance: metadata.provenance };
  }
  const [east, north] = await Promise.all(
    flowComponents[base].map((variable) => client.read(fieldGrid, { params: { variable }, query: { time } }, signal)),
  );
  if (east === undefined || north === undefined) throw new Error(`${base}: expected two components`);
  if (east.data.slice.time !== north.data.slice.time) {
    throw new Error(`${base}: as componentes são de ${east.data.slice.time} e ${north.data.slice.time}`);
  }
  const [eastField, northField] = [decodeField(east.data), decodeField(north.data)];
  return {
    field: speedField(eastField, northField),
    velocity: velocityOf(eastField, northField),
    slice: east.data.slice,
    provenance: worstProvenance([east.metadata.provenance, north.metadata.provenance]),
  };
}
