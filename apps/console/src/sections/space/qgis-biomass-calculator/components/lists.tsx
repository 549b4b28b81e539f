import {
  exportBiomassRuns,
  exportBiomassZones,
  listBiomassRuns,
  listBiomassZones,
} from '@kianda/contract/space/biomass/biomass.contract';
import { biomassRunResource, biomassZoneResource } from '@kianda/contract/space/biomass/biomass.resource';
import type { BiomassRun } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber } from '@kianda/format';
import { EmptyState } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import { useListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import { TaskState } from '../../../shared/tasks/task-state.tsx';
import { biomassTexts } from '../texts.pt.ts';

const { zones, runs } = biomassTexts;

/** Zones of a calculation, with their files. */
export function ZoneList({ number }: { readonly number: number }) {
  const state = useListState();
  return (
    <ResourceList
      id="zonas"
      list={biomassZoneResource}
      endpoint={listBiomassZones}
      file={exportBiomassZones}
      state={state}
      query={{ run: number }}
      refetchSeconds={0}
      title={zones.title}
      description={() => zones.text}
      rowId={({ zone_name, zone_type }) => `${zone_type} ${zone_name}`}
      empty={<EmptyState title={zones.none}>{zones.noneText}</EmptyState>}
    />
  );
}

/** All calculations; one with a result opens. */
export function RunList({ onOpen }: { readonly onOpen: (number: number) => void }) {
  const state = useListState();
  return (
    <ResourceList
      id="calculos"
      list={biomassRunResource}
      endpoint={listBiomassRuns}
      file={exportBiomassRuns}
      state={state}
      refetchSeconds={60}
      title={runs.title}
      description={() => runs.text}
      rowId={({ id }) => id}
      cells={{
        number: (run) => <RunNumber run={run} onOpen={onOpen} />,
        state: ({ state: of }) => <TaskState state={of} />,
      }}
      empty={<EmptyState title={runs.none}>{runs.noneText}</EmptyState>}
    />
  );
}

function RunNumber({ run, onOpen }: { readonly run: BiomassRun; readonly onOpen: (number: number) => void }) {
  const number = formatNumber(run.number);
  if (run.fishTonnes === null) return number;
  return (
    <Anchor component="button" type="button" aria-label={runs.open(number)} onClick={() => onOpen(run.number)}>
      {number}
    </Anchor>
  );
}
