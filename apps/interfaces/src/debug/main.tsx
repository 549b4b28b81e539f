import { startPage } from '../shared/start-page.tsx';
import { DebugPage } from './debug-page.tsx';

await startPage('debug_interface', <DebugPage />, { isKept: false });
