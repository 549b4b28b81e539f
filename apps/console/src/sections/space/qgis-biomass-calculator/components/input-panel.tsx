import type { BiomassInput } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatDay } from '@kianda/format';
import { type Column, DataTable, PanelFrame } from '@kianda/ui';
import { biomassTexts } from '../texts.pt.ts';

const texts = biomassTexts.inputs;

/** The fields that a calculation was made of. */
export function InputPanel({ inputs }: { readonly inputs: readonly BiomassInput[] }) {
  return (
    <PanelFrame id="entradas" title={texts.title} description={texts.text} flush>
      <DataTable id="entradas" label={texts.title} columns={columns} rows={inputs} rowId={({ label }) => label} />
    </PanelFrame>
  );
}

const columns: readonly Column<BiomassInput>[] = [
  { id: 'label', label: texts.label, value: ({ label }) => label },
  { id: 'provider', label: texts.provider, value: ({ provider }) => provider },
  { id: 'fields', label: texts.fields, value: ({ fields }) => fields },
  { id: 'from', label: texts.from, value: ({ from }) => from, render: ({ from }) => formatDay(from.slice(0, 10)) },
  { id: 'to', label: texts.to, value: ({ to }) => to, render: ({ to }) => formatDay(to.slice(0, 10)) },
  { id: 'runs', label: texts.runs, value: ({ runIds }) => runIds.length },
  {
    ...{ id: 'simulated', label: texts.simulated },
    value: ({ simulatedSeed }) => (simulatedSeed === null ? texts.no : texts.yes),
  },
];
