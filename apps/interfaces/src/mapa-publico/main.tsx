import { startLinkedPage } from '../shared/start-page.tsx';
import { createPublicClient, tokenOf } from './public-client.ts';
import { PublicMap } from './public-map.tsx';
import { publicMapTexts as texts } from './texts.pt.ts';

const token = tokenOf(location.pathname);
await startLinkedPage(
  token === null ? null : (apiBaseUrl) => createPublicClient(apiBaseUrl, token),
  <PublicMap />,
  texts.badAddress,
);
