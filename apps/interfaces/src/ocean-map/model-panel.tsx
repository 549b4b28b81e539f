import { type ModelType, modelTypes } from '@kianda/contract/models/registry/models.contract';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import styles from './layer-panel.module.css';
import pageStyles from './ocean-page.module.css';
import { modelMapTexts as texts } from './part-texts.pt.ts';
import { type ModelLayer, modelMapName, type ShownModel } from './use-model-map.ts';
import type { ChangeView } from './use-view.ts';

type Props = {
  readonly models: ModelLayer;
  readonly chosen: ModelType | null;
  readonly change: ChangeView;
};

/** Which model's map lies over the sea; of each the version in use. */
export function ModelPanel({ models, chosen, change }: Props) {
  const { maps, note } = models;
  return (
    <fieldset className={styles.group}>
      <legend>{texts.group}</legend>
      {[null, ...maps].map((map) => (
        <label key={map?.modelType ?? 'none'} className={styles.row}>
          <input
            type="radio"
            name="model"
            value={map?.modelType ?? ''}
            checked={chosen === (map?.modelType ?? null)}
            onChange={() => change({ model: map?.modelType ?? null })}
          />
          <span className={styles.name}>{map === null ? texts.nothing : modelMapName(map)}</span>
        </label>
      ))}
      {note === null ? null : <p className={styles.note}>{note}</p>}
    </fieldset>
  );
}

/** Colours and unit of a model's map; of classes their names. */
export function ModelLegend({ shown, pointed }: { readonly shown: ShownModel; readonly pointed: number | null }) {
  const { map, scale } = shown;
  return (
    <div className={pageStyles.legend}>
      {map.classes.length > 0 ? (
        <>
          <strong>{modelTypes[map.modelType]}</strong>
          <ul className={styles.classes} aria-label={texts.classes}>
            {map.classes.map((name, code) => (
              <li key={name}>
                <span className={styles.swatch} style={{ background: scale.css(code) }} aria-hidden="true" /> {name}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Legend
          title={modelTypes[map.modelType]}
          unit={map.unit ?? texts.noUnit}
          scale={scale}
          pointed={pointed}
          hasGaps
          when={map.isSimulated ? texts.simulated(modelMapName(map)) : modelMapName(map)}
        />
      )}
    </div>
  );
}
