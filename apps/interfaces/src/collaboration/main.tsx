import { startPage } from '../shared/start-page.tsx';
import { CollaborationPage } from './collaboration-page.tsx';

await startPage('collaboration', <CollaborationPage />);
