import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { startPage } from '../shared/start-page.tsx';
import { pageTexts } from './texts.pt.ts';

await startPage('realtime_angola', <OceanPage frame={pageTexts.frame} hasModels hasPanels />);
