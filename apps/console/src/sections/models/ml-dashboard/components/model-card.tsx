import type { Model } from '@kianda/contract/models/registry/models.contract';
import { formatNumber, formatQuantity } from '@kianda/format';
import { StatusPill } from '@kianda/ui';
import { FigureList } from '../../../shared/figure-list.tsx';
import cards from '../../../shared/models/cards.module.css';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import { accuracyTone } from '../../../shared/models/skill.ts';
import { TrainingBox } from '../../../shared/models/training-box.tsx';
import styles from '../page.module.css';
import { mlDashboardTexts as texts } from '../texts.pt.ts';
import { accuracyRows, type Models, modelFigure } from './model-figures.ts';

const shownFeatures = 3;

type Props = {
  readonly model: Model;
  readonly models: Models;
  /** Absent where the server cannot be reached: of an example there is no more to see, and nothing to train. */
  readonly onOpen: (() => void) | undefined;
};

/** One model: how well it predicts, by which measure, what of, and the button that trains it. */
export function ModelCard({ model, models, onOpen }: Props) {
  const provenance = models.sourced?.provenance;
  const isExample = onOpen === undefined;
  return (
    <li className={cards.card} id={model.id}>
      <div className={cards.head}>
        <h2 className={cards.name}>
          {onOpen === undefined ? (
            model.name
          ) : (
            <button type="button" className={cards.open} aria-label={texts.open(model.name)} onClick={onOpen}>
              {model.name}
            </button>
          )}
        </h2>
        {isExample ? null : <AccuracyBadge accuracy={model.accuracy} />}
      </div>
      {isExample ? null : (
        <div className={cards.marks}>
          <StatusPill tone={model.isDeployed ? 'good' : 'unknown'}>
            {model.isDeployed ? texts.active : texts.inactive}
          </StatusPill>
          <SimulatedMark isSimulated={model.isSimulated} />
        </div>
      )}
      {model.absence === null ? null : <p className={styles.absence}>{model.absence}</p>}
      <FigureList
        within={provenance}
        rows={[
          ...accuracyRows(models, model),
          {
            label: texts.rows.predictions,
            value: modelFigure(models, model, ({ predictionCount }) => predictionCount),
            format: { maxDecimals: 0 },
          },
        ]}
      />
      {isExample ? null : <Features features={model.features} />}
      {isExample ? null : (
        <div className={cards.foot}>
          <TrainingBox model={model} />
        </div>
      )}
    </li>
  );
}

/** An accuracy in percent, with the shape and colour of its band. */
export function AccuracyBadge({ accuracy }: { readonly accuracy: number | null }) {
  return (
    <StatusPill tone={accuracyTone(accuracy)}>
      {accuracy === null ? texts.noAccuracy : texts.accuracy(formatQuantity(accuracy, '%', { decimals: 1 }))}
    </StatusPill>
  );
}

function Features({ features }: { readonly features: readonly string[] }) {
  if (features.length === 0) return <p className={styles.absence}>{texts.noFeatures}</p>;
  const more = features.slice(shownFeatures);
  return (
    <ul className={styles.features} aria-label={texts.features(formatNumber(features.length))}>
      {features.slice(0, shownFeatures).map((feature) => (
        <li key={feature}>{feature}</li>
      ))}
      {more.length === 0 ? null : <li title={more.join(', ')}>{texts.more(formatNumber(more.length))}</li>}
    </ul>
  );
}
