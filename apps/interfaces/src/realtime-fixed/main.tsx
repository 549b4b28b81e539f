import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { pageFrames, pageTitles } from '../ocean-map/texts.pt.ts';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';

const view = {
  ...initialView,
  overlays: { ...initialView.overlays, currents: { on: false, opacity: 1 } },
};

await startPage(
  'realtime_fixed',
  <OceanPage
    title={pageTitles.realtime}
    frame={pageFrames.light}
    initial={view}
    bases={['analysedSst', 'chlorophyll', 'none']}
    shown={['stations', 'zee', 'ports']}
  />,
);
