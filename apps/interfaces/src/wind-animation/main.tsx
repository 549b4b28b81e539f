import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { initialView } from '../ocean-map/view-state.ts';
import { startPage } from '../shared/start-page.tsx';
import { pageTexts } from './texts.pt.ts';

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

await startPage('wind_animations', <OceanPage title={pageTexts.title} frame={pageTexts.frame} initial={view} />);
