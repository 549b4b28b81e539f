import { startPage } from '../shared/start-page.tsx';
import { AdminList } from './admin-list.tsx';

await startPage('admin_panel', <AdminList />, { isKept: false });
