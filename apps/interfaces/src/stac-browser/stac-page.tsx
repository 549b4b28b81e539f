import { stacCollections, stacSearch } from '@kianda/contract/open/catalogue/stac.contract';
import { type StacCollection, type StacItem, stacCollectionSchema } from '@kianda/contract/open/catalogue/stac-schemas';
import { formatDate, formatNumber } from '@kianda/format';
import { angolaBbox } from '@kianda/geo';
import { EmptyState, Panel, ProvenanceBadge, SkeletonLines, usePreferences } from '@kianda/ui';
import { Legend } from '@kianda/viz/map/controls/legend.tsx';
import { ScaleBar, ZoomButtons } from '@kianda/viz/map/controls/map-controls.tsx';
import { FieldLayer } from '@kianda/viz/map/layers/field/field-layer.tsx';
import type { MapPick } from '@kianda/viz/map/map-view.tsx';
import { MapView } from '@kianda/viz/map/map-view.tsx';
import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import { useScheme } from '../shared/session-context.ts';
import { FilterForm, type Filters, noFilters } from './filters.tsx';
import { Footprints, footprintLayer, SeenArea, type SeenBox } from './footprints.tsx';
import { ItemPanel, wholeItems } from './item-panel.tsx';
import { previewables } from './preview.ts';
import styles from './stac.module.css';
import { stacTexts as texts } from './texts.pt.ts';
import { usePreview } from './use-preview.ts';

const padding = { top: 24, right: 24, bottom: 24, left: 24 };
/** Beside the CRS, what `datetime` needs to hold whole days. */
const [dayStart, dayEnd] = ['T00:00:00Z', 'T23:59:59.999Z'];

type Asked = { readonly filters: Filters; readonly box: SeenBox | null };

function queryOf({ filters, box }: Asked, token: string | undefined) {
  const { collection, from, to, limit, isObserved } = filters;
  const days =
    from === '' && to === '' ? null : `${from === '' ? '..' : from + dayStart}/${to === '' ? '..' : to + dayEnd}`;
  return {
    limit,
    ...(collection === '' ? {} : { collections: collection }),
    ...(days === null ? {} : { datetime: days }),
    ...(box === null ? {} : { bbox: box.join(',') }),
    ...(isObserved ? { filter: '"kianda:simulated" = false' } : {}),
    ...(token === undefined ? {} : { token }),
  };
}

/** Browser of the catalogue: search, map of footprints, items, a look into their files. */
export function StacPage() {
  const scheme = useScheme();
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [asked, setAsked] = useState<Asked>({ filters: noFilters, box: null });
  /** Of each page after the first. */
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [previewKey, setPreviewKey] = useState('');
  const seen = useRef<SeenBox | null>(null);
  const mapBox = useRef<HTMLDivElement>(null);
  const [onSeen] = useState(() => (box: SeenBox) => {
    seen.current = box;
  });

  const collections = useRead(stacCollections, {});
  const known = useMemo(
    () =>
      (collections.sourced?.value.collections ?? []).flatMap((one) => stacCollectionSchema.safeParse(one).data ?? []),
    [collections.sourced],
  );
  const titles = useMemo(() => new Map(known.map(({ id, title }) => [id, title])), [known]);
  const found = useRead(stacSearch, { query: queryOf(asked, tokens.at(-1)) });
  const items = useMemo(() => wholeItems(found.sourced?.value.features ?? []), [found.sourced]);
  const item = items.find(({ id }) => id === chosen) ?? null;
  const preview = usePreview(item, previewKey);
  const next = tokenOf(found.sourced?.value.links.find(({ rel }) => rel === 'next')?.href);

  const choose = (one: StacItem | null) => {
    setChosen(one?.id ?? null);
    // A grid is shown at once; a table only to who asks for it.
    setPreviewKey(one === null ? '' : (previewables(one).find(({ kind }) => kind === 'grid')?.key ?? ''));
  };
  const search = (given: Filters) => {
    setAsked({ filters: given, box: given.isBoxed ? seen.current : null });
    setTokens([]);
    choose(null);
  };
  const turn = (list: readonly string[]) => {
    setTokens(list);
    choose(null);
  };
  const onPick = ({ features }: MapPick) => {
    const picked = features.find(({ layer }) => layer === footprintLayer || layer === 'stac-footprints-point');
    const one = items.find(({ id }) => id === picked?.properties.id);
    if (one !== undefined) choose(one);
  };

  return (
    <main className={styles.page}>
      <h1 className={styles.title}>{texts.title}</h1>
      <div className={styles.side}>
        <Panel title={texts.filters} source={collections} skeleton={<SkeletonLines lines={5} />}>
          {() => (
            <FilterForm
              filters={filters}
              collections={known}
              onChange={setFilters}
              onSearch={() => search(filters)}
              onClear={() => {
                setFilters(noFilters);
                search(noFilters);
              }}
            />
          )}
        </Panel>
        <About collection={known.find(({ id }) => id === asked.filters.collection)} />
        <Panel
          title={texts.results}
          description={matchedText(found.sourced?.value.numberMatched)}
          source={found}
          skeleton={<SkeletonLines lines={6} />}
          isEmpty={({ features }) => features.length === 0}
          empty={<EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
        >
          {() => (
            <>
              <ItemList
                items={items}
                titles={titles}
                chosen={chosen}
                onChoose={(one) => {
                  choose(one);
                  // On a narrow page the map is below the list.
                  mapBox.current?.scrollIntoView({ block: 'nearest' });
                }}
              />
              <div className={styles.actions}>
                <Button
                  size="xs"
                  variant="default"
                  disabled={tokens.length === 0}
                  onClick={() => turn(tokens.slice(0, -1))}
                >
                  {texts.previous}
                </Button>
                <span>{texts.page(formatNumber(tokens.length + 1))}</span>
                <Button
                  size="xs"
                  variant="default"
                  disabled={next === null}
                  onClick={() => next !== null && turn([...tokens, next])}
                >
                  {texts.next}
                </Button>
              </div>
            </>
          )}
        </Panel>
      </div>
      <div className={styles.map} ref={mapBox}>
        <MapView label={texts.map} scheme={scheme} camera={null} bounds={angolaBbox} padding={padding} onPick={onPick}>
          <SeenArea onSeen={onSeen} />
          {preview.state === 'field' ? <FieldLayer field={preview.field} scale={preview.scale} opacity={0.9} /> : null}
          <Footprints items={items} selected={chosen} />
          <div className={styles.zoom}>
            <ZoomButtons bounds={angolaBbox} padding={padding} />
          </div>
          <div className={styles.scale}>
            <ScaleBar />
          </div>
          {preview.state === 'field' ? (
            <div className={styles.legend}>
              <Legend
                title={preview.label}
                unit={preview.unit}
                scale={preview.scale}
                hasGaps
                aside={found.sourced === undefined ? null : <ProvenanceBadge provenance={found.sourced.provenance} />}
              />
            </div>
          ) : null}
        </MapView>
      </div>
      <div className={styles.detail}>
        {item === null ? (
          <p className={styles.hint}>{texts.choose}</p>
        ) : (
          <ItemPanel
            item={item}
            provenance={found.sourced?.provenance}
            preview={preview}
            previewKey={previewKey}
            onPreview={setPreviewKey}
            onClose={() => choose(null)}
          />
        )}
      </div>
    </main>
  );
}

function matchedText(count: number | undefined): string {
  if (count === undefined) return texts.some;
  return count === 1 ? texts.foundOne : texts.found(formatNumber(count));
}

function tokenOf(href: string | undefined): string | null {
  return href === undefined ? null : new URL(href).searchParams.get('token');
}

type ListProps = {
  readonly items: readonly StacItem[];
  readonly titles: ReadonlyMap<string, string>;
  readonly chosen: string | null;
  readonly onChoose: (item: StacItem) => void;
};

function ItemList({ items, titles, chosen, onChoose }: ListProps) {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={`${item.collection} ${item.id}`}>
          <button type="button" aria-pressed={item.id === chosen} onClick={() => onChoose(item)}>
            <span>{item.properties.title ?? item.id}</span>
            <small>{titles.get(item.collection ?? '') ?? item.collection}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Whose data a collection holds and on what terms, before anybody takes them. */
function About({ collection }: { readonly collection: StacCollection | undefined }) {
  const { timeZone } = usePreferences();
  if (collection === undefined) return null;
  const [first, last] = collection.extent.temporal.interval[0] ?? [null, null];
  const licence = collection.links.find(({ rel }) => rel === 'license');
  const citation = collection['sci:citation'];
  return (
    <section className={styles.about} aria-label={texts.about}>
      <p>{collection.description.split('\n\n')[0]}</p>
      <dl className={styles.properties}>
        <div>
          <dt>{texts.period}</dt>
          <dd>
            {first === null || last === null
              ? texts.openPeriod
              : texts.interval(formatDate(first, timeZone), formatDate(last, timeZone))}
          </dd>
        </div>
        <div>
          <dt>{texts.licence}</dt>
          <dd>
            {licence === undefined ? (
              collection.license
            ) : (
              <a href={licence.href} target="_blank" rel="noreferrer">
                {licence.title ?? texts.otherLicence}
              </a>
            )}
          </dd>
        </div>
        <div>
          <dt>{texts.providers}</dt>
          <dd>{collection.providers.map(({ name }) => name).join('; ')}</dd>
        </div>
        {typeof citation === 'string' ? (
          <div>
            <dt>{texts.citation}</dt>
            <dd>{citation}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
