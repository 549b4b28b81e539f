import { startPage } from '../shared/start-page.tsx';
import { ShowcasePage } from './showcase-page.tsx';

await startPage('kianda_enhanced', <ShowcasePage />);
