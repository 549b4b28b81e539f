import { type Provenance, worstProvenance } from '@kianda/contract';
import { type DerivedProductId, derivedGrid } from '@kianda/contract/sea/ocean/derived.contract';
import { type FieldVariable, fieldGrid } from '@kianda/contract/sea/ocean/ocean.contract';
import { describeTemporal, type TemporalVariableId } from '@kianda/contract/space/temporal/temporal-variables';
import { type Velocity, velocityOf } from '@kianda/viz/currents/velocity.ts';
import { decodeField, type Field, speedField } from '@kianda/viz/field/decode.ts';
import type { Client } from '../../../../client/client.ts';

/** One date of a variable, ready to draw. */
export type Frame = {
  readonly field: Field;
  /** The flow itself, for the wind. */
  readonly velocity: Velocity | null;
  /** The date that the server gave. */
  readonly ms: number;
  readonly provider: string;
  readonly provenance: Provenance;
};

/** A variable, or its departure from what is usual. */
export type FrameKind = TemporalVariableId | `${TemporalVariableId}~anomaly`;
/** One cell in so many, each way. */
export type Stride = 1 | 2 | 4;

export const frameKey = (kind: FrameKind, ms: number, stride: Stride): string =>
  [kind, new Date(ms).toISOString(), stride].join('@');

/**
 * Half the resolution while the clock runs fast: at eight frames a second a line of 5 Mbit/s carries 78 kB a frame, and the
 * eye follows no finer detail. A picture that stands still has all of it.
 */
export const strideFor = (isPlaying: boolean, speed: number): Stride => (isPlaying && speed >= 4 ? 2 : 1);

/** Fetches and decodes the frame of a key. Throws `CallFailure`, or where the server gave two dates of a flow. */
export async function loadFrame(client: Client, key: string, signal: AbortSignal): Promise<Frame> {
  const [kind = '', time = '', strideText = '1'] = key.split('@');
  const stride = Number(strideText);
  const [id, anomaly] = kind.split('~') as [TemporalVariableId, string | undefined];
  const description = describeTemporal(id);
  const query = { time, stride };
  const product = async (name: DerivedProductId): Promise<Frame> => {
    const { data, metadata } = await client.call(derivedGrid, { params: { product: name }, query }, { signal });
    return frameOf(decodeField(data), data.slice, metadata.provenance);
  };
  const field = (variable: FieldVariable) => client.call(fieldGrid, { params: { variable }, query }, { signal });
  if (anomaly !== undefined) {
    if (description.anomaly === null) throw new Error(`${id}: no anomaly`);
    return product(description.anomaly);
  }
  const { source } = description;
  if (source.kind === 'derived') return product(source.product);
  if (source.kind === 'field') {
    const { data, metadata } = await field(source.variable);
    return frameOf(decodeField(data), data.slice, metadata.provenance);
  }
  if (source.kind !== 'flow') throw new Error(`${id}: no fields`);
  const [east, north] = await Promise.all([field(source.components[0]), field(source.components[1])]);
  if (east.data.slice.time !== north.data.slice.time) {
    throw new Error(`${id}: as componentes são de ${east.data.slice.time} e ${north.data.slice.time}`);
  }
  const [eastField, northField] = [decodeField(east.data), decodeField(north.data)];
  const provenance = worstProvenance([east.metadata.provenance, north.metadata.provenance]);
  return {
    ...frameOf(speedField(eastField, northField), east.data.slice, provenance),
    velocity: velocityOf(eastField, northField),
  };
}

type Slice = { readonly time: string; readonly provider: string };

const frameOf = (field: Field, { time, provider }: Slice, provenance: Provenance): Frame => ({
  ...{ field, velocity: null, ms: Date.parse(time), provider, provenance },
});
