import { OceanPage } from '../ocean-map/ocean-page.tsx';
import { startPage } from '../shared/start-page.tsx';

await startPage('realtime_angola', <OceanPage hasModels />);
