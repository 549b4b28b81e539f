import { startPage } from '../shared/start-page.tsx';
import { MlPage } from './ml-page.tsx';

await startPage('ml_demo', <MlPage />);
