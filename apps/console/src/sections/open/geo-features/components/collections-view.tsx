import { featureCollections } from '@kianda/contract/open/features/features.contract';
import { formatCount, UNKNOWN } from '@kianda/format';
import { EmptyState, Panel, PanelFrame } from '@kianda/ui';
import { NavLink } from '@mantine/core';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { narrowQuery, useMedia } from '../../../../platform/use-media.ts';
import styles from '../page.module.css';
import type { FeatureSearch } from '../search.ts';
import { featureTexts as texts } from '../texts.pt.ts';
import { CollectionView } from './collection-view.tsx';

type Props = {
  readonly search: FeatureSearch;
  readonly onChange: (part: Partial<FeatureSearch>) => void;
};

/** Collections with how many elements each has, and the elements of the one that is chosen. */
export function CollectionsView({ search, onChange }: Props) {
  const collections = useEndpoint(
    featureCollections,
    { query: { f: 'json' } },
    { refetchSeconds: 60, timeoutSeconds: 30 },
  );
  // Beside the list stands a collection at once; where it would stand below, a person chooses first.
  const isNarrow = useMedia(narrowQuery);
  const listed = collections.sourced?.value.collections;
  const chosenId = search.collection ?? (isNarrow ? undefined : listed?.[0]?.id);
  const chosen = listed?.find(({ id }) => id === chosenId);
  const choose = (collection: string) =>
    onChange({ collection, bbox: undefined, from: undefined, to: undefined, filter: undefined, item: undefined });
  return (
    <div className={styles.columns}>
      <Panel
        title={texts.collections}
        source={collections}
        isEmpty={(value) => value.collections.length === 0}
        empty={<EmptyState title={texts.noCollections} />}
      >
        {(value) => (
          <div className={styles.list}>
            {value.collections.map(({ id, title, itemCount }) => (
              <NavLink
                key={id}
                component="button"
                type="button"
                active={id === chosenId}
                aria-current={id === chosenId}
                label={title}
                description={
                  itemCount === undefined ? (
                    <abbr title={texts.countUnknown}>{UNKNOWN}</abbr>
                  ) : (
                    formatCount(itemCount, ...texts.elements)
                  )
                }
                onClick={() => choose(id)}
              />
            ))}
          </div>
        )}
      </Panel>
      {chosen === undefined ? (
        <PanelFrame title={texts.collection}>
          <p>{texts.choose}</p>
        </PanelFrame>
      ) : (
        <CollectionView
          key={chosen.id}
          collection={chosen}
          search={search}
          onChange={(part) => onChange({ collection: chosen.id, ...part })}
        />
      )}
    </div>
  );
}
