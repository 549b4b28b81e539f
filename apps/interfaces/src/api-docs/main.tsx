import { startPublicPage } from '../shared/start-page.tsx';
import { ApiDocsPage } from './api-docs-page.tsx';

startPublicPage(<ApiDocsPage />);
