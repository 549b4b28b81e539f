import { startPage } from '../shared/start-page.tsx';
import { RememberedSea } from './sea-page.tsx';

await startPage('enhanced_ocean_system', <RememberedSea />);
