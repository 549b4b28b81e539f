import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { pageFrames } from '../ocean-map/texts.pt.ts';
import { startPage } from '../shared/start-page.tsx';

await startPage('realtime_angola', <OceanPage frame={pageFrames.live} hasModels hasPanels />);
