import { startPage } from '../shared/start-page.tsx';
import { FourServicesPage } from './four-services-page.tsx';

await startPage('admin_services_integration', <FourServicesPage />);
