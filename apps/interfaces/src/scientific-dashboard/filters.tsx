import { oceanRegions } from '@kianda/contract/sea/ocean/derived.contract';
import { fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { Button, NativeSelect } from '@mantine/core';
import type { ChangeDashboard, DashboardState } from './state.ts';
import { dashboardFields, intervals, parameters, periods } from './state.ts';
import { scientificTexts as texts } from './texts.pt.ts';

type Props = { readonly state: DashboardState; readonly change: ChangeDashboard };

/** The four filters of the page, and how often it reads again. */
export function Filters({ state, change }: Props) {
  return (
    <>
      <NativeSelect
        label={texts.parameter}
        value={state.parametro}
        onChange={({ currentTarget }) => change({ parametro: oneOf(parameters, currentTarget.value), data: '' })}
        data={parameters.map((id) => ({ value: id, label: fieldVariables[id].label }))}
      />
      <NativeSelect
        label={texts.period}
        value={state.dias}
        onChange={({ currentTarget }) => change({ dias: oneOf(periods, currentTarget.value) })}
        data={periods.map((value) => ({ value, label: texts.periods[value] }))}
      />
      <NativeSelect
        label={texts.region}
        value={state.regiao}
        onChange={({ currentTarget }) => change({ regiao: dashboardFields.regiao.read(currentTarget.value) ?? 'zee' })}
        data={Object.entries(oceanRegions).map(([value, { label }]) => ({ value, label }))}
      />
      <NativeSelect
        label={texts.depth}
        value={state.fundo}
        onChange={({ currentTarget }) => change({ fundo: dashboardFields.fundo.read(currentTarget.value) ?? 'todas' })}
        data={Object.entries(texts.depths).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        label={texts.interval}
        value={state.atualizar}
        onChange={({ currentTarget }) => change({ atualizar: oneOf(intervals, currentTarget.value) })}
        data={intervals.map((value) => ({ value, label: texts.intervals[value] }))}
      />
      <Button variant="default" onClick={() => change(cleared)}>
        {texts.reset}
      </Button>
    </>
  );
}

/** State of a first visit, but for the map's place. */
export const cleared = {
  dias: dashboardFields.dias.initial,
  regiao: dashboardFields.regiao.initial,
  parametro: dashboardFields.parametro.initial,
  fundo: dashboardFields.fundo.initial,
  data: '',
  ponto: null,
} as const satisfies Partial<DashboardState>;

const oneOf = <T extends string>(options: readonly T[], value: string): T =>
  options.find((option) => option === value) ?? (options[0] as T);
