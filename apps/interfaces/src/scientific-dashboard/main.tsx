import { startPage } from '../shared/start-page.tsx';
import { ScientificPage } from './scientific-page.tsx';

await startPage('dashboard_cientifico', <ScientificPage />);
