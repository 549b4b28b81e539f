import type { DataOf, Provenance } from '@kianda/contract';
import { type ModelType, predictionNames } from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import type { Position } from '@kianda/geo';
import { useEffect, useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { clientTexts } from '../client/texts.pt.ts';
import { useClient } from '../client/use-read.ts';
import { type Overrides, readOverrides } from './inputs.ts';

export type Prediction = DataOf<typeof predictModel>;
export type Asked = {
  /** The last answer; it stays while the next one is on its way. */
  readonly answer: Prediction | null;
  readonly provenance: Provenance | null;
  readonly isAsking: boolean;
  readonly failure: string | null;
};

const nothing: Asked = { answer: null, provenance: null, isAsking: false, failure: null };
/** Rest of a slider before the model is asked. */
const settleMs = 350;

/** Prediction of the version in use at a place, with inputs that a person set; nothing without a place. */
export function usePrediction(type: ModelType | null, place: Position | null, written: string): Asked {
  const client = useClient();
  const [asked, setAsked] = useState<Asked>(nothing);
  const [lon, lat] = place ?? [null, null];
  useEffect(() => {
    if (type === null || lon === null || lat === null) return setAsked(nothing);
    const abort = new AbortController();
    setAsked((before) => ({ ...(before.answer?.modelType === type ? before : nothing), isAsking: true }));
    const timer = setTimeout(() => {
      const inputs: Record<string, number | string> = { ...(readOverrides(written) satisfies Overrides) };
      const input = {
        params: { name: predictionNames[type] },
        body: { items: [{ longitude: lon, latitude: lat, inputs }] },
      };
      client.call(predictModel, input, abort.signal).then(
        ({ data, metadata }) =>
          setAsked({ answer: data, provenance: metadata.provenance, isAsking: false, failure: null }),
        (thrown: unknown) => {
          if (abort.signal.aborted) return;
          const failure = thrown instanceof CallFailure ? thrown.message : clientTexts.network;
          setAsked((before) => ({ ...before, isAsking: false, failure }));
        },
      );
    }, settleMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, type, lon, lat, written]);
  return asked;
}
