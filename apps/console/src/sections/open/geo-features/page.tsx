import { allows } from '@kianda/contract';
import { PageHeader, PageStack, SkeletonLines } from '@kianda/ui';
import { Button, Tabs } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useMaybeAccount } from '../../../client/context.tsx';
import { useLinkTargets } from '../../../client/use-link-targets.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import touch from '../../shared/touch.module.css';
import { CollectionsView } from './components/collections-view.tsx';
import { LayersView } from './layers/layers-view.tsx';
import { ProcessesView } from './processes/processes-view.tsx';
import { featureSearch, featureViews } from './search.ts';
import { featureTexts as texts } from './texts.pt.ts';

const LoadsView = lazy(() => import('./loads/loads-view.tsx').then((part) => ({ default: part.LoadsView })));

/** Section `geo-features`: collections of the OGC API on a map and in a table, and its analyses. */
export default function GeoFeaturesPage() {
  const [search, change] = useSectionSearch(featureSearch);
  const targets = useLinkTargets();
  const role = useMaybeAccount()?.role ?? null;
  // The loads are of those who publish in the catalogue.
  const views = featureViews.filter((view) => view !== 'loads' || allows('catalogue:write', role));
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <Button
              component="a"
              variant="default"
              href={`${targets?.serviceUrls.features ?? '/features'}/?f=html`}
              target="_blank"
              rel="noopener"
              rightSection={<IconExternalLink size={16} aria-label={texts.newTab} />}
            >
              {texts.pages}
            </Button>
          }
        />
        <Tabs
          value={search.view}
          onChange={(next) => change({ view: featureViews.find((view) => view === next) ?? 'collections' })}
          keepMounted={false}
        >
          <Tabs.List aria-label={texts.viewsLabel} mb="md">
            {views.map((view) => (
              <Tabs.Tab key={view} value={view}>
                {texts.views[view]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <Tabs.Panel value="collections">
              <CollectionsView search={search} onChange={change} />
            </Tabs.Panel>
            <Tabs.Panel value="layers">
              <LayersView onOpen={(collection) => change({ view: 'collections', collection })} />
            </Tabs.Panel>
            <Tabs.Panel value="loads">
              <LoadsView />
            </Tabs.Panel>
            <Tabs.Panel value="processes">
              <ProcessesView chosen={search.process} onChoose={(process) => change({ process })} />
            </Tabs.Panel>
          </Suspense>
        </Tabs>
      </PageStack>
    </div>
  );
}
