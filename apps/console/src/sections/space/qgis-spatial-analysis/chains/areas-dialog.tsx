import { spatialSources } from '@kianda/contract/space/spatial/analyses.contract';
import { stepRoles } from '@kianda/contract/space/spatial/chain-steps';
import {
  getSpatialChain,
  listSpatialChains,
  mostChainAreas,
  runSpatialChainByAreas,
  type SpatialChain,
} from '@kianda/contract/space/spatial/chains.contract';
import { formatNumber } from '@kianda/format';
import { DialogForm } from '@kianda/ui';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import shared from '../../../shared/spatial/analysis.module.css';
import { draftOf, InputField } from '../../../shared/spatial/input-field.tsx';
import { chainAreasTexts as texts } from './texts.pt.ts';

const refreshed = [getSpatialChain, listSpatialChains] as const;
const areasRole = { label: texts.areas, geometry: 'area', isOptional: false, usual: null } as const;

/** Inputs of the steps that areas can take the place of. */
const placesOf = ({ steps }: SpatialChain) =>
  steps.flatMap((step) =>
    Object.entries(stepRoles(step)).flatMap(([role, { label, geometry }]) => {
      const fits = geometry === 'area' || geometry === 'any';
      const isLinked = step.inputs[role]?.kind === 'step';
      return fits && !isLinked
        ? [{ key: `${step.id} ${role}`, step: step.id, role, label: texts.place(step.name, label) }]
        : [];
    }),
  );

type Props = { readonly chain: SpatialChain; readonly onClose: () => void };

/** A chain over one area after the other: a run for each. */
export default function AreasDialog({ chain, onClose }: Props) {
  const { id, name } = chain;
  const action = useAction(runSpatialChainByAreas, refreshed);
  const sources = useEndpoint(spatialSources, {}, { refetchSeconds: 0 });
  const [areas, setAreas] = useState(draftOf(null));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const places = placesOf(chain);
  const submit = async () => {
    if (areas.reference === null) return;
    const taken = places.filter(({ key }) => chosen.includes(key)).map(({ step, role }) => ({ step, role }));
    const body = { areas: areas.reference, places: taken };
    const outcome = await action.run({ params: { id }, body }, { offline: 'fail' });
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.started(formatNumber(outcome.data.length)) });
    onClose();
  };
  return (
    <DialogForm
      title={texts.title(name)}
      size="xl"
      action={action}
      onSubmit={submit}
      onClose={onClose}
      confirm={texts.confirm}
      isReady={areas.reference !== null && chosen.length > 0}
    >
      <p className={shared.quiet}>{texts.text(formatNumber(mostChainAreas))}</p>
      <InputField role={areasRole} draft={areas} sources={sources.sourced?.value} onChange={setAreas} />
      <Checkbox.Group label={texts.places} value={[...chosen]} onChange={setChosen}>
        {places.map(({ key, label }) => (
          <Checkbox key={key} value={key} label={label} mt="xs" />
        ))}
      </Checkbox.Group>
      {places.length === 0 ? <p className={shared.quiet}>{texts.none}</p> : null}
    </DialogForm>
  );
}
