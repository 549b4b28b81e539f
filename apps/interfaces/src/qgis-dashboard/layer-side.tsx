import { Checkbox, NativeSelect } from '@mantine/core';
import { describeBase } from '../ocean-map/layers.ts';
import styles from './qgis.module.css';
import { type ChangeQgis, layerIds, periods, type QgisState, qgisFields, timeVariableIds } from './state.ts';
import { qgisTexts as texts } from './texts.pt.ts';
import { type Layers, layerNote } from './use-layers.ts';

type Both = { readonly state: QgisState; readonly change: ChangeQgis };

/** Period of the dates, and the variable that is shown through time. */
export function TimeFilters({ state, change }: Both) {
  return (
    <>
      <NativeSelect
        label={texts.period}
        value={state.dias}
        onChange={({ currentTarget }) => change({ dias: qgisFields.dias.read(currentTarget.value) ?? '30' })}
        data={periods.map((value) => ({ value, label: texts.periods[value] }))}
      />
      <NativeSelect
        label={texts.variable}
        value={state.variavel}
        onChange={({ currentTarget }) =>
          change({ variavel: qgisFields.variavel.read(currentTarget.value) ?? 'analysedSst', data: '' })
        }
        data={timeVariableIds.map((value) => ({ value, label: describeBase(value).label }))}
      />
    </>
  );
}

/** Layers that can be turned on, each with how many elements it has. */
export function LayerList({ state, change, layers }: Both & { readonly layers: Layers }) {
  const turn = (id: (typeof layerIds)[number], on: boolean) =>
    change({ camadas: layerIds.filter((one) => (one === id ? on : state.camadas.includes(one))) });
  return (
    <fieldset className={styles.layers}>
      <legend>{texts.layers}</legend>
      {layerIds.map((id) => (
        <div key={id} className={styles.layer}>
          <Checkbox
            label={texts.layerNames[id]}
            checked={state.camadas.includes(id)}
            onChange={({ currentTarget }) => turn(id, currentTarget.checked)}
          />
          <span className={styles.note}>{layerNote(layers, id)}</span>
        </div>
      ))}
    </fieldset>
  );
}
