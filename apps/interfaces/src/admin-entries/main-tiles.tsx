import { startPage } from '../shared/start-page.tsx';
import { AdminTiles } from './admin-tiles.tsx';

await startPage('admin_ubiquiti', <AdminTiles />, { isKept: false });
