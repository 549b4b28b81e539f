import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';
import { pageTexts } from './texts.pt.ts';

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
    title={pageTexts.title}
    frame={pageTexts.frame}
    initial={view}
    bases={['analysedSst', 'sstAnomaly', 'chlorophyll', 'currentSpeed', 'windSpeed', 'none']}
    shown={['currents', 'wind', 'zee', 'stations', 'ports']}
    hasFlowControls
  />,
);
