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
  'mapa_principal',
  <OceanPage title={pageTitles.main} frame={pageFrames.main} initial={view} hasSearch hasModels />,
);
