import { startPage, startPublicPage } from '../shared/start-page.tsx';
import { CacheClearPage } from './cache-clear-page.tsx';

// It reads nothing of anyone, and has to work when nothing else does: outside the console too.
if (window.parent === window) startPublicPage(<CacheClearPage />);
else await startPage('force_cache_clear', <CacheClearPage />, { isKept: false });
