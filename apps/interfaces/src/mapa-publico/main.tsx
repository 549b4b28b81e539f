import { startLinkedPage } from '../shared/start-page.tsx';
import { createPublicClient, tokenOf } from './public-client.ts';
import { PublicMap } from './public-map.tsx';
import { publicMapTexts as texts } from './texts.pt.ts';

const token = tokenOf(location.pathname);
await startLinkedPage(
  // A link copied from a frame opens outside it.
  token === null ? null : { path: `/mapa/${token}`, clientAt: (base) => createPublicClient(base, token) },
  <PublicMap />,
  texts.badAddress,
);
