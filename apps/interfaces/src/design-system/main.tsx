import { startPage } from '../shared/start-page.tsx';
import { DesignPage } from './design-page.tsx';

await startPage('ubiquiti_demo', <DesignPage />, { isKept: false });
