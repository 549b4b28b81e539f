import { allows, type DataOf } from '@kianda/contract';
import type { MapBand, ModelMap } from '@kianda/contract/models/maps/maps.contract';
import { listModels, modelStats, predictionNames } from '@kianda/contract/models/registry/models.contract';
import { predictModel } from '@kianda/contract/models/registry/predictions.contract';
import { formatCoordinates, formatQuantity, UNKNOWN } from '@kianda/format';
import { FactList, usePreferences } from '@kianda/ui';
import { type Field, fieldValueAt } from '@kianda/viz/field/decode.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { mapTexts as texts } from '../maps.texts.pt.ts';
import { PredictionResult } from './prediction-result.tsx';
import styles from './registry.module.css';

export type Place = readonly [longitude: number, latitude: number];
/** Answers that count predictions. */
const counted = [listModels, modelStats] as const;
const measured = { maxDecimals: 3 } as const;
const unknown = (reason: string) => <abbr title={reason}>{UNKNOWN}</abbr>;

type Props = {
  readonly map: ModelMap;
  readonly place: Place;
  readonly fields: Readonly<Record<MapBand, Field | null>>;
};

/** Values of a place in every layer, and the explanation of the version in use. */
export function MapReading({ map, place, fields }: Props) {
  const { coordinates } = usePreferences();
  const at = (band: MapBand) => {
    const field = fields[band];
    return field === null ? null : fieldValueAt(field, place);
  };
  const value = at('value');
  const told = (one: number | null, unit: string | null, reason: string) =>
    one === null ? unknown(reason) : formatQuantity(one, unit ?? '', measured);
  const uncertaintyUnit = map.bands.find(({ band }) => band === 'uncertainty')?.unit ?? null;
  return (
    <section aria-label={texts.reading} aria-live="polite" className={styles.stack}>
      <FactList
        items={[
          [texts.place, formatCoordinates(place, coordinates)],
          [
            texts.value,
            map.classes.length > 0 && value !== null
              ? (map.classes[value] ?? unknown(texts.noValue))
              : told(value, map.unit, texts.noValue),
          ],
          [
            texts.uncertainty,
            told(
              at('uncertainty'),
              uncertaintyUnit,
              map.spreadKind === null ? texts.legend.noUncertainty : texts.noValue,
            ),
          ],
          [texts.novelty, told(at('novelty'), '%', texts.noValue)],
        ]}
      />
      {value === null ? null : <Explanation map={map} place={place} />}
    </section>
  );
}

/** Asks the version in use about the place, with the month and the inputs of the map. */
function Explanation({ map, place: [longitude, latitude] }: Pick<Props, 'map' | 'place'>) {
  const { role } = useAccount();
  const { run, isRunning } = useAction(predictModel, counted);
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, setAnswer] = useState<DataOf<typeof predictModel> | null>(null);
  if (!allows(predictModel.access, role)) return null;
  if (!map.isInUse) return <p className={styles.quiet}>{texts.notInUse}</p>;
  const ask = async () => {
    const inputs = map.month === null ? map.inputs : { ...map.inputs, month: map.month };
    const outcome = await run(
      { params: { name: predictionNames[map.modelType] }, body: { items: [{ longitude, latitude, inputs }] } },
      { offline: 'fail' },
    );
    if (outcome.state === 'done') setAnswer(outcome.data);
    setProblem(outcome.state === 'failed' ? outcome.failure.message : outcome.state === 'done' ? null : texts.offline);
  };
  return (
    <>
      <p className={styles.quiet}>{texts.explainText}</p>
      <div>
        <Button size="xs" variant="default" loading={isRunning} onClick={() => void ask()}>
          {texts.explain}
        </Button>
      </div>
      {problem === null ? null : (
        <p role="alert" style={{ color: 'var(--k-error)' }}>
          {problem}
        </p>
      )}
      {answer === null ? null : <PredictionResult answer={answer} />}
    </>
  );
}
