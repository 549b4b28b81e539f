import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { pageFrames, pageTitles } from '../ocean-map/texts.pt.ts';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';

const view = {
  ...initialView,
  base: 'windSpeed',
  series: 'windNorth',
  overlays: {
    ...initialView.overlays,
    currents: { on: false, opacity: 1 },
    wind: { on: true, opacity: 1 },
    stations: { on: false, opacity: 1 },
  },
} as const;

await startPage('wind_animations', <OceanPage title={pageTitles.wind} frame={pageFrames.wind} initial={view} />);
