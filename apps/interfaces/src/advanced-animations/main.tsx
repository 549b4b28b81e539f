import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { pageFrames, pageTitles } from '../ocean-map/texts.pt.ts';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';

const view = {
  ...initialView,
  overlays: {
    ...initialView.overlays,
    stations: { on: false, opacity: 1 },
    ports: { on: false, opacity: 1 },
  },
};

await startPage(
  'advanced_animations',
  <OceanPage
    title={pageTitles.animations}
    frame={pageFrames.animations}
    initial={view}
    bases={['analysedSst', 'sstAnomaly', 'chlorophyll', 'currentSpeed', 'windSpeed', 'none']}
    shown={['currents', 'wind', 'zee', 'stations', 'ports']}
    hasFlowControls
  />,
);
