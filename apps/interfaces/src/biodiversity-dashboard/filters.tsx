import type { DataOf } from '@kianda/contract';
import {
  type biodiversityDiversity,
  type DiversityFormat,
  diversityFormats,
  diversityQualities,
  diversityRanks,
  exportDiversity,
} from '@kianda/contract/sea/biodiversity/diversity.contract';
import { downloadBlob } from '@kianda/ui';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { CallFailure } from '../client/client.ts';
import { useClient } from '../client/use-read.ts';
import styles from './diversity.module.css';
import { type ChangeDiversity, type DiversityState, diversityFields, queryOf } from './state.ts';
import { diversityTexts as texts } from './texts.pt.ts';

type Props = {
  readonly state: DiversityState;
  readonly change: ChangeDiversity;
  readonly diversity: DataOf<typeof biodiversityDiversity> | undefined;
};

/** State of a first visit, but for the map. */
export const cleared = {
  nivel: 'class',
  grupo: '',
  desde: 0,
  ate: 0,
  fundo: 'todas',
  qualidade: 'all',
} as const satisfies Partial<DiversityState>;

/** Which records count. */
export function Filters({ state, change, diversity }: Props) {
  const groups = diversity?.groups.map(({ name }) => name) ?? [];
  const known = state.grupo === '' || groups.includes(state.grupo) ? groups : [state.grupo, ...groups];
  return (
    <>
      <NativeSelect
        label={texts.rank}
        value={state.nivel}
        onChange={({ currentTarget }) =>
          change({ nivel: diversityFields.nivel.read(currentTarget.value) ?? 'class', grupo: '' })
        }
        data={Object.entries(diversityRanks).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        label={texts.group}
        value={state.grupo}
        onChange={({ currentTarget }) => change({ grupo: currentTarget.value })}
        data={[{ value: '', label: texts.allGroups }, ...known]}
      />
      <div className={styles.years}>
        <YearInput label={texts.from} value={state.desde} onChange={(desde) => change({ desde })} />
        <YearInput label={texts.to} value={state.ate} onChange={(ate) => change({ ate })} />
      </div>
      <NativeSelect
        label={texts.depth}
        value={state.fundo}
        onChange={({ currentTarget }) => change({ fundo: diversityFields.fundo.read(currentTarget.value) ?? 'todas' })}
        data={Object.entries(texts.depths).map(([value, label]) => ({ value, label }))}
      />
      <NativeSelect
        label={texts.quality}
        value={state.qualidade}
        onChange={({ currentTarget }) =>
          change({ qualidade: diversityFields.qualidade.read(currentTarget.value) ?? 'all' })
        }
        data={Object.entries(diversityQualities).map(([value, label]) => ({ value, label }))}
      />
      <Button variant="default" onClick={() => change(cleared)}>
        {texts.reset}
      </Button>
      <Exports state={state} isReady={(diversity?.records ?? 0) > 0} />
    </>
  );
}

type YearProps = { readonly label: string; readonly value: number; readonly onChange: (year: number) => void };

function YearInput({ label, value, onChange }: YearProps) {
  return (
    <NumberInput
      label={label}
      value={value === 0 ? '' : value}
      min={0}
      max={2200}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      onChange={(written) => onChange(Number(written) || 0)}
    />
  );
}

function Exports({ state, isReady }: { readonly state: DiversityState; readonly isReady: boolean }) {
  const client = useClient();
  const [said, setSaid] = useState<{ readonly text: string; readonly isFault: boolean } | null>(null);
  const download = async (format: DiversityFormat) => {
    setSaid({ text: texts.exporting, isFault: false });
    try {
      const blob = await client.download(exportDiversity, { query: { ...queryOf(state), format } });
      downloadBlob(`diversidade.${format === 'netcdf' ? 'nc' : format}`, blob);
      setSaid({ text: texts.exported, isFault: false });
    } catch (thrown) {
      setSaid({ text: thrown instanceof CallFailure ? thrown.message : String(thrown), isFault: true });
    }
  };
  return (
    <>
      <h2 className={styles.sideTitle}>{texts.export}</h2>
      <div className={styles.formats}>
        {(Object.keys(diversityFormats) as DiversityFormat[]).map((format) => (
          <Button
            key={format}
            variant="default"
            disabled={!isReady}
            aria-label={texts.file(diversityFormats[format])}
            onClick={() => void download(format)}
          >
            {diversityFormats[format]}
          </Button>
        ))}
      </div>
      <p role={said?.isFault === true ? 'alert' : 'status'} className={styles.note}>
        {said?.text}
      </p>
    </>
  );
}
