import { startPage } from '../shared/start-page.tsx';
import { QgisPage } from './qgis-page.tsx';

await startPage('qgis_dashboard', <QgisPage />);
