import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';

const view = {
  ...initialView,
  overlays: { ...initialView.overlays, currents: { on: false, opacity: 1 } },
};

await startPage(
  'realtime_fixed',
  <OceanPage
    title="Tempo Real Corrigido"
    initial={view}
    bases={['analysedSst', 'chlorophyll', 'none']}
    shown={['stations', 'zee', 'ports']}
  />,
);
