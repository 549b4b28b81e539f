import { SkeletonLines } from '@kianda/ui';
import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import section from '../page.module.css';
import type { TabView } from '../view.ts';
import { fleetMapTexts as texts } from './texts.pt.ts';

const VesselsTab = lazy(() => import('../vessels/vessels-tab.tsx'));
const ShownVessels = lazy(() => import('./shown-vessels.tsx'));

/** The tab of vessels: the list of all, or those on the map at its moment; the address says which. */
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
      <Suspense fallback={<SkeletonLines lines={12} />}>{isMap ? <ShownVessels /> : <VesselsTab {...view} />}</Suspense>
    </div>
  );
}
