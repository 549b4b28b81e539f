import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';
import { pageTexts } from './texts.pt.ts';

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
  <OceanPage title={pageTexts.title} frame={pageTexts.frame} initial={view} hasSearch hasModels />,
);
