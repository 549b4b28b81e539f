import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { pageFrames, pageTitles } from '../ocean-map/texts.pt.ts';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';

const view = {
  ...initialView,
  overlays: {
    ...initialView.overlays,
    currents: { on: false, opacity: 1 },
    protected: { on: true, opacity: 1 },
    fishing: { on: true, opacity: 1 },
  },
};

await startPage(
  'mapa_apple_design',
  <OceanPage title={pageTitles.apple} frame={pageFrames.apple} initial={view} look="glass" hasSearch hasLegend />,
);
