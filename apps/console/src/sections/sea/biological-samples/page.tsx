import { exportSpecimens, listSpecimens } from '@kianda/contract/sea/biodiversity/specimens.contract';
import { specimenResource } from '@kianda/contract/sea/biodiversity/specimens.resource';
import { formatCount } from '@kianda/format';
import { EmptyState, PageHeader, PageStack } from '@kianda/ui';
import { z } from 'zod';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { ResourceList } from '../../shared/resource/resource-list.tsx';
import touch from '../../shared/touch.module.css';
import { sampleTexts as texts } from './texts.pt.ts';

const searchSchema = z.object(listSearchOf(specimenResource));

/** Section `biological-samples`: the animals that were measured, as a list. */
export default function BiologicalSamplesPage() {
  const { state } = useSectionList(searchSchema);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        <ResourceList
          list={specimenResource}
          endpoint={listSpecimens}
          file={exportSpecimens}
          state={state}
          refetchSeconds={0}
          title={texts.list}
          description={({ total }) => texts.listText(formatCount(total, 'exemplar', 'exemplares'))}
          rowId={({ id }) => id}
          cells={{ name: ({ scientificName }) => <em>{scientificName}</em> }}
          empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
        />
      </PageStack>
    </div>
  );
}
