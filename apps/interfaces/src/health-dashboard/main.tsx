import { startPage } from '../shared/start-page.tsx';
import { HealthPage } from './health-page.tsx';

await startPage('health_dashboard', <HealthPage />);
