import { exportSpecies, listSpecies } from '@kianda/contract/sea/biodiversity/species.contract';
import { type Species, speciesResource } from '@kianda/contract/sea/biodiversity/species.resource';
import { EmptyState, PageHeader, PageStack } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { ResourceList } from '../../shared/resource/resource-list.tsx';
import touch from '../../shared/touch.module.css';
import { speciesTexts as texts } from './texts.pt.ts';

const SpeciesCard = lazy(() => import('./species-card.tsx'));

const searchSchema = z.object({
  ...listSearchOf(speciesResource),
  /** AphiaID of the species that is open. */
  taxon: z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined),
});

/** Section `species`: the recorded taxa as a list, and the page of one. */
export default function SpeciesPage() {
  const { search, change, state } = useSectionList(searchSchema);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        {search.taxon === undefined ? (
          <ResourceList
            list={speciesResource}
            endpoint={listSpecies}
            file={exportSpecies}
            state={state}
            refetchSeconds={0}
            title={texts.list}
            description={() => texts.listText}
            rowId={({ aphiaId }) => String(aphiaId)}
            cells={{ name: (row) => <NameCell row={row} onOpen={(taxon) => change({ taxon })} /> }}
            empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
          />
        ) : (
          <Suspense>
            <SpeciesCard
              key={search.taxon}
              aphiaId={search.taxon}
              onOpen={(taxon) => change({ taxon })}
              onBack={() => change({ taxon: undefined })}
            />
          </Suspense>
        )}
      </PageStack>
    </div>
  );
}

type CellProps = { readonly row: Species; readonly onOpen: (aphiaId: number) => void };

function NameCell({ row: { aphiaId, scientificName }, onOpen }: CellProps) {
  return (
    <Anchor component="button" type="button" aria-label={texts.open(scientificName)} onClick={() => onOpen(aphiaId)}>
      <em>{scientificName}</em>
    </Anchor>
  );
}
