import { allows, type DataOf } from '@kianda/contract';
import {
  listInterfaces,
  markInterface,
  renewInterfaces,
  type ScientificInterface,
  visitInterface,
} from '@kianda/contract/open/interfaces/interfaces.contract';
import { interfaceCategories } from '@kianda/contract/open/interfaces/manifest';
import { formatNumber } from '@kianda/format';
import { EmptyState, PageHeader, PageStack, PanelFailure, ProvenanceBadge, SkeletonCards } from '@kianda/ui';
import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { z } from 'zod';
import { useAccount } from '../../../client/context.tsx';
import { rewriteUrl } from '../../../client/links.ts';
import { useAction } from '../../../client/use-action.ts';
import { useLinkTargets } from '../../../client/use-link-targets.ts';
import { notify } from '../../../platform/notices.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { EmbeddedInterface } from '../../shared/embedded/embedded-interface.tsx';
import { openInterfaceHref } from '../../shared/embedded/open-interface-href.ts';
import { useCatalogue } from '../../use-catalogue.ts';
import { findInterfaces } from './find-interfaces.ts';
import { InterfaceCard } from './interface-card.tsx';
import { PopularRow } from './popular-row.tsx';
import styles from './scientific-interfaces.module.css';
import { SitePanel } from './site-panel.tsx';
import { catalogueTexts } from './texts.pt.ts';

const searchSchema = z.object({
  tab: z.string().optional().catch(undefined),
  q: z.string().optional().catch(undefined),
  interface: z.string().optional().catch(undefined),
  view: z.literal('full').optional().catch(undefined),
});

/** The scientific hub: the catalogue, or one of its pages. */
export default function ScientificInterfacesPage() {
  const [search, change] = useSectionSearch(searchSchema);
  const catalogue = useCatalogue();
  if (catalogue.sourced === undefined) {
    return catalogue.error === null ? (
      <SkeletonCards />
    ) : (
      <PanelFailure error={catalogue.error} onRetry={catalogue.refresh} />
    );
  }
  const { value, provenance } = catalogue.sourced;
  if (search.interface !== undefined) {
    return (
      <OpenedInterface
        entry={value.interfaces.find(({ id }) => id === search.interface)}
        isFull={search.view === 'full'}
        onBack={() => change({ interface: undefined, view: undefined })}
      />
    );
  }
  const shown = findInterfaces(value.interfaces, search.tab, search.q ?? '');
  const openEntry = (id: string) => change({ interface: id });
  const isFiltered = search.tab !== undefined || (search.q ?? '') !== '';
  return (
    <PageStack>
      <PageHeader
        description={catalogueTexts.description}
        mark={
          <>
            <span className={styles.active}>
              {catalogueTexts.active(formatNumber(value.active), formatNumber(value.total))}
            </span>
            <ProvenanceBadge provenance={provenance} />
          </>
        }
        actions={
          <>
            <ServiceLinks />
            <Renew />
          </>
        }
      />
      {isFiltered ? null : <Rows catalogue={value} onOpen={openEntry} />}
      <div className={styles.tools}>
        <CategoryTabs
          counts={value.by_category}
          total={value.total}
          current={search.tab}
          onChoose={(tab) => change({ tab }, { replace: true })}
        />
        <TextInput
          aria-label={catalogueTexts.search}
          placeholder={catalogueTexts.search}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          className={styles.search ?? ''}
          value={search.q ?? ''}
          onChange={(event) => change({ q: event.currentTarget.value }, { replace: true })}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          title={catalogueTexts.none}
          action={
            <Button variant="default" onClick={() => change({ tab: undefined, q: undefined })}>
              {catalogueTexts.clear}
            </Button>
          }
        >
          {catalogueTexts.noneBody}
        </EmptyState>
      ) : (
        <Catalogue entries={shown} onOpen={openEntry} isFiltered={isFiltered} />
      )}
    </PageStack>
  );
}

type RowsProps = { readonly catalogue: DataOf<typeof listInterfaces>; readonly onOpen: (id: string) => void };

const mostRecent = 4;

/** The person's own interfaces first, then those that everybody opens. */
function Rows({ catalogue: { interfaces, popular, popularBy }, onOpen }: RowsProps) {
  const favourites = interfaces.filter(({ isFavourite }) => isFavourite);
  const recent = interfaces
    .filter(({ lastAccessed }) => lastAccessed !== null)
    .toSorted((one, other) => (other.lastAccessed ?? '').localeCompare(one.lastAccessed ?? ''))
    .slice(0, mostRecent);
  // Those that the person opened stand above already; the four of the specification are said whatever was opened.
  const isRepeated = (id: string) => popularBy === 'use' && recent.some((entry) => entry.id === id);
  const used = popular
    .filter((id) => !isRepeated(id))
    .flatMap((id) => interfaces.filter((entry) => entry.id === id))
    .toSorted((one, other) => Number(other.isActive) - Number(one.isActive));
  const { rows } = catalogueTexts;
  return (
    <>
      <PopularRow title={rows.favourites} entries={favourites} onOpen={onOpen} />
      <PopularRow title={rows.recent} entries={recent} onOpen={onOpen} />
      <PopularRow title={rows[popularBy]} entries={used} onOpen={onOpen} />
    </>
  );
}

/** Has the platform look at every page and make its pictures anew, for those who may. */
function Renew() {
  const { role } = useAccount();
  const renew = useAction(renewInterfaces);
  if (!allows(renewInterfaces.access, role)) return null;
  const ask = async () => {
    const { state } = await renew.run({});
    if (state === 'done') notify({ tone: 'info', message: catalogueTexts.renewing });
  };
  return (
    <Button variant="default" onClick={() => void ask()} loading={renew.isRunning}>
      {catalogueTexts.renew}
    </Button>
  );
}

const marked = [listInterfaces];

type CatalogueProps = {
  readonly entries: readonly ScientificInterface[];
  readonly onOpen: (id: string) => void;
  readonly isFiltered: boolean;
};

/** The interfaces that are served by category, and those that are not yet behind one line; a search shows both as they come. */
function Catalogue({ entries, onOpen, isFiltered }: CatalogueProps) {
  const mark = useAction(markInterface, marked);
  const [active, waiting] = [entries.filter(({ isActive }) => isActive), entries.filter(({ isActive }) => !isActive)];
  const grid = (list: readonly ScientificInterface[], isGrouped = false) => (
    <ul className={styles.grid}>
      {list.map((entry) => (
        <InterfaceCard
          key={entry.id}
          entry={entry}
          isGrouped={isGrouped}
          onOpen={() => onOpen(entry.id)}
          onMark={(isFavourite) => void mark.run({ params: { id: entry.id }, body: { isFavourite } })}
        />
      ))}
    </ul>
  );
  return (
    <>
      {isFiltered && active.length > 0 ? grid(active) : null}
      {isFiltered
        ? null
        : categoriesOf(active).map(([id, list], index) => (
            // The first says what the others are like; all open would be seven screens.
            <details key={id} className={styles.group} open={index === 0}>
              <summary>
                <h2 className={styles.groupTitle}>{categoryName(id)}</h2>
                <span className={styles.groupCount}>{catalogueTexts.count(list.length)}</span>
              </summary>
              {grid(list, true)}
            </details>
          ))}
      {waiting.length === 0 ? null : (
        <details className={styles.waiting} open={isFiltered}>
          <summary>{catalogueTexts.waiting(waiting.length)}</summary>
          {grid(waiting)}
        </details>
      )}
    </>
  );
}

const categoryNames: Readonly<Record<string, string>> = interfaceCategories;
const categoryName = (id: string) => categoryNames[id] ?? id;
/** The four main categories come first. */
const mainCategories: readonly string[] = ['analysis', 'monitoring', 'spatial', 'mobile'];
const inOrder = (ids: readonly string[]): readonly string[] => [
  ...mainCategories.filter((id) => ids.includes(id)),
  ...ids.filter((id) => !mainCategories.includes(id)),
];

/** Interfaces by category, in the order of the tabs. */
function categoriesOf(entries: readonly ScientificInterface[]) {
  const present = Object.keys(categoryNames).filter((id) => entries.some(({ category }) => category === id));
  return inOrder(present).map((id) => [id, entries.filter(({ category }) => category === id)] as const);
}

type TabsProps = {
  readonly counts: Readonly<Record<string, number>>;
  readonly total: number;
  readonly current: string | undefined;
  readonly onChoose: (category: string | undefined) => void;
};

/** The four main categories first, then every other one present. */
function CategoryTabs({ counts, total, current, onChoose }: TabsProps) {
  const ordered = inOrder(Object.keys(categoryNames).filter((id) => (counts[id] ?? 0) > 0));
  const tab = (id: string | undefined, label: string, count: number) => (
    <button
      key={id ?? 'all'}
      type="button"
      className={styles.tab}
      aria-pressed={current === id}
      onClick={() => onChoose(id)}
    >
      {label} <span className={styles.tabCount}>{formatNumber(count)}</span>
    </button>
  );
  return (
    <fieldset className={styles.tabs}>
      <legend className="k-visually-hidden">{catalogueTexts.categories}</legend>
      {tab(undefined, catalogueTexts.all, total)}
      {ordered.map((id) => tab(id, categoryName(id), counts[id] ?? 0))}
    </fieldset>
  );
}

/** Consoles of services of their own, where this installation has them. */
function ServiceLinks() {
  const targets = useLinkTargets();
  const services = (['stac', 'monitor', 'storage'] as const).filter((id) => targets?.serviceUrls[id] !== undefined);
  if (services.length === 0) return null;
  return (
    <>
      {services.map((id) => (
        <Button key={id} variant="default" component="a" href={targets?.serviceUrls[id]} target="_blank" rel="noopener">
          {catalogueTexts.service[id]}
        </Button>
      ))}
    </>
  );
}

/** Counts the opening of a page that takes no token: one that does is counted with it. */
function useVisit(entry: ScientificInterface | undefined): void {
  // The list stands outside: a new one in every render would be a new action, and a visit counted again.
  const { run } = useAction(visitInterface, marked);
  const id = entry?.isStatic === true && entry.isActive ? entry.id : undefined;
  useEffect(() => {
    if (id !== undefined) void run({ params: { id } });
  }, [id, run]);
}

type OpenedProps = {
  readonly entry: ScientificInterface | undefined;
  readonly isFull: boolean;
  readonly onBack: () => void;
};

function OpenedInterface({ entry, isFull, onBack }: OpenedProps) {
  const targets = useLinkTargets();
  const src = entry === undefined || targets === undefined ? null : rewriteUrl(entry.url, targets);
  const back = (
    <Button variant="subtle" color="gray" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
      {catalogueTexts.back}
    </Button>
  );
  useVisit(entry);
  if (entry !== undefined && targets === undefined) return <SkeletonCards count={1} />;
  if (entry === undefined || !entry.isActive || src === null) {
    return (
      <EmptyState title={entry?.name ?? catalogueTexts.unknown} action={back}>
        {entry === undefined ? null : catalogueTexts.inactive}
      </EmptyState>
    );
  }
  return (
    <div className={isFull ? styles.full : styles.opened}>
      <div>{back}</div>
      <EmbeddedInterface
        title={entry.name}
        description={entry.description}
        src={src}
        fill={isFull}
        // A page that greets nobody is there once it is loaded, and its own address is for everybody.
        {...(entry.isStatic ? {} : { interfaceId: entry.id, newTabHref: openInterfaceHref(entry.id) })}
      />
      {entry.isStatic ? <SitePanel /> : null}
    </div>
  );
}
