import { formatCount } from '@kianda/format';
import { EmptyState, Panel, SkeletonBar } from '@kianda/ui';
import { Checkbox } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import { absenceReason } from '../../../shared/absence.ts';
import { type Monitoring, useProducts } from '../api/use-monitoring.ts';
import styles from '../page.module.css';
import { monitoringTexts } from '../texts.pt.ts';

const CoverageMap = lazy(() => import('./coverage-map.tsx'));
const texts = monitoringTexts.map;

/** How often each part of the ZEE was seen. The map's own code loads after the figures. */
export function CoveragePanel({ monitoring }: { readonly monitoring: EndpointResult<Monitoring> }) {
  const [showsFootprints, setFootprints] = useState(true);
  const products = useProducts(showsFootprints);
  const skeleton = <SkeletonBar height={460} />;
  return (
    <Panel
      id="mapa-cobertura"
      title={texts.title}
      source={monitoring}
      skeleton={skeleton}
      isEmpty={({ coverage }) => coverage.share === null}
      empty={<EmptyState title={texts.empty}>{absenceReason(monitoring.sourced) ?? texts.emptyText}</EmptyState>}
      footer={texts.attribution}
      actions={
        <Checkbox
          size="xs"
          label={texts.footprints}
          aria-label={texts.footprintsLabel}
          checked={showsFootprints}
          onChange={(event) => setFootprints(event.currentTarget.checked)}
        />
      }
    >
      {({ coverage }) => (
        <>
          <Suspense fallback={skeleton}>
            <CoverageMap
              coverage={coverage}
              products={showsFootprints ? products.sourced?.value.products : undefined}
            />
          </Suspense>
          {coverage.withoutFootprint === 0 ? null : (
            <p className={styles.hidden}>
              {texts.hidden(formatCount(coverage.withoutFootprint, texts.product, texts.products))}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
