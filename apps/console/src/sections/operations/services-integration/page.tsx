import { PageHeader, PageStack, SkeletonTiles, TileGrid } from '@kianda/ui';
import { useOpenSection } from '../../../shell/use-section.ts';
import type { SectionId } from '../../sections.ts';
import { ServicesPageActions } from '../../shared/services-page-actions.tsx';
import touch from '../../shared/touch.module.css';
import { useMayOpen, useSectionLink } from '../../shared/use-section-link.ts';
import { type TileId, useIntegration } from './api/use-integration.ts';
import { Previews } from './components/previews.tsx';
import { ServiceTile } from './components/service-tile.tsx';
import { Statistics } from './components/statistics.tsx';
import { integrationTexts as texts } from './texts.pt.ts';

/** Section that each service opens; the catalogue is an interface. */
const sections: Readonly<Record<Exclude<TileId, 'stac'>, SectionId>> = {
  features: 'geo-features',
  storage: 'storage',
  monitor: 'async-processing',
  identity: 'identity-service',
  admin: 'api-gateway',
  metrics: 'performance-monitor',
  tasks: 'processing',
};

/** Section `services-integration`: eight services, what they come to together, and a look into two of them. */
export default function ServicesIntegrationPage() {
  const data = useIntegration();
  const open = useOpenSection();
  const mayOpen = useMayOpen();
  const openStorage = useSectionLink('storage');
  const catalogue = () => open('scientific-interfaces', { interface: 'stac_oceanographic' });
  const openOf = (id: TileId) => {
    if (id === 'stac') return catalogue;
    const section = sections[id];
    return mayOpen(section) ? () => open(section) : undefined;
  };
  const isLoading = data.status.isLoading && data.tiles.every((tile) => tile.count === undefined);
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader
          description={texts.description}
          actions={
            <ServicesPageActions
              beside={texts.statusPage}
              onBeside={() => open('services-status')}
              again={texts.refresh}
              isRunning={data.status.isRefreshing}
              onAgain={data.refresh}
            />
          }
        />
        {isLoading ? (
          <SkeletonTiles count={8} />
        ) : (
          <TileGrid minWidth={250}>
            {data.tiles.map((tile) => (
              <ServiceTile key={tile.id} tile={tile} onOpen={openOf(tile.id)} />
            ))}
          </TileGrid>
        )}
        <Previews collections={data.collections} buckets={data.buckets} onCatalogue={catalogue} onStorage={openStorage}>
          <Statistics data={data} />
        </Previews>
      </PageStack>
    </div>
  );
}
