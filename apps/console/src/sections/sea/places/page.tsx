import { exportPlaces, listPlaces } from '@kianda/contract/sea/places/places.contract';
import { type Place, placeKindSchema, placeKinds, placesResource } from '@kianda/contract/sea/places/places.resource';
import { EmptyState, named, PageHeader, PageStack } from '@kianda/ui';
import { Anchor } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { listSearchOf, useSectionList } from '../../shared/resource/list-state.ts';
import { ResourceList } from '../../shared/resource/resource-list.tsx';
import touch from '../../shared/touch.module.css';
import { placesTexts as texts } from './texts.pt.ts';

const PlaceCard = lazy(() => import('./place-card.tsx'));

/** Kind and id of a place, as its address has them. */
const placeKey = z.templateLiteral([placeKindSchema, '/', z.string().min(1).max(120)]);

const searchSchema = z.object({
  ...listSearchOf(placesResource),
  /** The place that is open. */
  place: placeKey.optional().catch(undefined),
});

/** Section `places`: ports, areas and stations as a list, and the page of one. */
export default function PlacesPage() {
  const { search, change, state } = useSectionList(searchSchema);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        {search.place === undefined ? (
          <ResourceList
            list={placesResource}
            endpoint={listPlaces}
            file={exportPlaces}
            state={state}
            refetchSeconds={0}
            title={texts.list}
            description={() => texts.listText}
            rowId={({ kind, id }) => `${kind}/${id}`}
            cells={{ name: (row) => <NameCell row={row} onOpen={(place) => change({ place })} /> }}
            empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
          />
        ) : (
          <Suspense>
            <PlaceCard
              key={search.place}
              {...partsOf(search.place)}
              onOpen={(place) => change({ place })}
              onBack={() => change({ place: undefined })}
            />
          </Suspense>
        )}
      </PageStack>
    </div>
  );
}

type PlaceKey = z.output<typeof placeKey>;

function partsOf(key: PlaceKey) {
  const end = key.indexOf('/');
  return { kind: placeKindSchema.parse(key.slice(0, end)), id: key.slice(end + 1) };
}

function NameCell({ row: { kind, id, name }, onOpen }: { row: Place; onOpen: (place: PlaceKey) => void }) {
  return (
    // A port and an area may have one name.
    <Anchor
      component="button"
      type="button"
      aria-label={named(name, placeKinds[kind])}
      onClick={() => onOpen(`${kind}/${id}`)}
    >
      {name}
    </Anchor>
  );
}
