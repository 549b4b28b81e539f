import { startPage } from '../shared/start-page.tsx';
import { StacPage } from './stac-page.tsx';

await startPage('stac_oceanographic', <StacPage />);
