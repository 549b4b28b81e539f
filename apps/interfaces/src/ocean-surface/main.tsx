import { startPage } from '../shared/start-page.tsx';
import { SeaPage } from './sea-page.tsx';

await startPage('enhanced_ocean_system', <SeaPage />);
