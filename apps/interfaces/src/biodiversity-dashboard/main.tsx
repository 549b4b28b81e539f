import { startPage } from '../shared/start-page.tsx';
import { DiversityPage } from './diversity-page.tsx';

await startPage('dashboard_principal', <DiversityPage />);
