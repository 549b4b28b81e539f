import { SkeletonLines } from '@kianda/ui';
import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import section from '../page.module.css';
import type { TabView } from '../view.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';

const VesselsTab = lazy(() => import('../vessels/vessels-tab.tsx'));
const FleetMap = lazy(() => import('./fleet-map.tsx'));

/** The tab of vessels, as a list or on the map; the address says which. */
export default function VesselsPlace(view: TabView) {
  const isMap = view.search.show === 'map';
  return (
    <div className={section.stack}>
      <div>
        <SegmentedControl
          aria-label={texts.ways}
          value={isMap ? 'map' : 'list'}
          onChange={(way) => view.change({ show: way === 'map' ? 'map' : undefined })}
          data={[
            { value: 'list', label: texts.list },
            { value: 'map', label: texts.map },
          ]}
        />
      </div>
      <Suspense fallback={<SkeletonLines lines={12} />}>
        {isMap ? <FleetMap {...view} /> : <VesselsTab {...view} />}
      </Suspense>
    </div>
  );
}
